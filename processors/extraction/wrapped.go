package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// wrapped tells whether a line of a table is the rest of a text that was too long
// for its column: nothing but words, under the words that it goes on with, and
// nearer to the row above than to what follows. above is the foot of that row, r
// the line's row on the sheet.
func (x *extractor) wrapped(before *rowValue, line rowValue, r int, above float64, f catalogue.Field) bool {
	if f.Table == nil || len(f.Table.Each) == 0 || len(line.cells) != 1 {
		return false
	}
	column := f.Columns[line.cells[0].column]
	if column.Kind != catalogue.String || !slices.Contains(f.Table.Row, column.Name) || before.cell(line.cells[0].column) == nil {
		return false
	}
	if len(column.Mask) > 0 && fitsMask(column.Mask, before.cell(line.cells[0].column).value) {
		return false // a code is whole: the name under it is no more of it
	}
	if !slices.ContainsFunc(f.Table.Each, func(name string) bool { return before.cell(columnIndex(f, name)) != nil }) {
		return false
	}
	cell := x.sheet.Cells[x.sheet.Rows[r].Cells[0]]
	gap := cell.Top - above
	first := &x.sheet.Tokens[before.cell(line.cells[0].column).tokens[0]]
	if gap > 0.7*cell.Size || math.Abs(cell.Left-first.Left) > cell.Char {
		return false
	}
	if r+1 == len(x.sheet.Rows) || x.sheet.Rows[r+1].Page != x.sheet.Rows[r].Page {
		return true
	}
	return x.sheet.Cells[x.sheet.Rows[r+1].Cells[0]].Top-cell.Bottom > gap+0.2*cell.Size
}

// remarks tells whether a line under a row is no part of its values: it begins with
// words that the entry gives for that, as "País: 105 - Brasil" under the description
// of a house, or goes on after such a line.
func (x *extractor) remarks(before bool, rows []rowValue, line rowValue, row *layout.Row, f catalogue.Field) bool {
	if f.Table == nil || len(f.Table.Remarks) == 0 || len(rows) == 0 || x.opensRow(rows[0], line, f) {
		return false
	}
	run := x.run(x.rowTokens(row))
	if slices.ContainsFunc(f.Table.Remarks, func(text string) bool { return begins(run, 0, fold(text)) }) {
		return true
	}
	return before && !x.foreign(row, 0)
}
