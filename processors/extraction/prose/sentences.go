package prose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	saidTyped = candidate.Unlabelled // of a value of the right kind behind words of a sentence that mean its field
	saidWords = candidate.Weak       // of words behind such
)

// readSentences proposes what stands in a sentence behind words that mean a field.
func (x *reader) readSentences() {
	told := x.toldOfOthers()
	for _, m := range x.Type.Meant.Set.Said(x.Sheet, x.Reading, x.Flow().Wraps) {
		at, ok := x.ledTo(m)
		if !ok || told[at] {
			continue
		}
		id := m.ID
		if !m.Fit.Owner {
			id++
		}
		r := x.Type.Refs[id]
		t := &x.Sheet.Tokens[m.First]
		s := labels.Label{Sections: x.SectionsOf(t.Page, t.Rect)}
		switch {
		case r.Owner == compile.MustBeNamed:
		case r.Role == compile.FieldLabel:
			if f := x.Type.Fields[r.Field]; f.Kind != catalogue.List && (f.With == "" || m.Fit.Owner) && x.LabelInScope(f, &s, r) {
				x.readSaid(r.Field, at)
			}
		}
	}
}

// toldOfOthers are the words of the texts that are fields of their own, and where the persons of a list
// live: what they mention is told of something else.
func (x *reader) toldOfOthers() []bool {
	out := make([]bool, len(x.Sheet.Tokens))
	for i := range x.Found {
		if c := &x.Found[i]; x.Type.Fields[c.Field].Kind == catalogue.Text {
			for _, t := range c.Tokens {
				out[t] = true
			}
		}
	}
	if !slices.ContainsFunc(x.Type.Fields, compile.NamesAttributes) {
		return out
	}
	for _, e := range x.Persons().All() {
		if v, ok := e.Value(entity.Address); ok && !e.Company {
			for t := v.First; t <= v.Last; t++ {
				out[t] = true
			}
		}
	}
	return out
}

// ledTo is the first token that the words of a sentence lead on to, over small words and forms
// of address; ok is false for a label, whose value others look for.
func (x *reader) ledTo(m label.Match) (int, bool) {
	if on := x.LabelOn(m.Last); on != nil && on.Strength >= labels.Likely {
		return 0, false
	}
	either := strings.HasSuffix(x.Sheet.Tokens[m.Last].Text, eitherSex)
	if !either && strings.ContainsAny(x.Sheet.Tokens[m.Last].Text, ",;)") || !x.OfText(x.Sheet.Tokens[m.Last].Cell) || x.UnderLabel(x.Sheet.Tokens[m.First].Cell) {
		return 0, false
	}
	if t := &x.Sheet.Tokens[m.First]; !either && layout.HasCapital(t.Text) && m.First > 0 && !x.Sheet.LineStart(m.First) && !x.Flow().SentenceEnd(m.First-1, len(x.Sheet.Tokens)) {
		return 0, false // "Praça da Matriz"
	}
	i := m.Last + 1
	for i < len(x.Sheet.Tokens) && x.Reading.Filler(i) && !layout.HasCapital(x.Sheet.Tokens[i].Text) || i < len(x.Sheet.Tokens) && shape.FormOfAddress(x.Sheet.Tokens[i].Fold) {
		i++
	}
	if i >= len(x.Sheet.Tokens) || x.Sheet.BlockStart(i) || x.Sheet.LineStart(i) && !x.Flow().Wraps(i) {
		return 0, false
	}
	if i == m.Last+1 && !either && layout.HasCapital(x.Sheet.Tokens[m.Last].Text) && layout.HasCapital(x.Sheet.Tokens[i].Text) && !strings.HasSuffix(x.Sheet.Tokens[m.Last].Text, ":") {
		if m.First == m.Last || layout.HasCapital(x.Sheet.Tokens[m.Last-1].Text) || !x.Reading.Covered(m.First) {
			return 0, false // both are words of a name: "Hospital Santa Clara"
		}
		i = m.Last // "fica na Rua do Sol"
	}
	return i, true
}

// eitherSex ends a word of a form, no name: "O(A) Juiz(a) Fulano de Tal".
const eitherSex = "(a)"

// readSaid proposes the value of a field that begins at a token.
func (x *reader) readSaid(field, at int) {
	f := &x.Type.Fields[field]
	form := x.Type.Said[field].Plain
	if form == nil {
		return
	}
	bare := x.Reading.Covered(at-1) && x.Sheet.Tokens[at-1].Text[len(x.Sheet.Tokens[at-1].Text)-1] != ':'
	if !recognise.Typed(f.Kind) && (bare && !layout.HasCapital(x.Sheet.Tokens[at].Text) || propose.Laws[x.Sheet.Tokens[at].Fold]) {
		return // the sentence goes on: "ação ajuizada por"
	}
	if x.mixedCase(at) {
		form = x.Type.Said[field].Named
	}
	if m, ok := form.At(x.Flow(), at, len(x.Sheet.Tokens)); ok {
		score := saidWords
		if recognise.Typed(f.Kind) {
			score = saidTyped
		}
		for _, slot := range m.Slots {
			for !slot.Typed && slot.Last+1 < len(x.Sheet.Tokens) && !x.Sheet.Tokens[slot.Last+1].Space && !x.Sheet.LineStart(slot.Last+1) {
				slot.Last++ // "Sorocaba/SP"
			}
			if !x.withinFound(field, slot) {
				x.ProposeSlot(field, slot, score, candidate.FromProse)
			}
		}
	}
}

// withinFound reports whether a listed pattern found the words of a slot for a field.
func (x *reader) withinFound(field int, s pattern.Slot) bool {
	return slices.ContainsFunc(x.Found, func(c candidate.Value) bool {
		return c.Field == field && c.How == candidate.FromProse && slices.Contains(c.Tokens, int32(s.First)) && slices.Contains(c.Tokens, int32(s.Last))
	})
}

// mixedCase reports whether words begin with a capital at a token of a text that is not all in
// capitals, so that the end of them shows.
func (x *reader) mixedCase(at int) bool {
	return at+1 < len(x.Sheet.Tokens) && layout.HasCapital(x.Sheet.Tokens[at].Text) && (shape.BetweenNames(x.Sheet.Tokens[at+1].Fold) || layout.HasCapital(x.Sheet.Tokens[at+1].Text)) && x.Sheet.Tokens[at-1].Small()
}
