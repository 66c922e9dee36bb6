package source

import (
	"lavra.dev/processors/text/layout"
)

// SheetOf lays printed lines out as a sheet of their own, each one cell and one
// block. origin gives the token of the document for each.
func (x *Document) SheetOf(from, past int) (lines *layout.Sheet, origin []int32) {
	lines = &layout.Sheet{Pages: x.Sheet.Pages}
	for r := from; r < past; r++ {
		row := &x.Sheet.Rows[r]
		n := int32(len(lines.Cells))
		first := x.Sheet.Cells[row.Cells[0]]
		cell := layout.Cell{First: len(lines.Tokens), Rect: first.Rect, Page: first.Page, Row: int32(r), Block: n}
		for _, i := range x.RowTokens(row) {
			t := x.Sheet.Tokens[i]
			t.Cell = n
			lines.Tokens = append(lines.Tokens, t)
			origin = append(origin, i)
		}
		cell.Past = len(lines.Tokens)
		lines.Cells = append(lines.Cells, cell)
	}
	return lines, origin
}
