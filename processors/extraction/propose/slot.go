package propose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/labels"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

const (
	ProseScore    = 0.96           // what the first pattern of an entry finds
	FallbackScore = candidate.Weak // less than what any label or other pattern gives
	Later         = 0.004          // less for each pattern before it
)

func (x *Reader) ProposeSlot(field int, s pattern.Slot, score float64, how candidate.Provenance) {
	f := x.Type.Fields[field]
	meaning := s.Form == "one" && f.Kind == catalogue.Bool // "Declaração: RETIFICADORA", which is a label too
	if !s.Typed && !s.Opened && how == candidate.FromProse && !meaning && x.labelled(field, s.First) {
		return // the pattern ran over a label: the words are not running text
	}
	if !s.Typed && how == candidate.FromProse && s.Form != "one" && x.wholeLabel(field, s) {
		return // "Cartório", which opens the names of such as well; a word of a list is known for the value
	}
	inText := s.Form == "sentence" || s.Form == "clause" || s.Form == "phrase" || f.NamesSomebody()
	if !s.Typed && how == candidate.FromProse && f.Kind == catalogue.String && inText && x.RunsOver(s) {
		return
	}
	c := candidate.Value{Field: field, Score: score, How: how, Place: catalogue.Right}
	r := x.Between(s.First, s.Last)
	if s.Form == "city" && how == candidate.FromProse && x.ofOtherState(r) {
		return
	}
	switch {
	case f.Kind == catalogue.Enum || f.Kind == catalogue.Bool:
		x.proposeMeaning(field, region.Region{Run: r}, score)
		return
	case s.Typed:
		c.Text, c.Checked, c.Repaired = shape.Form(f, s.Value.Text), s.Value.Checked, s.Value.Repaired
		if s.Form != "mask" || score > FallbackScore { // a form alone is little, but all there is
			c.Score *= (1 + s.Value.Score) / 2
		}
	case recognise.Typed(f.Kind):
		v, ok := recognise.First(f.Kind, r)
		if !ok {
			return
		}
		r = x.Run(r.Index[v.First : v.Last+1])
		c.Text, c.Checked, c.Repaired = shape.Form(f, v.Text), v.Checked, v.Repaired
	default:
		if s.Form == "words" && how == candidate.FromProse {
			r = x.withoutLead(r)
		}
		first, last, fit := shape.Cut(f, x.Type.Stops[field], r)
		if fit == 0 || how == candidate.FromProse && slices.ContainsFunc(x.Type.Stops[field], func(s string) bool { return r.Begins(0, s) }) {
			return // "R$ 500,00 por meio de depósito" is not for the means
		}
		r = x.Run(r.Index[first : last+1])
		if !s.Followed && (f.NamesSomebody() || s.Form == "line" || s.Form == "words" || s.Form == "heading" || s.Form == "proper") {
			r = x.Whole(f, x.Type.Stops[field], r)
			if _, _, whole := shape.Cut(f, x.Type.Stops[field], r); whole > fit {
				fit = whole // "BIANCA" at a line's end, and over it the name
			}
		}
		c.Text = shape.Words(f, r)
		if (s.Form == "clause" || s.Form == "proper" || s.Form == "company") && f.Kind == catalogue.String {
			c.Text = shape.Unstopped(c.Text)
		}
		c.Score *= fit
	}
	c.Tokens = r.Index
	x.Propose(c)
}

// withoutLead are words without the small ones at their end, which lead on to what a pattern asks for behind them: "Execução
// Fiscal sob" nº 123.
func (x *Reader) withoutLead(r recognise.Run) recognise.Run {
	last := r.Len() - 1
	for last > 0 && r.Token(last).Small() && x.Reading.Filler(int(r.Index[last])) {
		last--
	}
	return x.Run(r.Index[:last+1])
}

// ofOtherState reports whether a place before a state is no town of that state: its district, where the town
// is left out, "Jardim América - MG". Names with a word cut short and what OCR was unsure of may be any town.
func (x *Reader) ofOtherState(r recognise.Run) bool {
	last := int(r.Index[r.Len()-1])
	name := r.Text(0, r.Len()-1)
	next := last + 1
	if next < len(x.Sheet.Tokens) && x.Sheet.Tokens[next].Dash() {
		next++
	}
	if next >= len(x.Sheet.Tokens) || strings.Contains(name, ".") {
		return false
	}
	state := &x.Sheet.Tokens[next]
	code := recognise.Bare(state.Text)
	unsure := func(token int32) bool { return x.Sheet.Tokens[token].Conf < surelyRead }
	return !unsure(int32(next)) && !slices.ContainsFunc(r.Index, unsure) && state.Cell == x.Sheet.Tokens[last].Cell && code == strings.ToUpper(code) && checkdigit.UF(code) && !lexicon.Town(fold.Text(name), code)
}

// surelyRead is the confidence of a word from which its letters are those printed.
const surelyRead = 0.9

// labelled reports whether a plain label begins at token i or after its number, or
// less plainly one of the field itself, or one of an enum holds the token: "Saída" of
// "0 - Entrada / 1 - Saída".
func (x *Reader) labelled(field, i int) bool {
	if x.LabelOn(i) == nil && x.Sheet.LineStart(i) {
		cell := x.Sheet.Tokens[i].Cell
		i = x.HeadOf(cell, x.Sheet.Cells[cell].Past-1)
	}
	s := x.LabelOn(i)
	if s == nil {
		return false
	}
	own := s.Of(field)
	if own && s.First < i && s.Strength >= labels.Marked {
		return true // the pattern began with words of its label
	}
	if s.First != i || !s.Bounds() {
		return own && x.Type.Fields[field].Kind == catalogue.Enum
	}
	return s.Strength >= labels.Marked || own && s.Strength >= labels.Leading
}

// wholeLabel reports whether words are a label of the field and nothing else, or the title of a part.
func (x *Reader) wholeLabel(field int, slot pattern.Slot) bool {
	s := x.LabelOn(slot.First)
	if s == nil || s.First != slot.First || s.Last != slot.Last || s.Strength < labels.Marked {
		return false
	}
	return s.Of(field) || slot.Form == "heading" && s.Ends && s.OpensPart()
}
