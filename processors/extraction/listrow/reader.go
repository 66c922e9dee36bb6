// Package listrow is what all readers of lists have in common: words read as a cell of a column,
// and lines read as rows.
//
// In come words of a document and the columns of a list; out go cells and rows. Which rows a list
// has is for its readers to say.
package listrow

import (
	"lavra.dev/processors/extraction/propose"
)

// Reader reads rows of the lists of one document.
type Reader struct{ *propose.Reader }

// Over is a reader of rows which proposes to r what it finds beside them.
func Over(r *propose.Reader) *Reader { return &Reader{r} }
