package guess

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// features are what is known about a guess.
type features struct {
	score, typed, formed, money, date, name, company, address, city, text, meaning, code, mask, required float32 // what its field is

	checked, right, tokens, colon, boxed, placed, ref              float32 // where it stands
	words, covered, named, missing, extra, unknown, lead           float32 // the words of its label
	inScope, ownPart, otherPart, own, taken                        float32 // whose it may be
	agree, before, after, beforeOf, afterOf, left, partyKnown, row float32 // the fields before and behind it

	noise, open, found, fields, values, bestNamed, nearOwn, nearOther, nearNone float32
}

// Features names what is known about a guess.
var Features = odds.Names[features]()

// nearness is how near the words of a label are to what each field means.
func (x *reader) nearness(l *openLabel) []meaning.Nearness {
	out := x.noNearness()
	x.Type.Meant.Set.Near(x.Reading, l.First, l.Last, func(id int, n meaning.Nearness) {
		if r := x.Type.Refs[id]; r.Role == compile.FieldLabel && n.Rating() > out[r.Field].Rating() {
			out[r.Field] = n
		}
	})
	return out
}

// noNearness is that of no words.
func (x *reader) noNearness() []meaning.Nearness {
	out := make([]meaning.Nearness, len(x.Type.Fields))
	for i := range out {
		out[i].Missing = 1
	}
	return out
}

func (x *reader) featuresOf(l *openLabel, field int, c *candidate.Value, near []meaning.Nearness) (v features) {
	f := &x.Type.Fields[field]
	v.score, v.checked, v.right, v.tokens = float32(c.Score), odds.Flag(c.Checked), odds.Flag(c.Place == catalogue.Right), float32(len(c.Tokens))
	fieldFeatures(f, &v)
	v.colon, v.boxed, v.placed, v.ref = odds.Flag(l.Colon), odds.Flag(l.Boxed()), odds.Flag(l.placed), odds.Flag(l.placed && l.Of(field))
	covered := 0
	for t := l.First; t <= l.Last; t++ {
		if x.Reading.Covered(t) || x.Reading.Filler(t) {
			covered++
		}
	}
	v.noise, v.open, v.found = odds.Flag(l.placed && l.Names(compile.NoiseLabel)), float32(x.opened), float32(len(x.known))/float32(len(x.own))
	v.words = float32(l.Last - l.First + 1)
	v.covered = float32(covered) / v.words
	n, other := near[field], -99
	for k := range near {
		if k != field {
			other = max(other, near[k].Rating())
		}
	}
	v.named, v.missing, v.extra, v.unknown = float32(n.Named), float32(n.Missing), float32(n.Extra), float32(n.Unknown)
	v.lead = float32(n.Rating() - other)
	x.placeFeatures(l, f, field, int(c.Tokens[0]), &v)
	said := x.near.Says(c.Tokens, field)
	v.nearOwn, v.nearOther, v.nearNone = said.Own, said.Other, said.None
	v.own, v.taken = float32(x.own[field]), float32(x.taken[c.Tokens[0]])
	return v
}

func fieldFeatures(f *catalogue.Field, v *features) {
	v.typed, v.formed = odds.Flag(recognise.Typed(f.Kind)), odds.Flag(source.Strong(f.Kind))
	v.money, v.date = odds.Flag(f.Kind == catalogue.Money), odds.Flag(f.Kind == catalogue.Date)
	v.name, v.company, v.city = odds.Flag(f.Like == "name"), odds.Flag(f.Like == "company"), odds.Flag(f.Like == "city")
	v.address = odds.Flag(f.IsAddress())
	v.text, v.meaning = odds.Flag(f.Kind == catalogue.Text), odds.Flag(f.Kind == catalogue.Enum || f.Kind == catalogue.Bool)
	v.code = odds.Flag(source.Numbers(f))
	v.mask, v.required = odds.Flag(len(f.Mask) > 0), odds.Flag(f.Required)
}

// placeFeatures are in whose part of the document a value stands, and between which others.
func (x *reader) placeFeatures(l *openLabel, f *catalogue.Field, field, token int, v *features) {
	v.inScope = odds.Flag(x.InScope(*f, &l.Label))
	for _, name := range l.Sections {
		if _, owner := x.Type.Owners[name]; owner {
			if name == f.Of {
				v.ownPart = 1
			} else {
				v.otherPart = 1
			}
		}
	}
	agree, n := 0, 0
	before, after := -1, -1
	for _, p := range x.known {
		if p.field == field {
			continue
		}
		n++
		if (p.field < field) == (p.token < token) {
			agree++
		}
		if p.token < token {
			before = p.field
		} else if after < 0 && p.token > token {
			after = p.field
		}
	}
	v.agree = float32(agree) / float32(max(n, 1))
	v.before, v.after = nowhere, nowhere
	if before >= 0 {
		v.before, v.beforeOf = float32(field-before), odds.Flag(x.Type.Fields[before].Of == f.Of)
	}
	if after >= 0 {
		v.after, v.afterOf = float32(after-field), odds.Flag(x.Type.Fields[after].Of == f.Of)
	}
	left := 0
	for k := range x.Type.Fields { // that take values which look alike
		if o := &x.Type.Fields[k]; x.own[k] <= 0 && (o.Kind == f.Kind && o.Like == f.Like || source.TaxNumber(o.Kind) && source.TaxNumber(f.Kind)) {
			left++
		}
	}
	v.left, v.partyKnown = float32(left), x.partyKnown(field)
	for _, c := range x.Sheet.LineOf(l.Cell) {
		if on := x.HeadLabel(c); on != nil && on.Cell != l.Cell && on.Strength >= labels.Repeated {
			v.row++
		}
	}
}

// partyKnown is the share of the fields of a field's party, but itself, that have their values.
func (x *reader) partyKnown(field int) float32 {
	of, n, known := x.Type.Fields[field].Of, 0, 0
	for k := range x.Type.Fields {
		if k != field && of != "" && x.Type.Fields[k].Of == of {
			n++
			if x.own[k] > 0 {
				known++
			}
		}
	}
	return float32(known) / float32(max(n, 1))
}

// nowhere is the distance of a field that there is not.
const nowhere = -99

// count tells each guess how many fields its words may be of, and how many words may be its field's.
func (x *reader) count(all []Guess) {
	fields := map[int32]map[int]float32{} // by the first token: the best named of each field
	values := map[int]map[string]bool{}
	for i := range all {
		g := &all[i]
		t := g.Tokens[0]
		if fields[t] == nil {
			fields[t] = map[int]float32{}
		}
		fields[t][g.Field] = max(fields[t][g.Field], g.features.named-g.features.missing)
		if values[g.Field] == nil {
			values[g.Field] = map[string]bool{}
		}
		values[g.Field][g.Text] = true
	}
	for i := range all {
		g := &all[i]
		g.features.fields, g.features.values = float32(len(fields[g.Tokens[0]])), float32(len(values[g.Field]))
		best := float32(unknown)
		for field, named := range fields[g.Tokens[0]] {
			if field != g.Field {
				best = max(best, named)
			}
		}
		g.features.bestNamed = best
	}
}
