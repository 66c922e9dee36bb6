package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/layout"
	"lavra.dev/processors/pattern"
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
			if row := x.pairRow(f, m, origin, heads[side].column); x.begins(row, f) {
				sides[side] = append(sides[side], row)
			}
		}
	}
	return x.fullRows(slices.Concat(sides...), f)
}

// pairRow is the row of a match; its sum is of the column money.
func (x *extractor) pairRow(f catalogue.Field, m pattern.Match, origin []int32, money int) rowValue {
	row := rowValue{how: "table"}
	for _, s := range m.Slots {
		column := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == s.Name })
		if f.Columns[column].Kind == catalogue.Money {
			column = money
		}
		if row.cell(column) != nil {
			continue
		}
		if c, ok := x.cellOf(column, f.Columns[column], x.run(origin[s.First:s.Last+1]), 0.9); ok {
			row.cells = append(row.cells, c)
		}
	}
	sortCells(row.cells)
	return row
}

// lineMatches are the matches on a line of the first pattern that has any.
func lineMatches(patterns []*pattern.Pattern, text *pattern.Text, cell layout.Cell) []pattern.Match {
	for _, p := range patterns {
		if all := p.All(text, cell.First, cell.Past); len(all) > 0 {
			return all
		}
	}
	return nil
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
				break
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

// linesBelow lays the lines below headings out as a sheet of their own, one cell a
// line, up to the next label. origin gives the token of the document for each.
func (x *extractor) linesBelow(heads []headColumn, field int) (lines *layout.Sheet, origin []int32) {
	lines = &layout.Sheet{Pages: x.sheet.Pages}
	from := int(x.sheet.Cells[heads[0].spot.cell].Row)
	bottom := heads[0].box.Bottom
	for r := from + 1; r < len(x.sheet.Rows); r++ {
		row := &x.sheet.Rows[r]
		first := x.sheet.Cells[row.Cells[0]]
		if row.Page != x.sheet.Rows[from].Page || first.Top-bottom > 40 || x.rowRole(row, field) != fieldLabel || x.foreign(row, field) {
			break
		}
		n := int32(len(lines.Cells))
		cell := layout.Cell{First: len(lines.Tokens), Rect: first.Rect, Page: first.Page, Row: n, Block: n}
		for _, i := range x.rowTokens(row) {
			t := x.sheet.Tokens[i]
			t.Cell = n
			lines.Tokens = append(lines.Tokens, t)
			origin = append(origin, i)
		}
		cell.Past = len(lines.Tokens)
		lines.Cells = append(lines.Cells, cell)
		bottom = max(bottom, first.Bottom)
	}
	return lines, origin
}
