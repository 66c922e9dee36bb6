package extraction

import (
	"slices"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// party is a person or company that a type has fields of, such as the payer.
type party struct {
	name   string
	fields map[string]int // by attribute
}

// partiesOf gathers the fields of a type by whose they are, in the order of the entry.
func partiesOf(t catalogue.Type) []party {
	var out []party
	for i, f := range t.Fields {
		if f.Of == "" {
			continue
		}
		at := -1
		for k := range out {
			if out[k].name == f.Of {
				at = k
			}
		}
		if at < 0 {
			out = append(out, party{f.Of, map[string]int{}})
			at = len(out) - 1
		}
		out[at].fields[f.Is] = i
	}
	return out
}

const (
	inPart    = 0.8  // the score of a number in the part of the document that is the party's
	inPassage = 0.93 // of the place and the date with which a deed begins
)

// readNumbers proposes the numbers with right check digits that stand in the part of the
// document that is a party's, whatever is printed beside them.
func (x *extractor) readNumbers() {
	for c := range x.sheet.Cells {
		cell := &x.sheet.Cells[c]
		sections := x.sectionsOf(cell.Page, cell.Rect)
		if len(sections) == 0 {
			continue
		}
		run := x.between(cell.First, cell.Past-1)
		for _, v := range recognise.All(catalogue.CPFCNPJ, run) {
			if !v.Checked || v.Repaired {
				continue
			}
			for _, o := range x.plan.parties {
				if i, ok := o.fields["number"]; ok && x.partOf(&o, i, sections) && x.fitsKind(i, v.Text) && !x.underNameOfOther(&o, cell) {
					tokens := slices.Clone(run.Index[v.First : v.Last+1])
					x.propose(candidate{field: i, tokens: tokens, value: v.Text, score: inPart, checked: true, how: fromForm, place: catalogue.Right})
				}
			}
		}
	}
}

// partOf reports whether a part of the document is a party's and no other's.
func (x *extractor) partOf(o *party, field int, sections []string) bool {
	f := x.plan.typ.Fields[field]
	if len(f.NotIn) > 0 && within(sections, f.NotIn) {
		return false
	}
	if len(f.In) > 0 {
		return within(sections, f.In)
	}
	return within(sections, []string{o.name})
}

// underNameOfOther reports whether the name of another party stands between that of a party and
// a line: what stands there is the other's, though no heading says so.
func (x *extractor) underNameOfOther(o *party, cell *layout.Cell) bool {
	i, ok := o.fields["name"]
	if !ok {
		return false
	}
	own := x.bestOf(i)
	if own == nil {
		return false
	}
	row := x.sheet.Cells[x.sheet.Tokens[own.tokens[0]].Cell].Row
	for _, other := range x.plan.parties {
		k, ok := other.fields["name"]
		if !ok || other.name == o.name {
			continue
		}
		best := x.bestOf(k)
		if best == nil || best.value == own.value {
			continue
		}
		if at := &x.sheet.Cells[x.sheet.Tokens[best.tokens[0]].Cell]; at.Row > row && at.Row <= cell.Row && at.Page == cell.Page {
			return true
		}
	}
	return false
}

// fitsKind reports whether a number is of the kind of a field: of a person, a company or either.
func (x *extractor) fitsKind(field int, number string) bool {
	switch x.plan.typ.Fields[field].Kind {
	case catalogue.CPF:
		return len(number) == 11
	case catalogue.CNPJ:
		return len(number) == 14
	}
	return true
}

// closing is whose fields are read only where a document says at its end where and when it was done.
const closing = "closing"

// readDatelines proposes where and when a deed was done.
func (x *extractor) readDatelines() {
	for _, o := range x.plan.parties {
		date, ok := o.fields["date"]
		if !ok {
			continue
		}
		for _, d := range x.persons().Datelines() {
			if o.name == closing && !d.Closes {
				continue
			}
			x.propose(candidate{field: date, tokens: x.between(d.Date.First, d.Date.Last).Index, value: d.Date.Text, score: inPassage, how: fromProse, place: catalogue.Right})
			if i, ok := o.fields["city"]; ok {
				run := x.between(d.City.First, d.City.Last)
				x.propose(candidate{field: i, tokens: run.Index, value: shape.Form(x.plan.typ.Fields[i], shape.Clean(run.Text(0, run.Len()-1))), score: inPassage, how: fromProse, place: catalogue.Right})
			}
			if i, ok := o.fields["state"]; ok && d.State.Last >= d.State.First {
				run := x.between(d.State.First, d.State.Last)
				if v, ok := recognise.At(catalogue.UF, run, 0); ok {
					x.propose(candidate{field: i, tokens: run.Index, value: v.Text, score: inPassage, how: fromProse, place: catalogue.Right})
				}
			}
		}
	}
}
