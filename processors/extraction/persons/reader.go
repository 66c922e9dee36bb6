// Package persons reads lists of persons and companies out of running text.
//
// In come the entities that the text speaks of and the passages in which a type has its persons;
// out go rows, one for each. Who only speaks for another one has none.
package persons

import (
	"lavra.dev/processors/extraction/listrow"
)

// Reader reads the persons of one document.
type Reader struct{ *listrow.Reader }

// Over is a reader of persons.
func Over(r *listrow.Reader) *Reader { return &Reader{r} }
