package extraction

import (
	"cmp"
	"slices"

	"lavra.dev/schemas/catalogue"
)

// halves are the headings of two tables that stand side by side, where a line names the
// same columns twice in the same order; else the line is one.
func halves(spots []*spot, field int) [][]*spot {
	n := len(spots) / 2
	if n < 2 || len(spots)%2 != 0 {
		return [][]*spot{spots}
	}
	across := slices.Clone(spots)
	slices.SortStableFunc(across, func(a, b *spot) int { return cmp.Compare(a.box.Left, b.box.Left) })
	for i := range n {
		a, _ := columnRef(across[i], field)
		b, _ := columnRef(across[n+i], field)
		if a.column != b.column || a.minus != b.minus || a.year != b.year || !beside(across[i].box, across[n+i].box) {
			return [][]*spot{spots}
		}
		for _, o := range across[:i] {
			if c, _ := columnRef(o, field); c.column == a.column {
				return [][]*spot{spots} // one column named twice in a half
			}
		}
	}
	return [][]*spot{across[:n], across[n:]}
}

// ofSide gives the sums of one of two tables side by side the column whose name stands
// over it: earnings here, deductions there, both under "Valor".
func (x *extractor) ofSide(h *heading, rows []rowValue, field int, f catalogue.Field) []rowValue {
	if !h.half || f.Table == nil || len(f.Table.Either) != 2 {
		return rows
	}
	over := x.pairHeads(field, f)
	if len(over) != 2 {
		return rows
	}
	side := over[nearest(over, h.Rect)].column
	for i := range rows {
		for k := range rows[i].cells {
			if c := &rows[i].cells[k]; f.Columns[c.column].Kind == catalogue.Money {
				c.column = side
			}
		}
		sortCells(rows[i].cells)
	}
	return rows
}
