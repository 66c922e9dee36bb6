// Package headed reads tables by their heading rows: the older of the two table readers.
//
// In come the labels that name columns; out go the rows under them. It goes from heading to heading and from line to line; the package table
// sees a page as a grid. Where both read a list, the one that reads more of it counts.
package headed

import (
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
)

// Reader reads the tables of one document.
type Reader struct{ *listrow.Reader }

// Over is a reader of tables.
func Over(r *listrow.Reader) *Reader { return &Reader{r} }

// Balances are the labels that head a column of a table of sums with their balance: what stands
// under "Saldo" there is a row's and no value of a field.
func Balances(r *region.Regions) map[*labels.Label]bool {
	return Over(listrow.Over(propose.To(nil, r))).balanceHeadings()
}
