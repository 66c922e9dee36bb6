package linerows

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/shape"
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
				if row := x.RowOf(f, part); len(row.Cells) > 0 && !x.refused(row, part, f) {
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
				if row := x.LineRow(f, part, origin, -1); len(row.Cells) > 0 && !x.refused(row, part, f) {
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

// refused reports whether what a match takes for the name of a person is none, or what it
// takes for a code has no form of one.
func (x *Reader) refused(row candidate.Row, m pattern.Match, f catalogue.Field) bool {
	return slices.ContainsFunc(m.Slots, func(s pattern.Slot) bool {
		k := compile.ColumnIndex(f, s.Name)
		if k >= 0 && row.Cell(k) != nil && !x.Scanned(row) && !shape.FitsMask(f.Columns[k].Mask, row.Cell(k).Text) {
			return true
		}
		return k >= 0 && f.Columns[k].Like == "name" && (row.Cell(k) == nil || x.isLabel(row.Cell(k).Tokens))
	})
}

// isLabel reports whether words are a label from the first to the last: no name of a person.
func (x *Reader) isLabel(tokens []int32) bool {
	if len(tokens) == 0 {
		return false
	}
	at := x.LabelAt[tokens[0]]
	return at > 0 && x.Placed[at-1].First == int(tokens[0]) && x.Placed[at-1].Last == int(tokens[len(tokens)-1]) && x.Placed[at-1].Colon
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
