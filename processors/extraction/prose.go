package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// flow is the running text, made ready when the first pattern asks for it.
func (x *extractor) flow() *pattern.Text {
	if x.text == nil {
		x.text = pattern.Over(x.sheet)
	}
	return x.text
}

const (
	proseScore    = 0.96 // what the first pattern of an entry finds
	fallbackScore = 0.6  // less than what any label or other pattern gives
)

// readProse proposes what the patterns of the entry find in the running text. The
// earlier a pattern stands in the entry and its match in the text, the better.
func (x *extractor) readProse() {
	x.readPatterns(x.plan.prose, proseScore)
	x.readPatterns(x.plan.fallback, fallbackScore)
}

func (x *extractor) readPatterns(patterns []*pattern.Pattern, score float64) {
	opened := map[int]string{} // by the token at which a match begins with a name: whose
	for k, p := range patterns {
		n := 0 // matches that gave something
		for _, m := range p.All(x.flow(), 0, len(x.sheet.Tokens)) {
			if n > 2 {
				break
			}
			if x.anothers(m, opened) || x.nameless(m) {
				continue
			}
			before := len(x.candidates)
			for _, slot := range m.Slots {
				if slot.First == m.First && x.misplaced(slot) || slot.Typed && x.farBehind(m.First, slot.First) {
					continue
				}
				x.proposeSlot(x.plan.index[slot.Name], slot, score-0.004*float64(min(k, 40))-0.001*float64(max(k-40, 0))-0.05*float64(n), fromProse)
			}
			if len(x.candidates) > before {
				n++
			}
		}
	}
}

// farBehind tells whether a value at token i stands in a block far from the words before
// it, from token first on: what an empty box asks for is not what comes next on the document.
func (x *extractor) farBehind(first, i int) bool {
	for k := i; k > first && k > i-farWords; k-- {
		if !x.sheet.BlockStart(k) {
			continue
		}
		before, cell := &x.sheet.Cells[x.sheet.Tokens[k-1].Cell], &x.sheet.Cells[x.sheet.Tokens[k].Cell]
		if before.Page == cell.Page && (cell.Top-before.Bottom > farGap*before.Size || before.Top-cell.Bottom > farGap*before.Size) {
			return true
		}
	}
	return false
}

const (
	farGap   = 3 // font sizes
	farWords = 3
)

// anothers tells whether a match begins with a name which an earlier pattern found to
// be another field's: what stands under it is not what this pattern takes it for.
func (x *extractor) anothers(m pattern.Match, opened map[int]string) bool {
	if len(m.Slots) == 0 || m.Slots[0].First != m.First {
		return false
	}
	name := m.Slots[0].Name
	if like := x.plan.typ.Fields[x.plan.index[name]].Like; like != "company" && like != "name" {
		return false
	}
	if owner, ok := opened[m.First]; ok {
		return owner != name
	}
	opened[m.First] = name
	return false
}

// nameless tells whether a match takes for the name of a company what is a word of a text:
// nor is the number behind it the company's.
func (x *extractor) nameless(m pattern.Match) bool {
	return slices.ContainsFunc(m.Slots, func(s pattern.Slot) bool {
		return !s.Typed && s.First == s.Last && x.plan.typ.Fields[x.plan.index[s.Name]].Like == "company" && x.sheet.Tokens[s.First].Small()
	})
}

// misplaced tells whether a value that no words introduce stands in a part of the
// document where its field does not.
func (x *extractor) misplaced(s pattern.Slot) bool {
	outside := x.plan.typ.Fields[x.plan.index[s.Name]].NotIn
	t := &x.sheet.Tokens[s.First]
	return len(outside) > 0 && within(x.sectionsOf(t.Page, t.Rect), outside) && !x.pageFoot(t.Cell)
}

// pageFoot tells whether a cell is a line of the text at the foot of its page that says who
// issued the paper: it runs across the page, apart from what stands over it, and no part of
// the document begins or goes on below.
func (x *extractor) pageFoot(c int32) bool {
	cell := &x.sheet.Cells[c]
	order := x.byTop[cell.Page]
	if cell.Width() < x.sheet.Pages[cell.Page].Width/2 {
		return false
	}
	bottom, lines := 0.0, 0
	for _, k := range order {
		other := &x.sheet.Cells[k]
		switch {
		case other.Top < cell.Top-0.5*cell.Size:
			bottom = max(bottom, other.Bottom)
		case k != c:
			lines++
		}
	}
	return cell.Top-bottom > footGap*cell.Size && lines < footLines
}

const (
	footGap   = 1.5 // font sizes between the foot of a page and what stands over it
	footLines = 5   // that it has, at most
)

func (x *extractor) proposeSlot(field int, s pattern.Slot, score float64, how provenance) {
	f := x.plan.typ.Fields[field]
	meaning := s.Form == "one" && f.Kind == catalogue.Bool && !x.questions(s.Last) // "Declaração: RETIFICADORA", which is a label too
	if !s.Typed && !s.Opened && how == fromProse && !meaning && x.labelled(field, s.First) {
		return // the pattern ran over a label: the words are not running text
	}
	inText := s.Form == "sentence" || s.Form == "clause" || s.Form == "phrase" || f.Like == "name" || f.Like == "company"
	if !s.Typed && how == fromProse && f.Kind == catalogue.String && inText && x.runsOver(s) {
		return
	}
	if how == fromProse && (x.underOther(field, s.First, s.Typed)) {
		return
	}
	c := candidate{field: field, score: score, how: how, place: catalogue.Right}
	r := x.between(s.First, s.Last)
	switch {
	case f.Kind == catalogue.Enum || f.Kind == catalogue.Bool:
		x.proposeMeaning(field, region{run: r}, score)
		return
	case s.Typed:
		c.value, c.checked, c.repaired = shape.Form(f, s.Value.Text), s.Value.Checked, s.Value.Repaired
		if s.Form != "mask" || score > fallbackScore { // a form alone is little, but all there is
			c.score *= 0.5 + 0.5*s.Value.Score
		}
	case recognise.Typed(f.Kind):
		v, ok := recognise.First(f.Kind, r)
		if !ok {
			return
		}
		r = x.run(r.Index[v.First : v.Last+1])
		c.value, c.checked, c.repaired = shape.Form(f, v.Text), v.Checked, v.Repaired
	default:
		first, last, fit := shape.Cut(f, x.plan.stops[field], r)
		if fit == 0 {
			return
		}
		r = x.run(r.Index[first : last+1])
		switch {
		case f.Like == "name":
			r = x.wholeName(r, true)
		case f.Like == "company" || s.Form == "line" || s.Form == "words":
			r = x.wholeCompany(r)
		}
		c.value = shape.Form(f, shape.Clean(r.Text(0, r.Len()-1)))
		if (s.Form == "clause" || s.Form == "proper" || s.Form == "company") && f.Kind == catalogue.String {
			c.value = shape.Unstopped(c.value)
		}
		c.score *= fit
	}
	if c.tokens = r.Index; !x.partOfLabelled(c) {
		x.propose(c)
	}
}

// runsOver tells whether a label begins a line within the words of a slot, or stands left
// of one.
func (x *extractor) runsOver(s pattern.Slot) bool {
	for i := s.First + 1; i <= s.Last; i++ {
		if x.sheet.LineStart(i) && (x.boundary(i) || x.underLabel(x.sheet.Tokens[i].Cell)) {
			return true
		}
	}
	return false
}

// between is the run of tokens first to last of the flow.
func (x *extractor) between(first, last int) recognise.Run {
	index := make([]int32, 0, last-first+1)
	for i := first; i <= last; i++ {
		index = append(index, int32(i))
	}
	return x.run(index)
}

// labelled tells whether a plain label begins at token i or after its number, or
// less plainly one of the field itself, or one of an enum holds the token: "Saída" of
// "0 - Entrada / 1 - Saída".
func (x *extractor) labelled(field, i int) bool {
	if x.spotAt[i] == 0 && x.sheet.LineStart(i) {
		cell := x.sheet.Tokens[i].Cell
		i = x.headOf(cell, x.sheet.Cells[cell].Past-1)
	}
	at := x.spotAt[i]
	if at == 0 {
		return false
	}
	s := &x.spots[at-1]
	own := slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == fieldLabel && r.field == field })
	if own && s.first < i && s.quality >= 0.95 {
		return true // the pattern began with words of its label
	}
	if s.first != i || !s.bounds() {
		return own && x.plan.typ.Fields[field].Kind == catalogue.Enum
	}
	return s.quality >= 0.95 || own && s.quality >= 0.85
}

// questions tells whether a word ends a question or a label, or its answer stands behind or
// under it: what it says is what is asked for, "Declaração retificadora? Não".
func (x *extractor) questions(i int) bool {
	answers := func(t *layout.Token) bool { return t.Fold == "nao" || t.Fold == "sim" }
	if strings.ContainsAny(x.sheet.Tokens[i].Text, "?:") || i+1 < len(x.sheet.Tokens) && answers(&x.sheet.Tokens[i+1]) {
		return true
	}
	if x.spotAt[i] == 0 {
		return false
	}
	under, ok := x.below(&x.spots[x.spotAt[i]-1], 1)
	return ok && under.run.Len() > 0 && answers(under.run.Token(0))
}
