// Package cards reads lists printed as labelled values that stand together, a card or a group of
// boxes for each row.
//
// In come the labels of a list's columns; out go rows. The words of a long text are no labels.
package cards

import (
	"lavra.dev/processors/extraction/listrow"
)

// Reader reads the cards of one document.
type Reader struct{ *listrow.Reader }

// Over is a reader of cards.
func Over(r *listrow.Reader) *Reader { return &Reader{r} }
