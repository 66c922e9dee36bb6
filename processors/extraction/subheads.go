package extraction

import (
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// subheads takes a line of headings under a row, with its values on the line below them:
// "Código NCM | CFOP | Valor unitário" under the line of each product. They are of
// columns that the heading row lacks. lines is how many they take, 0 where there is none.
func (t *tableRows) subheads(row *layout.Row, r int) (lines int) {
	x := t.x
	n := len(t.rows)
	if n == 0 || len(row.Cells) < 2 || r+1 >= len(x.sheet.Rows) || x.sheet.Rows[r+1].Page != row.Page {
		return 0
	}
	heads := t.missing(row)
	if len(heads) < 2 && (len(heads) == 0 || 2*len(heads) < len(row.Cells)) {
		return 0
	}
	last, found := &t.rows[n-1], 0
	for column, s := range heads {
		below, ok := x.below(s, 1)
		if !ok || int(x.sheet.Cells[x.sheet.Tokens[below.run.Index[0]].Cell].Row) != r+1 || last.cell(column) != nil {
			continue
		}
		if v, ok := x.cellOf(column, t.f.Columns[column], below.run, min(below.score, 0.9)); ok {
			last.cells = append(last.cells, v)
			found++
		}
	}
	sortCells(last.cells)
	if found == 0 {
		return 0
	}
	return 1
}

// missing are the labels of a line that is nothing but labels, by their columns: those
// that the heading row lacks.
func (t *tableRows) missing(row *layout.Row) map[int]*spot {
	heads := map[int]*spot{}
	for _, c := range row.Cells {
		cell := &t.x.sheet.Cells[c]
		for i := cell.First; i < cell.Past; i++ {
			if layout.HasFigure(t.x.sheet.Tokens[i].Text) {
				return nil
			}
		}
		at := t.x.spotAt[cell.First]
		if at == 0 || !t.x.spots[at-1].ends {
			continue
		}
		s := &t.x.spots[at-1]
		if ref, ok := columnRef(s, t.field); ok && !t.h.names(ref.column) && t.f.Columns[ref.column].Kind != catalogue.List {
			heads[ref.column] = s
		}
	}
	return heads
}
