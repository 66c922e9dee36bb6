package extraction

import (
	"math"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// underRow takes the line under a row that says, in small print below its name, what a
// column without a heading of its own holds: "Cônjuge | nascido em 03/05/1980".
func (x *extractor) underRow(h *heading, above *rowValue, row *layout.Row, f catalogue.Field) bool {
	cell := x.sheet.Cells[row.Cells[0]]
	if !x.startsUnder(above, cell, f) {
		return false
	}
	for k, c := range f.Columns {
		if len(c.Known) == 0 || h.names(k) || above.cell(k) != nil {
			continue
		}
		last := x.knownHere(cell, c.Known)
		if last < 0 {
			continue
		}
		run := x.between(cell.First, last)
		above.cells = append(above.cells, cellValue{column: k, value: shape.Clean(run.Text(0, run.Len()-1)), tokens: run.Index, score: 0.88})
		sortCells(above.cells)
		return true
	}
	return false
}

// startsUnder tells whether a cell begins where the words of a row's column do.
func (x *extractor) startsUnder(above *rowValue, cell layout.Cell, f catalogue.Field) bool {
	for _, c := range above.cells {
		if f.Columns[c.column].Kind == catalogue.String && math.Abs(x.sheet.Tokens[c.tokens[0]].Left-cell.Left) < 2*cell.Char {
			return true
		}
	}
	return false
}

func (h *heading) names(column int) bool {
	for _, c := range h.columns {
		if c.column == column || c.second == column {
			return true
		}
	}
	return false
}

// knownHere is the last token of the longest of the values that the cell begins with, or -1.
func (x *extractor) knownHere(cell layout.Cell, known []string) int {
	last := -1
	text := ""
	for i := cell.First; i < cell.Past; i++ {
		text += x.sheet.Tokens[i].Fold
		for _, value := range known {
			if layout.Fold(value) == text {
				last = i
			}
		}
	}
	return last
}
