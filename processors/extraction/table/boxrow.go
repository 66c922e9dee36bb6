package table

import "lavra.dev/processors/text/layout"

// boxRow is a row of a table whose lines are drawn around it.
type boxRow struct {
	table, row int
}

// boxRow is the row of boxes that a printed line stands in; none where a word of it is in no box with
// an upper and a lower side, or in boxes that stand in several rows.
func (r *reader) boxRow(row int) (out boxRow, ok bool) {
	for i, c := range r.Sheet.Rows[row].Cells {
		at := r.Sheet.Cells[c].Box
		if at == layout.NoBox {
			return out, false
		}
		box := &r.Sheet.Boxes[at]
		here := boxRow{box.Table, box.Row}
		if box.Endless || box.Ragged || box.RowSpan != 1 || i > 0 && out != here {
			return out, false
		}
		out, ok = here, true
	}
	return out, ok
}

// keysByBoxes are the lines that begin a row, by the row of boxes that they stand in; -1 where several
// do: lines drawn around a group of rows part nothing.
func (r *reader) keysByBoxes(lines []line) map[boxRow]int {
	keys := map[boxRow]int{}
	for i := range lines {
		if !lines[i].key {
			continue
		}
		if at, ok := r.boxRow(lines[i].row); ok {
			if _, several := keys[at]; several {
				i = -1
			}
			keys[at] = i
		}
	}
	return keys
}
