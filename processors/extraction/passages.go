package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// passage is the compiled form of catalogue.Passage.
type passage struct {
	begin, end, rows []*pattern.Pattern
	find             [][]*pattern.Pattern // by column
	sentence         bool
}

func compilePassage(f catalogue.Field) (*passage, error) {
	if f.Passages == nil {
		return nil, nil
	}
	p := &passage{sentence: f.Passages.Sentence, find: make([][]*pattern.Pattern, len(f.Columns))}
	var err error
	for _, part := range []struct {
		into    *[]*pattern.Pattern
		sources []string
	}{{&p.begin, f.Passages.Begin}, {&p.end, f.Passages.End}, {&p.rows, f.Passages.Rows}} {
		if *part.into, err = columnPatterns(f, part.sources); err != nil {
			return nil, err
		}
	}
	for k, c := range f.Columns {
		if p.find[k], err = columnPatterns(f, c.Find); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// stretch is the tokens from first up to past.
type stretch struct{ first, past int }

// readPassages makes the rows of a list from the running text that speaks of them
// one after the other: each reaches from the words that begin it to the next one.
func (x *extractor) readPassages(field int, f catalogue.Field) []rowValue {
	p := x.plan.passages[field]
	if p == nil {
		return nil
	}
	var best []rowValue
	for _, s := range x.stretches(p) {
		if rows := x.rowsWithin(p, s, f); weight(rows) > weight(best) {
			best = rows
		}
	}
	return best
}

// stretches are the passages of the text, one after each place where one begins.
func (x *extractor) stretches(p *passage) []stretch {
	n := len(x.sheet.Tokens)
	var out []stretch
	if len(p.begin) == 0 {
		out = append(out, stretch{0, n})
	}
	for _, m := range x.matches(p.begin, 0, n) {
		out = append(out, stretch{m.Last + 1, n})
	}
	for i := range out {
		if p.sentence {
			out[i].past = x.sentencePast(out[i].first, n)
		}
		if ends := x.matches(p.end, out[i].first, out[i].past); len(ends) > 0 {
			out[i].past = ends[0].First
		}
	}
	return out
}

// sentencePast is where the sentence ends in which token first stands.
func (x *extractor) sentencePast(first, n int) int {
	for i := first; i < min(n, first+longSentence); i++ {
		if x.flow().SentenceEnd(i, n) || strings.HasSuffix(x.sheet.Tokens[i].Text, ";") {
			return i + 1
		}
	}
	return min(n, first+longSentence)
}

const longSentence = 60 // words, where OCR lost the full stop

// matches lists what any of the patterns match, in the order of the text; where
// two overlap the pattern that stands first counts.
func (x *extractor) matches(patterns []*pattern.Pattern, from, to int) []pattern.Match {
	return x.matchesBut(patterns, from, to, func(pattern.Match) bool { return false })
}

// matchesBut is the same without those that a test drops: they hide no other.
func (x *extractor) matchesBut(patterns []*pattern.Pattern, from, to int, drop func(pattern.Match) bool) []pattern.Match {
	var out []pattern.Match
	for _, p := range patterns {
		for _, m := range p.All(x.flow(), from, to) {
			if !drop(m) && !slices.ContainsFunc(out, func(o pattern.Match) bool { return m.First <= o.Last && o.First <= m.Last }) {
				out = append(out, m)
			}
		}
	}
	slices.SortFunc(out, func(a, b pattern.Match) int { return a.First - b.First })
	return out
}

func (x *extractor) rowsWithin(p *passage, s stretch, f catalogue.Field) []rowValue {
	heads := x.matchesBut(p.rows, s.first, s.past, func(m pattern.Match) bool {
		row := x.rowOf(f, m)
		return nameless(row, f) || x.placed(row, f) || x.qualifies(row, f)
	})
	heads = slices.DeleteFunc(heads, func(m pattern.Match) bool {
		return len(m.Slots) == 0 // a pattern without slots says what is no row
	})
	var rows []rowValue
	for i, m := range heads {
		past := s.past
		if i+1 < len(heads) {
			past = heads[i+1].First
		}
		row := x.rowOf(f, m)
		x.findColumns(&row, p, f, stretch{m.First, past})
		if len(row.cells) > 0 {
			rows = append(rows, row)
		}
	}
	return withoutBareNames(rows)
}

// withoutBareNames drops the rows that are a name and nothing more among others that all
// say more: a letterhead, or who signs.
func withoutBareNames(rows []rowValue) []rowValue {
	bare := func(r rowValue) bool { return len(r.cells) == 1 }
	full := 0
	for _, r := range rows {
		if len(r.cells) > 2 {
			full++
		}
	}
	if full < 2 {
		return rows
	}
	return slices.DeleteFunc(rows, bare)
}

// nameless tells whether what a row takes for a name is one word: a street, a
// heading, the rest of a line.
func nameless(row rowValue, f catalogue.Field) bool {
	return slices.ContainsFunc(row.cells, func(c cellValue) bool {
		like := f.Columns[c.column].Like
		return (like == "name" || like == "company") && !strings.Contains(c.value, " ")
	})
}

// placed tells whether what a row takes for a name is a place: its state follows behind a
// dash or a slash, "Feira de Santana - BA".
func (x *extractor) placed(row rowValue, f catalogue.Field) bool {
	return slices.ContainsFunc(row.cells, func(c cellValue) bool {
		if f.Columns[c.column].Like != "name" || len(c.tokens) == 0 {
			return false
		}
		i := int(c.tokens[len(c.tokens)-1])
		parted := strings.HasSuffix(x.sheet.Tokens[i].Text, "/") || strings.HasSuffix(x.sheet.Tokens[i].Text, "-")
		for i++; i < len(x.sheet.Tokens) && x.sheet.Tokens[i].Fold == ""; i++ {
			parted = parted || x.sheet.Tokens[i].Dash()
		}
		if i == len(x.sheet.Tokens) {
			return false
		}
		state := strings.TrimLeft(recognise.Bare(x.sheet.Tokens[i].Text), "-/")
		return (parted || strings.HasPrefix(x.sheet.Tokens[i].Text, "-")) && state == strings.ToUpper(state) && checkdigit.UF(state)
	})
}

// qualifies tells whether what a row takes for a name says what somebody is, as the
// profession does in "brasileiro, solteiro, TÉCNICO EM ELETRÔNICA, RG".
func (x *extractor) qualifies(row rowValue, f catalogue.Field) bool {
	return slices.ContainsFunc(row.cells, func(c cellValue) bool {
		if like := f.Columns[c.column].Like; like != "name" && like != "company" || len(c.tokens) == 0 {
			return false
		}
		i := int(c.tokens[0]) - 1
		comma := i >= 0 && x.sheet.Tokens[i].Text == ","
		if comma {
			i--
		}
		if i < 0 {
			return false
		}
		before := &x.sheet.Tokens[i]
		return before.Fold == "profissao" || (comma || strings.HasSuffix(before.Text, ",")) && states[before.Fold]
	})
}

// states are what the law calls persons before their profession.
var states = map[string]bool{"brasileiro": true, "brasileira": true, "solteiro": true, "solteira": true, "casado": true, "casada": true, "divorciado": true, "divorciada": true,
	"viuvo": true, "viuva": true, "separado": true, "separada": true, "maior": true, "capaz": true}

// findColumns fills the columns that the words beginning a row did not give.
func (x *extractor) findColumns(row *rowValue, p *passage, f catalogue.Field, s stretch) {
	for k, c := range f.Columns {
		if row.cell(k) != nil {
			continue
		}
		for _, find := range p.find[k] {
			if cell, ok := x.findCell(find, k, c, s); ok && !row.holds(cell) {
				row.cells = append(row.cells, cell)
				break
			}
		}
	}
	sortCells(row.cells)
}

// holds tells whether another column of the row has the same words.
func (r *rowValue) holds(c cellValue) bool {
	return slices.ContainsFunc(r.cells, func(o cellValue) bool { return slices.Equal(o.tokens, c.tokens) })
}

func (x *extractor) findCell(find *pattern.Pattern, column int, c catalogue.Field, s stretch) (cellValue, bool) {
	for _, m := range find.All(x.flow(), s.first, s.past) {
		for _, slot := range m.Slots {
			if !slot.Typed && (x.runsOver(slot) || x.sheet.LineStart(slot.First) && x.boundary(slot.First)) {
				continue // the words under a value are a label
			}
			if cell, ok := x.slotCell(column, c, slot); ok {
				return cell, true
			}
		}
	}
	return cellValue{}, false
}
