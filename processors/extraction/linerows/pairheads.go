package linerows

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// pairHead is one of several headings of sums that stand beside each other.
type pairHead struct {
	column int
	cell   int32
	box    layout.Rect
}

// pairHeads are the headings of sums that stand beside each other on a line where
// nothing else does.
func (x *Reader) pairHeads(field int, f catalogue.Field) []pairHead {
	for r := range x.Sheet.Rows {
		row := &x.Sheet.Rows[r]
		var heads []pairHead
		for _, c := range row.Cells {
			at := x.LabelAt[x.Sheet.Cells[c].First]
			if at == 0 || !x.Placed[at-1].Ends {
				continue
			}
			if ref, ok := labels.ColumnRef(&x.Placed[at-1], field); ok && f.Columns[ref.Column].Kind == catalogue.Money {
				heads = append(heads, pairHead{column: ref.Column, cell: c, box: x.Placed[at-1].Box})
			}
		}
		if len(heads) == len(row.Cells) && len(heads) > 1 {
			return heads
		}
	}
	return nil
}

// nearest is the heading whose middle is nearest to that of a box.
func nearest(heads []pairHead, box layout.Rect) int {
	best := 0
	for k := range heads {
		if math.Abs(heads[k].box.MidX()-box.MidX()) < math.Abs(heads[best].box.MidX()-box.MidX()) {
			best = k
		}
	}
	return best
}

// holdsSum reports whether a line has a sum in a cell of its own: it is no line of headings.
func (x *Reader) holdsSum(r int) bool {
	return slices.ContainsFunc(x.Sheet.Rows[r].Cells, func(c int32) bool {
		cell := &x.Sheet.Cells[c]
		v, ok := recognise.At(catalogue.Money, x.Between(cell.First, cell.Past-1), 0)
		return ok && v.Last == cell.Past-1-cell.First
	})
}
