package extraction

import (
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

const stackGap = 3 // heights of a line between two lines of a stack

// readStacked reads lists without headings whose lines stand under the side of the account
// that they are of, one side below the other: "Ganhos", and under it "Salário 3.000,00".
func (x *extractor) readStacked(field int, f catalogue.Field) []rowValue {
	patterns := x.plan.pairs[field]
	if len(patterns) == 0 {
		return nil
	}
	var rows []rowValue
	for r := range x.sheet.Rows {
		column, ok := x.sideTitle(r, f)
		if !ok {
			continue
		}
		past := x.stackEnd(r, field, f)
		lines, origin := x.sheetOf(r+1, past)
		if len(lines.Cells) == 0 {
			continue
		}
		text := pattern.Over(lines)
		for _, cell := range lines.Cells {
			for _, m := range lineMatches(patterns, text, cell) {
				if row := x.lineRow(f, m, origin, column); x.begins(row, f) {
					rows = append(rows, row)
				}
			}
		}
	}
	return x.fullRows(rows, f)
}

// stackEnd is where the lines under a side of the account end: before the other side, a
// total, another part of the document, a box of a numbered form, or a line that stands apart.
func (x *extractor) stackEnd(r, field int, f catalogue.Field) int {
	above := x.sheet.Cells[x.sheet.Rows[r].Cells[0]]
	past := r + 1
	for ; past < len(x.sheet.Rows); past++ {
		row := &x.sheet.Rows[past]
		cell := x.sheet.Cells[row.Cells[0]]
		if _, title := x.sideTitle(past, f); title || row.Page != above.Page || cell.Top-above.Bottom > stackGap*above.Height() || x.rowRole(row, field) == tableEnd || x.numberedLabel(cell.First) {
			break
		}
		above = cell
	}
	return past
}
