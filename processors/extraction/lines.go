package extraction

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// readLines reads rows by patterns over printed lines: what is left of a table
// whose headings cannot be read, or that never had any.
func (x *extractor) readLines(field int, f catalogue.Field) []rowValue {
	patterns := x.plan.lines[field]
	if len(patterns) == 0 {
		return nil
	}
	lines, origin := x.sheetOf(0, len(x.sheet.Rows))
	text := pattern.Over(lines)
	var rows []rowValue
	under := false // the line above is of a row
	for k := 0; k < len(lines.Cells); k++ {
		cell := lines.Cells[k]
		if s := x.sheet.Rows[cell.Row].Cells[0]; len(f.Table.In) > 0 && !within(x.sectionsOf(cell.Page, x.sheet.Cells[s].Rect), f.Table.In) {
			continue
		}
		switch x.rowRole(&x.sheet.Rows[cell.Row], field) {
		case tableEnd:
			if len(rows) > 0 && x.endsAlone(int(cell.Row), field) {
				return x.fullRows(rows, f)
			}
			continue
		case tableSkip:
			continue
		}
		all := lineMatches(patterns, text, cell)
		if len(all) == 0 {
			if under = under && x.labelledLine(&heading{}, rows, &x.sheet.Rows[cell.Row], field, f); under {
				continue
			}
			if all = twoLines(patterns, text, lines.Cells[k:]); len(all) == 0 {
				continue
			}
			k++
		}
		row := x.lineRow(f, all[0], origin, -1)
		if under = x.begins(row, f); under {
			rows = append(rows, row)
		}
	}
	return x.fullRows(rows, f)
}

// linesBeyond reads rows by their words alone where that finds more of them than the
// headings did: columns tell better what a number is than the order of words.
func (x *extractor) linesBeyond(table []rowValue, field int, f catalogue.Field) []rowValue {
	rows := x.readLines(field, f)
	if len(rows) > 0 && len(table) >= len(rows) && !x.scanned(rows[0]) {
		return nil
	}
	if len(rows) == 0 || !x.scanned(rows[0]) || 3*len(table) < 2*len(rows) || tellsMore(rows, table, f) {
		return rows
	}
	return x.besidesTable(table, rows)
}

// tellsMore tells whether most rows have a column that no row of a table has: OCR lost
// its heading.
func tellsMore(rows, table []rowValue, f catalogue.Field) bool {
	count := func(rows []rowValue, k int) int {
		n := 0
		for i := range rows {
			if rows[i].cell(k) != nil {
				n++
			}
		}
		return n
	}
	for k := range f.Columns {
		if 2*count(rows, k) > len(rows) && count(table, k) == 0 {
			return true
		}
	}
	return false
}

// besidesTable adds to the rows of a scanned table those of the lines that its headings
// gave nothing for, down to the line behind its last.
func (x *extractor) besidesTable(table, rows []rowValue) []rowValue {
	lineOf := func(t int32) int32 { return x.sheet.Cells[x.sheet.Tokens[t].Cell].Row }
	read, last := map[int32]bool{}, int32(0)
	for _, r := range table {
		for _, c := range r.cells {
			for _, t := range c.tokens {
				read[lineOf(t)], last = true, max(last, lineOf(t))
			}
		}
	}
	all := slices.Clone(table)
	for _, r := range rows {
		if line := lineOf(r.cells[0].tokens[0]); !read[line] && line <= last+1 {
			all, last = append(all, r), max(last, line)
		}
	}
	slices.SortStableFunc(all, func(a, b rowValue) int { return int(lineOf(a.cells[0].tokens[0]) - lineOf(b.cells[0].tokens[0])) })
	return all
}

// sheetOf lays printed lines out as a sheet of their own, each one cell and one
// block. origin gives the token of the document for each.
func (x *extractor) sheetOf(from, past int) (lines *layout.Sheet, origin []int32) {
	lines = &layout.Sheet{Pages: x.sheet.Pages}
	for r := from; r < past; r++ {
		row := &x.sheet.Rows[r]
		n := int32(len(lines.Cells))
		first := x.sheet.Cells[row.Cells[0]]
		cell := layout.Cell{First: len(lines.Tokens), Rect: first.Rect, Page: first.Page, Row: int32(r), Block: n}
		for _, i := range x.rowTokens(row) {
			t := x.sheet.Tokens[i]
			t.Cell = n
			lines.Tokens = append(lines.Tokens, t)
			origin = append(origin, i)
		}
		cell.Past = len(lines.Tokens)
		lines.Cells = append(lines.Cells, cell)
	}
	return lines, origin
}

// lineMatches are the matches along a line, one after the other: of the first
// pattern that fits there.
func lineMatches(patterns []*pattern.Pattern, text *pattern.Text, cell layout.Cell) []pattern.Match {
	var out []pattern.Match
	for at := cell.First; at < cell.Past; {
		found := false
		for _, p := range patterns {
			if m, ok := p.Within(text, at, cell.Past); ok && m.Last >= at {
				out, at, found = append(out, m), m.Last+1, true
				break
			}
		}
		if !found {
			break
		}
	}
	return out
}

// twoLines is the match over a line and the one under it, of a pattern that says where the
// first ends.
func twoLines(patterns []*pattern.Pattern, text *pattern.Text, cells []layout.Cell) []pattern.Match {
	if len(cells) < 2 || cells[1].Page != cells[0].Page || cells[1].Top-cells[0].Bottom > max(cells[0].Height(), 6) {
		return nil
	}
	for _, p := range patterns {
		if p.Lines() != 2 {
			continue
		}
		if m, ok := p.Within(text, cells[0].First, cells[1].Past); ok && m.Last >= cells[1].First {
			return []pattern.Match{m}
		}
	}
	return nil
}

// lineRow is the row of a match. Its sums are of the column money, where that is one.
func (x *extractor) lineRow(f catalogue.Field, m pattern.Match, origin []int32, money int) rowValue {
	row := rowValue{how: fromTable}
	for _, s := range m.Slots {
		column := columnIndex(f, s.Name)
		if money >= 0 && f.Columns[column].Kind == catalogue.Money {
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

// columnIndex is the place of a column in its list.
func columnIndex(f catalogue.Field, name string) int {
	for i := range f.Columns {
		if f.Columns[i].Name == name {
			return i
		}
	}
	return -1
}
