package linerows

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

const stackGap = 3 // heights of a line between two lines of a stack

// ReadStacked reads lists without headings whose lines stand under the side of the account
// that they are of, one side below the other: "Ganhos", and under it "Salário 3.000,00".
func (x *Reader) ReadStacked(field int, f catalogue.Field) []candidate.Row {
	patterns := x.Type.PairForms[field]
	if len(patterns) == 0 {
		return nil
	}
	var rows []candidate.Row
	for r := range x.Sheet.Rows {
		column, ok := x.SideTitle(r, f)
		if !ok {
			continue
		}
		past := x.stackEnd(r, field, f)
		lines, origin := x.SheetOf(r+1, past)
		if len(lines.Cells) == 0 {
			continue
		}
		text := pattern.Over(lines)
		for _, cell := range lines.Cells {
			for _, m := range lineMatches(patterns, text, cell) {
				if row := x.LineRow(f, m, origin, column); x.Begins(row, f) {
					rows = append(rows, row)
				}
			}
		}
	}
	return x.FullRows(rows, f)
}

// stackEnd is where the lines under a side of the account end: before the other side, a
// total, another part of the document, a box of a numbered form, or a line that stands apart.
func (x *Reader) stackEnd(r, field int, f catalogue.Field) int {
	above := x.Sheet.Cells[x.Sheet.Rows[r].Cells[0]]
	past := r + 1
	for ; past < len(x.Sheet.Rows); past++ {
		row := &x.Sheet.Rows[past]
		cell := x.Sheet.Cells[row.Cells[0]]
		if _, title := x.SideTitle(past, f); title || row.Page != above.Page || cell.Top-above.Bottom > stackGap*above.Height() || x.RowRole(row, field) == compile.TableEnd || x.NumberedLabel(cell.First) {
			break
		}
		above = cell
	}
	return past
}
