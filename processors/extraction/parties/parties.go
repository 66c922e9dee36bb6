package parties

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readNumbers proposes the numbers with right check digits that stand in the part of the
// document that is a party's, whatever is printed beside them.
func (x *reader) readNumbers() {
	for c := range x.Sheet.Cells {
		cell := &x.Sheet.Cells[c]
		sections := x.SectionsOf(cell.Page, cell.Rect)
		if len(sections) == 0 {
			continue
		}
		run := x.Between(cell.First, cell.Past-1)
		for _, v := range recognise.All(catalogue.CPFCNPJ, run) {
			if !v.Checked || v.Repaired {
				continue
			}
			for _, o := range x.Type.Parties {
				if i, ok := o.Fields["number"]; ok && x.partOf(&o, i, sections) && x.fitsKind(i, v.Text) {
					tokens := slices.Clone(run.Index[v.First : v.Last+1])
					x.Propose(candidate.Value{Field: i, Tokens: tokens, Text: v.Text, Score: candidate.Fair, Checked: true, How: candidate.FromForm, Place: catalogue.Right})
				}
			}
		}
	}
}

// partOf reports whether a part of the document is a party's and no other's.
func (x *reader) partOf(o *compile.Party, field int, sections []string) bool {
	f := x.Type.Fields[field]
	if len(f.NotIn) > 0 && labels.Within(sections, f.NotIn) {
		return false
	}
	if len(f.In) > 0 {
		return labels.Within(sections, f.In)
	}
	return labels.Within(sections, []string{o.Name})
}

// fitsKind reports whether a number is of the kind of a field: of a person, a company or either.
func (x *reader) fitsKind(field int, number string) bool {
	switch x.Type.Fields[field].Kind {
	case catalogue.CPF:
		return len(number) == 11
	case catalogue.CNPJ:
		return len(number) == 14
	}
	return true
}

// closing is whose fields are read only where a document says at its end where and when it was done.
const closing = "closing"

// issue is whose date may also be told by a sentence: "Emitido em".
const issue = "issue"

// readDatelines proposes where and when a deed was done.
func (x *reader) readDatelines() {
	for _, o := range x.Type.Parties {
		date, ok := o.Fields["date"]
		if !ok {
			continue
		}
		if o.Name == issue {
			for _, d := range x.Persons().Issues() {
				x.Propose(candidate.Value{Field: date, Tokens: x.Between(d.First, d.Last).Index, Text: d.Text, Score: candidate.Fair, How: candidate.FromProse, Place: catalogue.Right})
			}
		}
		for _, d := range x.Persons().Datelines() {
			if o.Name == closing && !d.Closes {
				continue
			}
			x.Propose(candidate.Value{Field: date, Tokens: x.Between(d.Date.First, d.Date.Last).Index, Text: d.Date.Text, Score: candidate.Placed, How: candidate.FromProse, Place: catalogue.Right})
			if i, ok := o.Fields["city"]; ok {
				run := x.Between(d.City.First, d.City.Last)
				x.Propose(candidate.Value{Field: i, Tokens: run.Index, Text: shape.Form(x.Type.Fields[i], shape.Clean(run.Text(0, run.Len()-1))), Score: candidate.Placed, How: candidate.FromProse, Place: catalogue.Right})
			}
			if i, ok := o.Fields["state"]; ok && d.State.Last >= d.State.First {
				run := x.Between(d.State.First, d.State.Last)
				if v, ok := recognise.At(catalogue.UF, run, 0); ok {
					x.Propose(candidate.Value{Field: i, Tokens: run.Index, Text: v.Text, Score: candidate.Placed, How: candidate.FromProse, Place: catalogue.Right})
				}
			}
		}
	}
}
