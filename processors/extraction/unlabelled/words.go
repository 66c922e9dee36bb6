package unlabelled

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/phrase"
)

// readValues proposes the values of enum and bool fields by the phrases that mean
// them, anywhere on the document, where the field has no labels of its own.
func (x *reader) readValues() {
	type tally struct {
		value  string
		letter int
		tokens []int32
	}
	found := map[int][]tally{}
	for _, h := range x.Type.ValuePhrases.Find(x.Sheet) {
		m := x.Type.ValueMeanings[h.ID]
		if f := x.Type.Fields[m.Field]; len(f.Labels) > 0 || x.Unticked(int32(h.First)) {
			continue
		}
		if l := x.LabelOn(h.First); l != nil && l.First < h.First && !l.Of(m.Field) {
			continue // "Nome completo" says nothing of a complete declaration
		}
		at := slices.IndexFunc(found[m.Field], func(t tally) bool { return t.value == m.Value })
		if at < 0 {
			at = len(found[m.Field])
			found[m.Field] = append(found[m.Field], tally{value: m.Value, tokens: x.Between(h.First, h.Last).Index})
		}
		found[m.Field][at].letter += h.Length
		if cell := x.Sheet.Cells[x.Sheet.Tokens[h.First].Cell]; cell.First == h.First && cell.Past == h.Last+1 {
			found[m.Field][at].letter += 2 * h.Length // a heading says what it is
		}
	}
	for _, f := range slices.Sorted(maps.Keys(found)) {
		all := found[f]
		sort.SliceStable(all, func(i, j int) bool { return all[i].letter > all[j].letter })
		score := candidate.Placed
		if len(all) > 1 {
			score = 1 - float64(all[1].letter)/float64(2*all[0].letter)
		}
		x.Propose(candidate.Value{Field: f, Tokens: all[0].tokens, Text: all[0].value, Score: score, How: candidate.FromWords})
	}
}

// readKnown proposes the names that the entry knows, such as those of banks, where
// they stand as a short line of their own.
func (x *reader) readKnown() {
	hits := x.Type.KnownPhrases.Find(x.Sheet)
	for _, h := range hits {
		if slices.ContainsFunc(hits, func(o phrase.Hit) bool { return o.First < h.First && o.Last >= h.Last && o.Length > h.Length }) {
			continue // "Bradesco" of "Banco Bradesco"
		}
		cell := x.Sheet.Cells[x.Sheet.Tokens[h.First].Cell]
		if x.Sheet.Tokens[h.Last].Cell != x.Sheet.Tokens[h.First].Cell {
			continue
		}
		run, score := x.Between(h.First, h.Last), candidate.Weak
		if cell.First == h.First && cell.Past-cell.First <= h.Last-h.First+4 {
			run, score = x.Run(cell.Words()), candidate.Unlabelled
		}
		if last := x.legalName(h.Last, cell); last > h.Last && run.Len() == h.Last-h.First+1 {
			run, score = x.Between(h.First, last), candidate.Weak
			if cell.First == h.First {
				score = candidate.Fair
			}
		}
		first, last := run.Trim(0, run.Len()-1)
		for i := h.Last - h.First + 1; i <= last; i++ { // the code after a name is not of it
			if layout.HasFigure(run.Token(i).Text) {
				last = i - 1
				for last > h.Last-h.First && x.LabelOn(int(run.Index[last])) != nil { // nor its label: "Unicred Banco 136"
					last--
				}
				break
			}
		}
		field, name := x.Type.KnownOf[h.ID], shape.Clean(run.Text(first, last))
		x.Propose(candidate.Value{Field: field, Tokens: run.Index[first : last+1], Text: name, Score: score, How: candidate.FromWords})
	}
}

// legalName is the last word of the full name of a company that goes on behind a known
// part of it to its legal form: "BANCO DO NORDESTE DO BRASIL S.A.". Without one it is
// the last of that part.
func (x *reader) legalName(last int, cell layout.Cell) int {
	for i := last + 1; i < min(cell.Past, last+1+legalWords); i++ {
		t := &x.Sheet.Tokens[i]
		if layout.HasFigure(t.Text) || t.Dash() || strings.HasSuffix(t.Text, ":") || strings.HasSuffix(t.Text, ",") {
			return last
		}
		if pattern.EndsCompany(t.Fold) || lexicon.StockCompany(x.Sheet.Tokens[i-1].Fold, t.Fold) {
			return i
		}
	}
	return last
}

const legalWords = 6 // words from the known part of a name to its legal form, at most

// readVocabularies proposes the words of a closed list that stand as a cell of their
// own: their label may be misread, or none of those that the entry knows. A word
// that two fields may have says nothing.
func (x *reader) readVocabularies() {
	for i, f := range x.Type.Fields {
		v := x.Type.Vocabularies[i]
		if v == nil {
			continue
		}
		for k := range x.Sheet.Cells {
			cell := &x.Sheet.Cells[k]
			run := x.Run(cell.Words())
			first, last := run.Trim(0, run.Len()-1)
			if first > last || last-first > 5 || x.Boundary(cell.First) {
				continue
			}
			c := candidate.Value{Field: i, Tokens: slices.Clone(run.Index[first : last+1]), Text: shape.Clean(run.Text(first, last)), Score: candidate.Weak, How: candidate.FromWords}
			if len(fold.Text(c.Text)) < 4 || x.inOthers(i, fold.Text(c.Text)) || !x.MayStand(f, c.Tokens[0]) {
				continue
			}
			if _, share := v.Correct(c.Text, x.Read(run)); share >= compile.MendedWord {
				x.Propose(c)
			}
		}
	}
}

// inOthers reports whether the vocabulary of another field has a word.
func (x *reader) inOthers(field int, folded string) bool {
	return slices.ContainsFunc(x.Type.Vocabularies, func(v compile.Vocabulary) bool {
		_, ok := v[folded]
		return ok && !compile.SameVocabulary(v, x.Type.Vocabularies[field])
	})
}
