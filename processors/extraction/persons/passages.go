package persons

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// stretch is the tokens from first up to past.
type stretch struct{ first, past int }

// ReadPassages makes the rows of a list from the running text that speaks of them
// one after the other: each reaches from the words that begin it to the next one.
func (x *Reader) ReadPassages(field int, f catalogue.Field) []candidate.Row {
	p := x.Type.Lists[field].Passage
	if p == nil {
		return nil
	}
	read := func(s stretch) []candidate.Row { return x.rowsWithin(p, s, f) }
	best := heaviest(x.stretches(p), read)
	if best == nil && onlyNames(f) {
		best = x.namedAlone(x.knownNames())
	}
	return best
}

// onlyNames reports whether a list tells nothing of persons but who they are.
func onlyNames(f catalogue.Field) bool { return len(f.Columns) == 1 && f.Columns[0].Like == "name" }

// heaviest are the rows of the stretch that gives most.
func heaviest(stretches []stretch, read func(stretch) []candidate.Row) (best []candidate.Row) {
	for _, s := range stretches {
		if rows := read(s); candidate.Weight(rows) > candidate.Weight(best) {
			best = rows
		}
	}
	return best
}

// stretches are the passages of the text, one after each place where one begins.
func (x *Reader) stretches(p *compile.Passage) []stretch {
	n := len(x.Sheet.Tokens)
	var out []stretch
	if len(p.Begin) == 0 {
		out = append(out, stretch{0, n})
	}
	for _, m := range x.matches(p.Begin, 0, n) {
		out = append(out, stretch{m.Last + 1, n})
	}
	for i := range out {
		out[i] = x.upToEnd(p, out[i])
	}
	return out
}

// upToEnd is a stretch up to where its passage ends.
func (x *Reader) upToEnd(p *compile.Passage, s stretch) stretch {
	if p.Sentence {
		s.past = x.sentencePast(s.first, s.past)
	}
	if ends := x.matches(p.End, s.first, s.past); len(ends) > 0 {
		s.past = ends[0].First
	}
	return s
}

// sentencePast is where the sentence ends in which token first stands.
func (x *Reader) sentencePast(first, n int) int {
	for i := first; i < min(n, first+longSentence); i++ {
		if x.Flow().SentenceEnd(i, n) {
			return i + 1
		}
	}
	return min(n, first+longSentence)
}

const longSentence = 60 // words, where OCR lost the full stop

// matches lists what any of the patterns match, in the order of the text; where
// two overlap the pattern that stands first counts.
func (x *Reader) matches(patterns []*pattern.Pattern, from, to int) []pattern.Match {
	return x.matchesBut(patterns, from, to, func(pattern.Match) bool { return false })
}

// matchesBut is the same without those that a test drops: they hide no other.
func (x *Reader) matchesBut(patterns []*pattern.Pattern, from, to int, drop func(pattern.Match) bool) []pattern.Match {
	var out []pattern.Match
	for _, p := range patterns {
		for _, m := range p.All(x.Flow(), from, to) {
			if !drop(m) && !slices.ContainsFunc(out, func(o pattern.Match) bool { return m.First <= o.Last && o.First <= m.Last }) {
				out = append(out, m)
			}
		}
	}
	slices.SortFunc(out, func(a, b pattern.Match) int { return a.First - b.First })
	return out
}

func (x *Reader) rowsWithin(p *compile.Passage, s stretch, f catalogue.Field) []candidate.Row {
	if onlyNames(f) {
		if rows := x.namedIn(s, x.knownNames()); len(rows) > 0 {
			return rows
		}
	}
	heads := x.matchesBut(p.Rows, s.first, s.past, func(m pattern.Match) bool { return listrow.Nameless(x.FlowRow(f, m), f) })
	var rows []candidate.Row
	for i, m := range heads {
		past := s.past
		if i+1 < len(heads) {
			past = heads[i+1].First
		}
		row := x.FlowRow(f, m)
		x.findColumns(&row, p, f, stretch{m.First, past})
		if len(row.Cells) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// findColumns fills the columns that the words beginning a row did not give.
func (x *Reader) findColumns(row *candidate.Row, p *compile.Passage, f catalogue.Field, s stretch) {
	for k, c := range f.Columns {
		if row.Cell(k) != nil {
			continue
		}
		for _, find := range p.Find[k] {
			if cell, ok := x.findCell(find, k, c, s); ok {
				row.Add(cell)
				break
			}
		}
	}
}

func (x *Reader) findCell(find *pattern.Pattern, column int, c catalogue.Field, s stretch) (candidate.Cell, bool) {
	for _, m := range find.All(x.Flow(), s.first, s.past) {
		for _, slot := range m.Slots {
			if !slot.Typed && (x.RunsOver(slot) || x.Sheet.LineStart(slot.First) && x.Boundary(slot.First)) {
				continue // the words under a value are a label
			}
			if cell, ok := x.SlotCell(column, c, slot); ok {
				return cell, true
			}
		}
	}
	return candidate.Cell{}, false
}
