// Package guess proposes values that nobody has found by what the words with them mean.
//
// In come all candidates with their odds, and the document with the labels that are understood;
// out go further candidates, beside labels that nobody understands and anywhere in the text, each with what speaks for it: how
// near the words of its label are to what the field means, what stands around it, in whose part and between which other fields it
// stands, how many fields are left that such a value may be of, and how many values such a field may have. A fitted model weighs
// that. What is known already is never proposed anew.
package guess

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Guess is a candidate with what speaks for it.
type Guess struct {
	candidate.Value
	features features
}

// Vector is what speaks for a guess as the model reads it.
func (g *Guess) Vector() odds.Vector { return odds.VectorOf(&g.features) }

// sure is the log odds from which on a field has its value, and words are a value's.
const sure = 2

// Read gives such values, inTable telling which tokens stand in rows of lists, and near what stands around words.
func Read(found []candidate.Value, r *region.Regions, inTable []float64, near *nearby.Reader) []Guess {
	x := reader{Regions: r, inTable: inTable, near: near, own: make([]float64, len(r.Type.Fields)), texts: make([]string, len(r.Type.Fields)), taken: make([]float64, len(r.Sheet.Tokens)), by: make([]int, len(r.Sheet.Tokens))}
	x.know(found)
	var out []Guess
	open := x.open()
	x.opened = len(open)
	for _, l := range open {
		out = append(out, x.around(l)...)
	}
	out = append(out, x.anywhere()...)
	x.count(out)
	return out
}

type reader struct {
	*region.Regions
	inTable []float64
	near    *nearby.Reader
	own     []float64 // by field: the best log odds of its candidates
	taken   []float64 // by token: the best log odds of a candidate that stands on it
	by      []int     // by token: the field of that candidate
	opened  int       // labels that are not understood
	known   []place   // fields that have their value, in the order of the page
	texts   []string  // by field: the value of the best of its candidates
}

// place is where the value of a field stands.
type place struct{ field, token int }

// unknown is the log odds of what nobody has found.
const unknown = -10

// know takes in what was found: which fields have their values, and which words are a value's.
func (x *reader) know(found []candidate.Value) {
	for f := range x.own {
		x.own[f] = unknown
	}
	for t := range x.taken {
		x.taken[t] = unknown
	}
	best := make([]int, len(x.own))
	for i := range found {
		c := &found[i]
		if len(c.Tokens) > 0 && c.Odds > x.own[c.Field] {
			x.own[c.Field], best[c.Field], x.texts[c.Field] = c.Odds, int(c.Tokens[0]), c.Text
		}
		for _, t := range c.Tokens {
			if c.Odds > x.taken[t] && !x.Type.Fields[c.Field].Share {
				x.taken[t], x.by[t] = c.Odds, c.Field
			}
		}
	}
	for f, o := range x.own {
		if o > 0 {
			x.known = append(x.known, place{f, best[f]})
		}
	}
	slices.SortFunc(x.known, func(a, b place) int { return a.token - b.token })
}

// openLabel is a run of words that looks like a label and is none of a field where it stands.
type openLabel struct {
	labels.Label
	placed bool // it is understood, but not where it stands
}

const (
	mostWords = 8 // of a label before a colon
	mostBare  = 6 // of a label without one
)

// open lists the labels that are not understood.
func (x *reader) open() []openLabel {
	var out []openLabel
	for c := range x.Sheet.Cells {
		cell := &x.Sheet.Cells[c]
		for first := x.HeadOf(int32(c), cell.Past-1); first < cell.Past; {
			last, ok := x.openFrom(cell, first, &out)
			if !ok {
				break
			}
			for first = last + 1; first < cell.Past && x.Sheet.Tokens[first-1].Fold != "" && !strings.ContainsAny(layout.LastRune(x.Sheet.Tokens[first-1].Text), ".;|•-–,/"); first++ {
			}
		}
	}
	return out
}

// openFrom adds the label that begins with a token, if it is one, and is its last token.
func (x *reader) openFrom(cell *layout.Cell, first int, out *[]openLabel) (last int, ok bool) {
	if s := x.knownLabel(first); s != nil {
		if s.First == first && s.Strength >= labels.Repeated && !x.understood(s) {
			*out = append(*out, openLabel{*s, true})
		}
		return s.Last, true
	}
	if x.inTable[first] > 0 || x.taken[first] > 0 {
		return first, false
	}
	for last = first; last < min(cell.Past, first+mostWords); last++ {
		t := &x.Sheet.Tokens[last]
		if strings.HasSuffix(t.Text, ":") {
			*out = append(*out, openLabel{Label: x.label(cell, first, last, true)})
			return last, true
		}
		if layout.HasDigit(t.Text) || x.knownLabel(last) != nil {
			return last, false
		}
	}
	if last == cell.Past && last-first <= mostBare && first == x.HeadOf(x.Sheet.Tokens[first].Cell, cell.Past-1) {
		*out = append(*out, openLabel{Label: x.label(cell, first, last-1, false)})
	}
	return last, false
}

// knownLabel is the label that a token is of; nil where its words are only words of a text, or a value.
func (x *reader) knownLabel(token int) *labels.Label {
	if s := x.LabelOn(token); s != nil && s.Strength > labels.Word {
		return s
	}
	return nil
}

func (x *reader) label(cell *layout.Cell, first, last int, colon bool) labels.Label {
	box := x.Sheet.Box(first, last)
	page := x.Sheet.Tokens[first].Page
	return labels.Label{First: first, Last: last, Box: box, Cell: x.Sheet.Tokens[last].Cell, Page: page, Strength: labels.Plain, Colon: colon,
		Starts: first == x.HeadOf(x.Sheet.Tokens[first].Cell, first), Ends: last+1 == cell.Past, Sections: x.SectionsOf(page, box), Value: -1}
}

// understood reports whether a label is one of a field where it stands, and of one that has its value,
// or opens a part of the document.
func (x *reader) understood(s *labels.Label) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		switch r.Role {
		case compile.NoiseLabel, compile.ColumnLabel:
			return false
		case compile.FieldLabel:
			return x.own[r.Field] > 0 && x.LabelInScope(x.Type.Fields[r.Field], s, r)
		}
		return true
	})
}

// around gives what stands with a label as the value of each field that may be meant.
func (x *reader) around(l openLabel) []Guess {
	var out []Guess
	near := x.nearness(&l)
	for i := range x.Type.Fields {
		f := &x.Type.Fields[i]
		if f.Kind == catalogue.List || x.own[i] > sure || x.leftOut(i) {
			continue
		}
		p := propose.To(nil, x.Regions)
		for _, g := range x.Around(&l.Label, *f) {
			p.ProposeRegion(i, g, g.Score)
		}
		for _, c := range p.Found {
			if len(c.Tokens) == 0 || x.inTable[c.Tokens[0]] > 0 || x.takenBySure(c) || x.ofTitle(&l.Label, &c) {
				continue
			}
			c.How = candidate.FromGuess
			out = append(out, Guess{c, x.featuresOf(&l, i, &c, near)})
		}
	}
	return out
}

// repeats reports whether what stands around a value speaks rather for another field, and one of its kind has the same value:
// that is printed once more.
func (x *reader) repeats(c *candidate.Value, said nearby.Said) bool {
	if said.Other <= said.Own {
		return false
	}
	for _, p := range x.known {
		if p.field != c.Field && x.texts[p.field] == c.Text && x.Type.Fields[p.field].Kind == x.Type.Fields[c.Field].Kind {
			return true
		}
	}
	return false
}

// takenBySure reports whether words of a candidate are surely the value of another field.
func (x *reader) takenBySure(c candidate.Value) bool {
	return !x.Type.Fields[c.Field].Share && slices.ContainsFunc(c.Tokens, func(t int32) bool { return x.taken[t] > sure && x.by[t] != c.Field })
}

// ofTitle reports whether words stand beside the word that begins a title on its line: "RECIBO DE SINAL" names nobody.
func (x *reader) ofTitle(l *labels.Label, c *candidate.Value) bool {
	return l.Starts && c.Place == catalogue.Right && !recognise.Typed(x.Type.Fields[c.Field].Kind) && shape.BeginsTitle(x.Sheet.Tokens[l.First].Fold) && x.Sheet.Tokens[c.Tokens[0]].Cell == l.Cell && !l.Colon
}
