package extraction

import (
	"slices"

	"lavra.dev/processors/text/phrase"
	"lavra.dev/schemas/catalogue"
)

// overRow tells whether a phrase that goes on over the end of a line is a heading and
// the first value under it: "Tributação" over "Exclusiva". The line of the one has
// several cells and no sum, that of the other has sums.
func (x *extractor) overRow(h phrase.Hit) bool {
	upper, lower := x.sheet.Tokens[h.First].Cell, x.sheet.Tokens[h.Last].Cell
	if upper == lower {
		return false
	}
	heads, values := x.sheet.Rows[x.sheet.Cells[upper].Row].Cells, x.sheet.Rows[x.sheet.Cells[lower].Row].Cells
	if len(heads) < 3 || len(values) < 3 {
		return false
	}
	sum := func(c int32) bool {
		return holds(catalogue.Money, x.between(x.sheet.Cells[c].First, x.sheet.Cells[c].Past-1))
	}
	return !slices.ContainsFunc(heads, sum) && slices.ContainsFunc(values, sum)
}
