package extraction

import (
	"strings"

	"lavra.dev/processors/layout"
	"lavra.dev/processors/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	mostMonths = 13 // sums of a line that give a year by its months, with their total
	someMonths = 5  // that such a line has at least
	totalAbove = 12 // lines up to the headings of the months
)

// yearTotal is the total of a line that gives the sums of the months, which stands under a
// heading that begins with "Total"; any other line stays as it is.
func (x *extractor) yearTotal(r recognise.Run) recognise.Run {
	if r.Len() < someMonths {
		return r
	}
	sums := recognise.All(catalogue.Money, r)
	if len(sums) < someMonths || len(sums) > mostMonths+2 {
		return r
	}
	for k := len(sums) - 1; k >= 0; k-- {
		index := r.Index[sums[k].First : sums[k].Last+1]
		if x.underTotal(x.sheet.Box(int(index[0]), int(index[len(index)-1])), index[0]) {
			return x.run(index)
		}
	}
	return r
}

// underTotal tells whether the heading over a sum begins with "Total".
func (x *extractor) underTotal(sum layout.Rect, token int32) bool {
	here := x.sheet.Cells[x.sheet.Tokens[token].Cell]
	for r := int(here.Row) - 1; r >= max(0, int(here.Row)-totalAbove); r-- {
		row := &x.sheet.Rows[r]
		if row.Page != here.Page {
			return false
		}
		for _, c := range row.Cells {
			cell := &x.sheet.Cells[c]
			if cell.Overlap(sum) > 0 && !recognisable(x.sheet.Tokens[cell.First].Text) {
				return strings.HasPrefix(x.sheet.Tokens[cell.First].Fold, "total")
			}
		}
	}
	return false
}
