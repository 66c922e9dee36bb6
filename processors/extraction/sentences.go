package extraction

import (
	"cmp"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	saidTyped = 0.7 // the score of a value of the right kind behind words of a sentence that mean its field
	saidWords = 0.6 // of words behind such
)

// readSentences proposes what stands in a sentence behind words that mean a field, or a box.
func (x *extractor) readSentences() {
	told := x.toldOfOthers()
	for _, m := range x.plan.wanted.meanings.Said(x.sheet, x.reading, x.flow().Wraps) {
		at, ok := x.ledTo(m)
		if !ok || told[at] {
			continue
		}
		id := m.ID
		if !m.Fit.Owner {
			id++
		}
		r := x.plan.refs[id]
		t := &x.sheet.Tokens[m.First]
		s := spot{sections: x.sectionsOf(t.Page, t.Rect)}
		switch {
		case r.owner == mustBeNamed:
		case r.role == fieldLabel:
			if f := x.plan.typ.Fields[r.field]; f.Kind != catalogue.List && (f.With == "" || m.Fit.Owner) && x.labelInScope(f, &s, r) {
				x.readSaid(r.field, at)
			}
		case r.role == boxLabel:
			if b := x.plan.typ.Boxes[r.box]; x.inScope(catalogue.Field{In: b.In, NotIn: b.NotIn}, &s) {
				x.readSaidBox(r.box, at)
			}
		}
	}
}

// toldOfOthers are the words of the texts that are fields of their own, and where the persons of a list
// live: what they mention is told of something else.
func (x *extractor) toldOfOthers() []bool {
	out := make([]bool, len(x.sheet.Tokens))
	for i := range x.candidates {
		if c := &x.candidates[i]; x.plan.typ.Fields[c.field].Kind == catalogue.Text {
			for _, t := range c.tokens {
				out[t] = true
			}
		}
	}
	if !slices.ContainsFunc(x.plan.typ.Fields, namesAttributes) {
		return out
	}
	for _, e := range x.persons().In(0, len(x.sheet.Tokens)) {
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
func (x *extractor) ledTo(m label.Match) (int, bool) {
	if at := x.spotAt[m.Last]; at > 0 && x.spots[at-1].quality >= 0.75 {
		return 0, false
	}
	if strings.ContainsAny(x.sheet.Tokens[m.Last].Text, ",;)") || !x.ofText(x.sheet.Tokens[m.Last].Cell) || x.underLabel(x.sheet.Tokens[m.First].Cell) {
		return 0, false
	}
	if t := &x.sheet.Tokens[m.First]; layout.HasCapital(t.Text) && m.First > 0 && !x.sheet.LineStart(m.First) && !x.flow().SentenceEnd(m.First-1, len(x.sheet.Tokens)) {
		return 0, false // "Praça da Matriz"
	}
	i := m.Last + 1
	for i < len(x.sheet.Tokens) && x.reading.Filler(i) && !layout.HasCapital(x.sheet.Tokens[i].Text) || i < len(x.sheet.Tokens) && shape.FormOfAddress(x.sheet.Tokens[i].Fold) {
		i++
	}
	if i >= len(x.sheet.Tokens) || x.sheet.BlockStart(i) || x.sheet.LineStart(i) && !x.flow().Wraps(i) {
		return 0, false
	}
	if i == m.Last+1 && layout.HasCapital(x.sheet.Tokens[m.Last].Text) && layout.HasCapital(x.sheet.Tokens[i].Text) && !strings.HasSuffix(x.sheet.Tokens[m.Last].Text, ":") {
		if m.First == m.Last || layout.HasCapital(x.sheet.Tokens[m.Last-1].Text) || !x.reading.Covered(m.First) {
			return 0, false // both are words of a name: "Hospital Santa Clara"
		}
		i = m.Last // "fica na Rua do Sol"
	}
	return i, true
}

// ofText reports whether a line is one of a text: it is full, or goes on with a full one.
func (x *extractor) ofText(cell int32) bool {
	full := func(c int32) bool { return x.sheet.Cells[c].Past-x.sheet.Cells[c].First >= fullLine }
	return full(cell) || cell > 0 && x.sheet.Cells[cell-1].Block == x.sheet.Cells[cell].Block && full(cell-1) && x.flow().Wraps(x.sheet.Cells[cell].First)
}

// readSaid proposes the value of a field that begins at a token.
func (x *extractor) readSaid(field, at int) {
	f := &x.plan.typ.Fields[field]
	form := x.plan.said[field].plain
	if form == nil {
		return
	}
	bare := x.reading.Covered(at-1) && x.sheet.Tokens[at-1].Text[len(x.sheet.Tokens[at-1].Text)-1] != ':'
	if !recognise.Typed(f.Kind) && (bare && !layout.HasCapital(x.sheet.Tokens[at].Text) || laws[x.sheet.Tokens[at].Fold]) {
		return // the sentence goes on: "ação ajuizada por"
	}
	if x.mixedCase(at) {
		form = x.plan.said[field].named
	}
	if m, ok := form.At(x.flow(), at, len(x.sheet.Tokens)); ok {
		score := saidWords
		if recognise.Typed(f.Kind) {
			score = saidTyped
		}
		for _, slot := range m.Slots {
			for !slot.Typed && slot.Last+1 < len(x.sheet.Tokens) && !x.sheet.Tokens[slot.Last+1].Space && !x.sheet.LineStart(slot.Last+1) {
				slot.Last++ // "Sorocaba/SP"
			}
			if !x.withinFound(field, slot) {
				x.proposeSlot(field, slot, score, fromProse)
			}
		}
	}
}

// withinFound reports whether a listed pattern found the words of a slot for a field.
func (x *extractor) withinFound(field int, s pattern.Slot) bool {
	return slices.ContainsFunc(x.candidates, func(c candidate) bool {
		return c.field == field && c.how == fromProse && slices.Contains(c.tokens, int32(s.First)) && slices.Contains(c.tokens, int32(s.Last))
	})
}

// mixedCase reports whether words begin with a capital at a token of a text that is not all in
// capitals, so that the end of them shows.
func (x *extractor) mixedCase(at int) bool {
	return at+1 < len(x.sheet.Tokens) && layout.HasCapital(x.sheet.Tokens[at].Text) && (shape.BetweenNames(x.sheet.Tokens[at+1].Fold) || layout.HasCapital(x.sheet.Tokens[at+1].Text)) && x.sheet.Tokens[at-1].Small()
}

// readSaidBox proposes the values of a box that begin at a token and stand in one sentence.
func (x *extractor) readSaidBox(box, at int) {
	past := at + 1
	for past < len(x.sheet.Tokens) && !x.flow().SentenceEnd(past-1, len(x.sheet.Tokens)) {
		past++
	}
	for k, p := range x.plan.boxes[box] {
		if m, ok := p.Within(x.flow(), at, past); ok {
			if len(m.Slots) < 2 {
				return // the field's own words tell that
			}
			for _, slot := range m.Slots {
				x.proposeSlot(x.plan.index[slot.Name], slot, saidTyped*(1-0.02*float64(k)), fromProse)
			}
			return
		}
	}
}

// saidForm is how a text tells the value of a field: with names within, where it begins as one.
type saidForm struct{ plain, named *pattern.Pattern }

// saidForms are the forms in which a text tells the values of the fields that texts tell of.
func (p *plan) saidForms(fields []catalogue.Field) ([]saidForm, error) {
	out := make([]saidForm, len(fields))
	for i, f := range fields {
		if len(f.Means) == 0 || f.Kind == catalogue.List || !slices.ContainsFunc(p.prose, func(o *pattern.Pattern) bool { return slices.Contains(o.Slots(), f.Name) }) {
			continue
		}
		form, named := string(f.Kind), ""
		switch {
		case f.Like == "name":
			form = "proper"
		case f.Like == "company" || f.Like == "city" || f.Like == "address" || f.Like == "numbered" || f.Like == "word" || f.Like == "number":
			form = f.Like
		case f.Kind == catalogue.Text:
			form = "sentence"
		case !recognise.Typed(f.Kind):
			form, named = "clause", "proper"
		}
		for _, p := range []struct {
			to   **pattern.Pattern
			form string
		}{{&out[i].plain, form}, {&out[i].named, cmp.Or(named, form)}} {
			var err error
			if *p.to, err = pattern.Compile("{"+f.Name+":"+p.form+"}", func(string) catalogue.Kind { return f.Kind }); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
