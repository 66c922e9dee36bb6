package labels

import (
	"slices"

	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/schemas/catalogue"
)

// overRow reports whether a phrase that goes on over the end of a line is a heading and
// the first value under it: "Tributação" over "Exclusiva". The line of the one has
// several cells and no sum, that of the other has sums.
func (x *Labels) overRow(h phrase.Hit) bool {
	upper, lower := x.Sheet.Tokens[h.First].Cell, x.Sheet.Tokens[h.Last].Cell
	if upper == lower {
		return false
	}
	heads, values := x.Sheet.Rows[x.Sheet.Cells[upper].Row].Cells, x.Sheet.Rows[x.Sheet.Cells[lower].Row].Cells
	if len(heads) < 3 || len(values) < 3 {
		return false
	}
	sum := func(c int32) bool {
		return source.Holds(catalogue.Money, x.Between(x.Sheet.Cells[c].First, x.Sheet.Cells[c].Past-1))
	}
	return !slices.ContainsFunc(heads, sum) && slices.ContainsFunc(values, sum)
}
