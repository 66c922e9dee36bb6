package headed

import (
	"cmp"
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// halves are the headings of two tables that stand side by side, where a line names the
// same columns twice in the same order; else the line is one.
func halves(names []*labels.Label, field int) [][]*labels.Label {
	n := len(names) / 2
	if n < 2 || len(names)%2 != 0 {
		return [][]*labels.Label{names}
	}
	across := slices.Clone(names)
	slices.SortStableFunc(across, func(a, b *labels.Label) int { return cmp.Compare(a.Box.Left, b.Box.Left) })
	for i := range n {
		a, _ := labels.ColumnRef(across[i], field)
		b, _ := labels.ColumnRef(across[n+i], field)
		if a.Column != b.Column || a.Minus != b.Minus || a.Year != b.Year || !source.Beside(across[i].Box, across[n+i].Box) {
			return [][]*labels.Label{names}
		}
		for _, o := range across[:i] {
			if c, _ := labels.ColumnRef(o, field); c.Column == a.Column {
				return [][]*labels.Label{names} // one column named twice in a half
			}
		}
	}
	return [][]*labels.Label{across[:n], across[n:]}
}

// ofSide gives the sums of one of two tables side by side the column whose name stands
// over it: earnings here, deductions there, both under "Valor".
func (x *Reader) ofSide(h *Heading, rows []candidate.Row, field int, f catalogue.Field) []candidate.Row {
	if !h.half || f.Table == nil || len(f.Table.Either) != 2 {
		return rows
	}
	over := x.PairHeads(field, f)
	if len(over) != 2 {
		return rows
	}
	side := over[Nearest(over, h.Rect)].Column
	for i := range rows {
		for k := range rows[i].Cells {
			if c := &rows[i].Cells[k]; f.Columns[c.Column].Kind == catalogue.Money {
				c.Column = side
			}
		}
		candidate.SortCells(rows[i].Cells)
	}
	return rows
}

func Nearest(heads []HeadColumn, box layout.Rect) int {
	best := 0
	for k := range heads {
		if math.Abs(heads[k].Box.MidX()-box.MidX()) < math.Abs(heads[best].Box.MidX()-box.MidX()) {
			best = k
		}
	}
	return best
}

// PairHeads are the headings of sums that stand beside each other on a line where
// nothing else does.
func (x *Reader) PairHeads(field int, f catalogue.Field) []HeadColumn {
	for r := range x.Sheet.Rows {
		row := &x.Sheet.Rows[r]
		var heads []HeadColumn
		for _, c := range row.Cells {
			at := x.LabelAt[x.Sheet.Cells[c].First]
			if at == 0 || !x.Placed[at-1].Ends {
				continue
			}
			if ref, ok := labels.ColumnRef(&x.Placed[at-1], field); ok && f.Columns[ref.Column].Kind == catalogue.Money {
				heads = append(heads, HeadColumn{Column: ref.Column, Spot: &x.Placed[at-1], Box: x.Placed[at-1].Box})
			}
		}
		if len(heads) == len(row.Cells) && len(heads) > 1 {
			return heads
		}
	}
	return nil
}
