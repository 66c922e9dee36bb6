package headed

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// subheads takes a line of headings under a row, with its values on the line below them:
// "Código NCM | CFOP | Valor unitário" under the line of each product. They are of
// columns that the heading row lacks. lines is how many they take, 0 where there is none.
func (t *tableRows) subheads(row *layout.Row, r int) (lines int) {
	x := t.x
	n := len(t.rows)
	if n == 0 || len(row.Cells) < 2 || r+1 >= len(x.Sheet.Rows) || x.Sheet.Rows[r+1].Page != row.Page {
		return 0
	}
	heads := t.missing(row)
	if len(heads) < 2 && (len(heads) == 0 || 2*len(heads) < len(row.Cells)) {
		return 0
	}
	last, found := &t.rows[n-1], 0
	for column, s := range heads {
		below, ok := x.Below(s, 1)
		if !ok || int(x.Sheet.Cells[x.Sheet.Tokens[below.Run.Index[0]].Cell].Row) != r+1 || last.Cell(column) != nil {
			continue
		}
		if v, ok := x.CellOf(column, t.f.Columns[column], below.Run, min(below.Score, 0.9)); ok {
			last.Cells = append(last.Cells, v)
			found++
		}
	}
	candidate.SortCells(last.Cells)
	if found == 0 {
		return 0
	}
	return 1
}

// missing are the labels of a line that is nothing but labels, by their columns: those
// that the heading row lacks.
func (t *tableRows) missing(row *layout.Row) map[int]*labels.Label {
	heads := map[int]*labels.Label{}
	for _, c := range row.Cells {
		cell := &t.x.Sheet.Cells[c]
		for i := cell.First; i < cell.Past; i++ {
			if layout.HasFigure(t.x.Sheet.Tokens[i].Text) {
				return nil
			}
		}
		at := t.x.LabelAt[cell.First]
		if at == 0 || !t.x.Placed[at-1].Ends {
			continue
		}
		s := &t.x.Placed[at-1]
		if ref, ok := labels.ColumnRef(s, t.field); ok && !t.h.names(ref.Column) && t.f.Columns[ref.Column].Kind != catalogue.List {
			heads[ref.Column] = s
		}
	}
	return heads
}
