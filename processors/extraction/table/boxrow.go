package table

import "lavra.dev/processors/text/layout"

// boxRow is a row of a table whose lines are drawn around it.
type boxRow struct {
	table, row int
}

// boxRow is the row of boxes that a printed line stands in, nil where no box is closed around a word
// of it, or boxes that stand in several rows.
func (r *reader) boxRow(row int) *boxRow {
	var out *boxRow
	for _, c := range r.Sheet.Rows[row].Cells {
		at := r.Sheet.Cells[c].Box
		if at == layout.NoBox {
			return nil
		}
		box := &r.Sheet.Boxes[at]
		here := boxRow{box.Table, box.Row}
		if box.Open || box.Ragged || box.RowSpan != 1 || out != nil && *out != here {
			return nil
		}
		out = &here
	}
	return out
}

// keyInBoxes is the line that begins a row in the boxes that a line stands in, -1 where there is none,
// or several: lines drawn around a group of rows part nothing.
func (r *reader) keyInBoxes(lines []line, i int) int {
	here, owner := r.boxRow(lines[i].row), -1
	if here == nil {
		return -1
	}
	for k := range lines {
		if !lines[k].key {
			continue
		}
		if at := r.boxRow(lines[k].row); at != nil && *at == *here {
			if owner >= 0 {
				return -1
			}
			owner = k
		}
	}
	return owner
}
