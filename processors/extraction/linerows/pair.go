package linerows

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// ReadPair reads tables that stand side by side, each under one word that says
// what its sums are: earnings here, deductions there, and no other heading.
func (x *Reader) ReadPair(field int, f catalogue.Field) []candidate.Row {
	patterns := x.Type.PairForms[field]
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
	sides := make([][]candidate.Row, len(heads))
	for _, cell := range lines.Cells {
		for _, m := range lineMatches(patterns, text, cell) {
			side := nearest(heads, lines.Box(m.First, m.Last))
			if row := x.LineRow(f, m, origin, heads[side].column); x.Begins(row, f) {
				sides[side] = append(sides[side], row)
			}
		}
	}
	return x.FullRows(slices.Concat(sides...), f)
}

// linesBelow are the lines below headings up to the next label. A first line with a sum is
// a row even where its words are a label elsewhere, as the pay itself is: "Subsídio".
func (x *Reader) linesBelow(heads []pairHead, field int) (*layout.Sheet, []int32) {
	from := int(x.Sheet.Cells[heads[0].cell].Row)
	bottom := heads[0].box.Bottom
	past := from + 1
	for ; past < len(x.Sheet.Rows); past++ {
		row := &x.Sheet.Rows[past]
		first := x.Sheet.Cells[row.Cells[0]]
		if row.Page != x.Sheet.Rows[from].Page || first.Top-bottom > 40 || x.RowRole(row, field) != compile.FieldLabel || x.Boundary(first.First) && !(past == from+1 && x.holdsSum(past)) {
			break
		}
		bottom = max(bottom, first.Bottom)
	}
	return x.SheetOf(from+1, past)
}
