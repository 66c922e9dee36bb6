package linerows

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// ReadRows makes a row of each match of the list's patterns, in the order of the text;
// several where the pattern names a column again.
func (x *Reader) ReadRows(field int, f catalogue.Field) []candidate.Row {
	var best []candidate.Row
	for _, p := range x.Type.RowForms[field] {
		var rows []candidate.Row
		for _, m := range p.All(x.Flow(), 0, len(x.Sheet.Tokens)) {
			if !x.MayStand(f, int32(m.First)) {
				continue
			}
			for _, part := range perRow(m) {
				if row := x.RowOf(f, part); len(row.Cells) > 0 {
					rows = append(rows, row)
				}
			}
		}
		if candidate.Weight(rows) > candidate.Weight(best) {
			best = rows
		}
	}
	return x.readAcross(best, field, f)
}

// readAcross tries the same patterns over the printed lines from edge to edge: what
// stands side by side is one row there, though not in the flow of the blocks.
func (x *Reader) readAcross(best []candidate.Row, field int, f catalogue.Field) []candidate.Row {
	if len(x.Type.RowForms[field]) == 0 {
		return best
	}
	lines, origin := x.SheetOf(0, len(x.Sheet.Rows))
	text := pattern.Over(lines)
	for _, p := range x.Type.RowForms[field] {
		var rows []candidate.Row
		for _, m := range p.All(text, 0, len(lines.Tokens)) {
			if !x.MayStand(f, origin[m.First]) {
				continue
			}
			for _, part := range perRow(m) {
				if row := x.LineRow(f, part, origin, -1); len(row.Cells) > 0 {
					row.How = candidate.FromProse
					rows = append(rows, row)
				}
			}
		}
		if candidate.Weight(rows) > candidate.Weight(best) {
			best = rows
		}
	}
	return best
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
