package extraction

import (
	"slices"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readRows makes a row of each match of the list's patterns, in the order of the text;
// several where the pattern names a column again.
func (x *extractor) readRows(field int, f catalogue.Field) []rowValue {
	var best []rowValue
	for _, p := range x.plan.rows[field] {
		var rows []rowValue
		for _, m := range p.All(x.flow(), 0, len(x.sheet.Tokens)) {
			if !x.mayStand(f, int32(m.First)) {
				continue
			}
			for _, part := range perRow(m) {
				if row := x.rowOf(f, part); len(row.cells) > 0 && !x.refused(row, part, f) {
					rows = append(rows, row)
				}
			}
		}
		if weight(rows) > weight(best) {
			best = rows
		}
	}
	return x.readAcross(best, field, f)
}

// readAcross tries the same patterns over the printed lines from edge to edge: what
// stands side by side is one row there, though not in the flow of the blocks.
func (x *extractor) readAcross(best []rowValue, field int, f catalogue.Field) []rowValue {
	if len(x.plan.rows[field]) == 0 {
		return best
	}
	lines, origin := x.sheetOf(0, len(x.sheet.Rows))
	text := pattern.Over(lines)
	for _, p := range x.plan.rows[field] {
		var rows []rowValue
		for _, m := range p.All(text, 0, len(lines.Tokens)) {
			if !x.mayStand(f, origin[m.First]) {
				continue
			}
			for _, part := range perRow(m) {
				if row := x.lineRow(f, part, origin, -1); len(row.cells) > 0 && !x.refused(row, part, f) {
					row.how = fromProse
					rows = append(rows, row)
				}
			}
		}
		if weight(rows) > weight(best) {
			best = rows
		}
	}
	return best
}

// refused tells whether what a match takes for the name of a person is none, or what it
// takes for a code has no form of one.
func (x *extractor) refused(row rowValue, m pattern.Match, f catalogue.Field) bool {
	return slices.ContainsFunc(m.Slots, func(s pattern.Slot) bool {
		k := columnIndex(f, s.Name)
		if k >= 0 && row.cell(k) != nil && !x.scanned(row) && !shape.FitsMask(f.Columns[k].Mask, row.cell(k).value) {
			return true
		}
		return k >= 0 && f.Columns[k].Like == "name" && (row.cell(k) == nil || x.isLabel(row.cell(k).tokens))
	})
}

// isLabel tells whether words are a label from the first to the last: no name of a person.
func (x *extractor) isLabel(tokens []int32) bool {
	if len(tokens) == 0 {
		return false
	}
	at := x.spotAt[tokens[0]]
	return at > 0 && x.spots[at-1].first == int(tokens[0]) && x.spots[at-1].last == int(tokens[len(tokens)-1]) && x.spots[at-1].colon
}

// perRow cuts a match before each slot whose column came before.
func perRow(m pattern.Match) []pattern.Match {
	var out []pattern.Match
	first := 0
	for i, s := range m.Slots {
		if slices.ContainsFunc(m.Slots[first:i], func(o pattern.Slot) bool { return o.Name == s.Name }) {
			out = append(out, pattern.Match{First: m.First, Last: m.Last, Slots: m.Slots[first:i]})
			first = i
		}
	}
	return append(out, pattern.Match{First: m.First, Last: m.Last, Slots: m.Slots[first:]})
}

func (x *extractor) rowOf(f catalogue.Field, m pattern.Match) rowValue {
	row := rowValue{how: fromProse}
	for _, s := range m.Slots {
		column := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == s.Name })
		if column < 0 || row.cell(column) != nil {
			continue
		}
		if c, ok := x.slotCell(column, f.Columns[column], s); ok {
			row.cells = append(row.cells, c)
		}
	}
	slices.SortStableFunc(row.cells, func(a, b cellValue) int { return a.column - b.column })
	return row
}

func (x *extractor) slotCell(column int, c catalogue.Field, s pattern.Slot) (cellValue, bool) {
	if s.Typed && (recognise.Typed(c.Kind) || s.Form == "mask") {
		return cellValue{column, shape.Form(c, s.Value.Text), x.between(s.First, s.Last).Index, 0.9, s.Value.Checked, s.Value.Repaired}, true
	}
	first := x.pastHeadings(s)
	return x.cellOf(column, c, x.between(first, x.beforeLabel(first, s.Last)), 0.9)
}

// pastHeadings is where the words of a slot begin that ran over headings: behind
// the last line that is a label and nothing else.
func (x *extractor) pastHeadings(s pattern.Slot) int {
	first := s.First
	for i := s.First; i < s.Last; i++ {
		at := x.spotAt[i]
		if at > 0 && x.spots[at-1].last == i && x.spots[at-1].quality == 1 && x.spots[at-1].ends && x.spots[at-1].bounds() && x.sheet.LineStart(i+1) {
			first = i + 1
		}
	}
	return first
}
