package headed

import (
	"math"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// underRow takes the line under a row that says, in small print below its name, what a
// column without a heading of its own holds: "Cônjuge | nascido em 03/05/1980".
func (x *Reader) underRow(h *Heading, above *candidate.Row, row *layout.Row, f catalogue.Field) bool {
	cell := x.Sheet.Cells[row.Cells[0]]
	if !x.startsUnder(above, cell, f) {
		return false
	}
	for k, c := range f.Columns {
		if len(c.Known) == 0 || h.names(k) || above.Cell(k) != nil {
			continue
		}
		last := x.knownHere(cell, c.Known)
		if last < 0 {
			continue
		}
		run := x.Between(cell.First, last)
		above.Cells = append(above.Cells, candidate.Cell{Column: k, Text: shape.Clean(run.Text(0, run.Len()-1)), Tokens: run.Index, Score: 0.88})
		candidate.SortCells(above.Cells)
		return true
	}
	return false
}

// startsUnder reports whether a cell begins where the words of a row's column do.
func (x *Reader) startsUnder(above *candidate.Row, cell layout.Cell, f catalogue.Field) bool {
	for _, c := range above.Cells {
		if f.Columns[c.Column].Kind == catalogue.String && math.Abs(x.Sheet.Tokens[c.Tokens[0]].Left-cell.Left) < 2*cell.Char {
			return true
		}
	}
	return false
}

func (h *Heading) names(column int) bool {
	for _, c := range h.columns {
		if c.Column == column || c.second == column {
			return true
		}
	}
	return false
}

// knownHere is the last token of the longest of the values that the cell begins with, or -1.
func (x *Reader) knownHere(cell layout.Cell, known []string) int {
	last := -1
	text := ""
	for i := cell.First; i < cell.Past; i++ {
		text += x.Sheet.Tokens[i].Fold
		for _, value := range known {
			if layout.Fold(value) == text {
				last = i
			}
		}
	}
	return last
}
