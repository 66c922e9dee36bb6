package region

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/schemas/catalogue"
)

const (
	firstOnly = candidate.Weak // what is under a label that heads a column of several sums
)

// Footed gives a label that heads a column of sums the one on the line of totals below
// them. Where there is none, the first of several is hardly what the label asks for.
func (x *Regions) Footed(s *labels.Label, below Region) Region {
	first := x.Sheet.Tokens[below.Run.Index[0]].Cell
	column := x.Sheet.Cells[first].Rect
	rows := 0
	bottom := s.Box.Bottom
	for r := int(x.Sheet.Cells[first].Row); r < len(x.Sheet.Rows); r++ {
		row := &x.Sheet.Rows[r]
		head := &x.Sheet.Cells[row.Cells[0]]
		if row.Page != s.Page || head.Top-bottom > table.RowGap*head.Size {
			break
		}
		c := x.SumIn(row, column)
		if source.Totals[x.Sheet.Tokens[x.HeadOf(row.Cells[0], head.Past-1)].Fold] && rows > 0 && c >= 0 {
			return Region{catalogue.Below, x.CellRun(c), candidate.Placed}
		}
		if c < 0 || len(row.Cells) < 2 || slices.ContainsFunc(row.Cells[1:], func(k int32) bool { return x.Boundary(x.Sheet.Cells[k].First) }) {
			break
		}
		rows++
		bottom = head.Bottom
	}
	if rows > 1 {
		below.Score *= firstOnly
	}
	return below
}
