package linerows

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// ReadRows makes a row of each match of the list's patterns, in the order of the text or over the
// printed lines from edge to edge: what stands side by side is one row there. There are several rows
// of a match where the pattern names a column again.
func (x *Reader) ReadRows(field int, f catalogue.Field) (best []candidate.Row) {
	patterns := x.Type.Lists[field].Rows
	if len(patterns) == 0 {
		return nil
	}
	read := func(text *pattern.Text, tokens int, at func(int) int32, rowOf func(pattern.Match) candidate.Row) {
		for _, p := range patterns {
			var rows []candidate.Row
			for _, m := range p.All(text, 0, tokens) {
				if !x.MayStand(f, at(m.First)) && !x.namesPart(f, m, at(m.Last)) {
					continue
				}
				for _, part := range perRow(m) {
					if row := rowOf(part); len(row.Cells) > 0 {
						row.How = candidate.FromProse
						rows = append(rows, row)
					}
				}
			}
			if candidate.Weight(rows) > candidate.Weight(best) {
				best = rows
			}
		}
	}
	read(x.Flow(), len(x.Sheet.Tokens), func(i int) int32 { return int32(i) }, func(m pattern.Match) candidate.Row { return x.FlowRow(f, m) })
	lines := x.Lines()
	read(lines.Text, len(lines.Tokens), func(i int) int32 { return lines.Origin[i] }, func(m pattern.Match) candidate.Row { return x.LineRow(f, m) })
	return best
}

// namesPart reports whether the word that ends a match behind its values names the part of the document that a list is
// in: "Ana Lima, CPF 529.982.247-25, assinou como testemunha" stands in none.
func (x *Reader) namesPart(f catalogue.Field, m pattern.Match, last int32) bool {
	s, n := x.LabelOn(int(last)), len(m.Slots)
	return s != nil && n > 0 && m.Slots[n-1].Last < m.Last && s.Opens(f.In)
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
