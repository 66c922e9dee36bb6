package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// readPair reads tables that stand side by side, each under one word that says
// what its sums are: earnings here, deductions there, and no other heading.
func (x *extractor) readPair(field int, f catalogue.Field) []rowValue {
	patterns := x.plan.pairs[field]
	if len(patterns) == 0 {
		return nil
	}
	heads := x.pairHeads(field, f)
	if len(heads) < 2 {
		return nil
	}
	lines, origin := x.linesBelow(heads, field)
	if len(lines.Cells) == 0 {
		return nil
	}
	text := pattern.Over(lines)
	sides := make([][]rowValue, len(heads))
	for _, cell := range lines.Cells {
		for _, m := range lineMatches(patterns, text, cell) {
			side := nearest(heads, lines.Box(m.First, m.Last))
			if row := x.lineRow(f, m, origin, heads[side].column); x.begins(row, f) {
				sides[side] = append(sides[side], row)
			}
		}
	}
	return x.fullRows(slices.Concat(sides...), f)
}

func nearest(heads []headColumn, box layout.Rect) int {
	best := 0
	for k := range heads {
		if math.Abs(heads[k].box.MidX()-box.MidX()) < math.Abs(heads[best].box.MidX()-box.MidX()) {
			best = k
		}
	}
	return best
}

// pairHeads are the headings of sums that stand beside each other on a line where
// nothing else does.
func (x *extractor) pairHeads(field int, f catalogue.Field) []headColumn {
	for r := range x.sheet.Rows {
		row := &x.sheet.Rows[r]
		var heads []headColumn
		for _, c := range row.Cells {
			at := x.spotAt[x.sheet.Cells[c].First]
			if at == 0 || !x.spots[at-1].ends {
				continue
			}
			if ref, ok := columnRef(&x.spots[at-1], field); ok && f.Columns[ref.column].Kind == catalogue.Money {
				heads = append(heads, headColumn{column: ref.column, spot: &x.spots[at-1], box: x.spots[at-1].box})
			}
		}
		if len(heads) == len(row.Cells) && len(heads) > 1 {
			return heads
		}
	}
	return nil
}

// linesBelow are the lines below headings up to the next label. A first line with a sum is
// a row even where its words are a label elsewhere, as the pay itself is: "Subsídio".
func (x *extractor) linesBelow(heads []headColumn, field int) (*layout.Sheet, []int32) {
	from := int(x.sheet.Cells[heads[0].spot.cell].Row)
	bottom := heads[0].box.Bottom
	past := from + 1
	for ; past < len(x.sheet.Rows); past++ {
		row := &x.sheet.Rows[past]
		first := x.sheet.Cells[row.Cells[0]]
		if row.Page != x.sheet.Rows[from].Page || first.Top-bottom > 40 || x.rowRole(row, field) != fieldLabel || x.boundary(first.First) && !(past == from+1 && x.holdsSum(past)) {
			break
		}
		bottom = max(bottom, first.Bottom)
	}
	return x.sheetOf(from+1, past)
}
