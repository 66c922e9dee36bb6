// Package linerows reads lists whose rows are printed lines that are no table: by the patterns of
// the type over single lines, under the lines of a day, month by month, or by what the words of
// each line mean.
//
// In come the lines of a document; out go rows.
package linerows

import "lavra.dev/processors/extraction/listrow"

// Reader reads lines as rows.
type Reader struct{ *listrow.Reader }

// Over is a reader of lines.
func Over(r *listrow.Reader) *Reader { return &Reader{r} }
