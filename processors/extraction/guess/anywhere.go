package guess

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// leastNearby is the log probability below which what stands around a value does not speak for a field: one in fifty-five.
// The trees weigh the rest; with one in five (-1.6) a third of the values that nobody reads were not weighed at all.
const leastNearby = -4

// anywhere gives the values that stand anywhere, in a cell of their own or in a sentence, where what stands around
// them speaks for a field that has none.
func (x *reader) anywhere() []Guess {
	f := finder{reader: x, p: propose.To(nil, x.Regions)}
	given := odds.LogOdds(candidate.Least) // what is found will be given, and needs no guess
	for i := range x.Type.Fields {
		if field := &x.Type.Fields[i]; x.own[i] < given && field.Kind != catalogue.List && !field.Unguessed && !x.leftOut(i) {
			f.wanted = append(f.wanted, i)
		}
	}
	for c := range x.Sheet.Cells {
		if cell := &x.Sheet.Cells[c]; x.inTable[cell.First] <= 0 {
			f.typed(cell)
			if on := x.knownLabel(x.HeadOf(int32(c), cell.Past-1)); on == nil || on.Unwanted() && on.Ends && !on.Colon {
				f.whole(cell)
			}
		}
	}
	f.persons()
	f.towns()
	f.sentences()
	return f.guesses()
}

// leftOut reports whether a field is the state of a deed whose place and date are printed together without one: a
// state that stands elsewhere is somebody's.
func (x *reader) leftOut(field int) bool {
	for _, o := range x.Type.Parties {
		date, dated := o.Fields["date"]
		city, placed := o.Fields["city"]
		if state, ok := o.Fields["state"]; !ok || !dated || !placed || state != field {
			continue
		}
		at := func(field int) int {
			return slices.IndexFunc(x.known, func(p place) bool { return p.field == field })
		}
		c, d := at(city), at(date)
		if c >= 0 && d > c && x.Sheet.Tokens[x.known[c].token].Cell == x.Sheet.Tokens[x.known[d].token].Cell {
			return true
		}
	}
	return false
}

// finder proposes values for the fields that have none.
type finder struct {
	*reader
	p      *propose.Reader
	wanted []int
}

// typed proposes the values of a kind, and the numbers, that a cell has.
func (f *finder) typed(cell *layout.Cell) {
	run := f.Run(cell.Words())
	found := map[catalogue.Kind][]recognise.Value{}
	for _, i := range f.wanted {
		field := &f.Type.Fields[i]
		kind := field.Kind
		if field.Like == "number" {
			kind = catalogue.Code
		}
		if !recognise.Typed(kind) || (kind == catalogue.Digits || kind == catalogue.Code || kind == catalogue.Integer) && address.Begins(run, 0) {
			continue // the number of a house is nothing else
		}
		if _, ok := found[kind]; !ok {
			found[kind] = recognise.All(kind, run)
		}
		for _, v := range found[kind] {
			if _, dated := recognise.At(catalogue.Date, run, v.First); dated && kind == catalogue.Integer {
				continue // "20 de janeiro" is no number of days
			}
			if kind != field.Kind {
				v.Text = shape.Clean(run.Text(v.First, v.Last)) // as it is printed: "1030/2026"
			}
			f.propose(i, run.Index[v.First:v.Last+1], v.Text, v.Score, v.Checked, v.Repaired)
		}
	}
}

// whole proposes all that stands in a cell, but for what a paper calls itself: "Atestado médico" is no examination.
func (f *finder) whole(cell *layout.Cell) {
	if shape.BeginsTitle(f.Sheet.Tokens[cell.First].Fold) {
		return
	}
	run := f.Run(cell.Words())
	for _, i := range f.wanted {
		if field := &f.Type.Fields[i]; !recognise.Typed(field.Kind) {
			f.p.ProposeRegion(i, region.Region{Run: run, Place: catalogue.Below}, 1)
		}
	}
}

// persons proposes what the text tells of persons and companies.
func (f *finder) persons() {
	for _, e := range f.p.Persons().All() {
		for _, v := range e.Values {
			for _, i := range f.wanted {
				if told(&f.Type.Fields[i], v.Attribute, e.Company) {
					f.said(i, v)
				}
			}
		}
	}
}

// towns proposes the towns that the text names.
func (f *finder) towns() {
	for _, d := range f.p.Persons().Towns() {
		for _, i := range f.wanted {
			if f.Type.Fields[i].Like == "city" {
				f.said(i, d.City)
			}
		}
	}
}

// said proposes words of the text.
func (f *finder) said(field int, v entity.Value) {
	run := f.Between(v.First, v.Last)
	text := v.Text
	if text == "" {
		text = shape.Clean(run.Text(0, run.Len()-1))
	}
	f.propose(field, run.Index, text, 1, v.Checked, v.Repaired)
}

func (f *finder) propose(field int, tokens []int32, text string, score float64, checked, repaired bool) {
	f.p.Propose(candidate.Value{Field: field, Tokens: slices.Clone(tokens), Text: shape.Form(f.Type.Fields[field], text), Score: score, Checked: checked, Repaired: repaired})
}

// guesses are what was proposed, each place once for a field, and only where what stands around it speaks for the field.
func (f *finder) guesses() []Guess {
	var out []Guess
	seen, noLabel := map[[3]int32]bool{}, f.noNearness()
	for _, c := range f.p.Found {
		first, last := c.Span()
		place := [3]int32{int32(c.Field), first, last}
		if seen[place] || f.inTable[first] > 0 || f.takenBySure(c) {
			continue
		}
		seen[place] = true
		if said := f.near.Says(c.Tokens, c.Field); said.Own < leastNearby || f.repeats(&c, said) {
			continue
		}
		c.How = candidate.FromGuess
		l := openLabel{Label: f.label(&f.Sheet.Cells[f.Sheet.Tokens[first].Cell], int(first), int(first), false)}
		v := f.featuresOf(&l, c.Field, &c, noLabel)
		v.words = 0 // it has no label
		out = append(out, Guess{c, v})
	}
	return out
}

// told reports whether an attribute of somebody may be a field's value.
func told(f *catalogue.Field, a entity.Attribute, company bool) bool {
	switch a {
	case entity.Name, entity.Father, entity.Mother, entity.LaterName:
		return f.Like == "name" && !company || f.Like == "company"
	case entity.Number:
		return source.TaxNumber(f.Kind)
	case entity.Address:
		return f.IsAddress()
	case entity.BirthDate:
		return f.Kind == catalogue.Date
	}
	is, ok := entity.AttributeOf(f.Is)
	return ok && is == a
}
