package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	footScore = 0.93 // the sum on the line of totals below a label
	firstOnly = 0.4  // what is under a label that heads a column of several sums
)

// totals are the words that the line of totals begins with.
var totals = map[string]bool{"total": true, "totais": true, "soma": true, "somatorio": true}

// footed gives a label that heads a column of sums the one on the line of totals below
// them. Where there is none, the first of several is hardly what the label asks for.
func (x *extractor) footed(s *spot, below region) region {
	first := x.sheet.Tokens[below.run.Index[0]].Cell
	column := x.sheet.Cells[first].Rect
	rows := 0
	bottom := s.box.Bottom
	for r := int(x.sheet.Cells[first].Row); r < len(x.sheet.Rows); r++ {
		row := &x.sheet.Rows[r]
		head := &x.sheet.Cells[row.Cells[0]]
		if row.Page != s.page || head.Top-bottom > rowGap*head.Size {
			break
		}
		c := x.sumIn(row, column)
		if totals[x.sheet.Tokens[x.headOf(row.Cells[0], head.Past-1)].Fold] && rows > 0 && c >= 0 {
			cell := &x.sheet.Cells[c]
			return region{catalogue.Below, x.between(cell.First, cell.Past-1), footScore, true}
		}
		if c < 0 || len(row.Cells) < 2 || slices.ContainsFunc(row.Cells[1:], func(k int32) bool { return x.boundary(x.sheet.Cells[k].First) }) {
			break
		}
		rows++
		bottom = head.Bottom
	}
	if rows > 1 {
		below.score *= firstOnly
	}
	return below
}

// sumIn is the cell of a line that is a sum and stands in a column, or -1.
func (x *extractor) sumIn(row *layout.Row, column layout.Rect) int32 {
	for _, c := range row.Cells {
		cell := &x.sheet.Cells[c]
		if cell.Overlap(column) <= 0 && math.Abs(cell.Right-column.Right) > 2*cell.Char {
			continue
		}
		run := x.between(cell.First, cell.Past-1)
		if v, ok := recognise.At(catalogue.Money, run, 0); ok && v.Last == run.Len()-1 {
			return c
		}
	}
	return -1
}
