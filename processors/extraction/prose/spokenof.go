package prose

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// readSpokenOf proposes the first person of the running text to the fields of him whom a text of
// that type speaks of, whatever the verb: "Relato que Fulano de Tal encontra-se".
func (x *reader) readSpokenOf() {
	for field, f := range x.Type.Fields {
		if !f.SpokenOf {
			continue
		}
		foot := x.signersFoot()
		if x.readSaidOf(field, foot) {
			continue
		}
		for i := range x.Sheet.Tokens {
			if lexicon.GivenName(x.Sheet.Tokens[i].Fold) && layout.HasCapital(x.Sheet.Tokens[i].Text) && x.withinText(i) && !x.SignedBy(i, foot) {
				x.readSaid(field, i)
				break
			}
		}
	}
}

// readSaidOf proposes the first person or company of whom the text says more than the name.
func (x *reader) readSaidOf(field int, foot []int32) bool {
	f := x.Type.Fields[field]
	for _, e := range x.Persons().All() {
		v, ok := e.Value(entity.Name)
		if !ok || e.For || e.Company && f.Like != "company" || !x.OfText(x.Sheet.Tokens[v.First].Cell) || x.Boundary(v.First) || x.SignedBy(v.First, foot) || x.namedOther(field, v.First) {
			continue
		}
		run := x.Between(v.First, v.Last)
		x.Propose(candidate.Value{Field: field, Tokens: run.Index, Text: shape.Form(f, shape.Clean(run.Text(0, run.Len()-1))), Score: saidTyped, How: candidate.FromProse, Place: catalogue.Right})
		return true
	}
	return false
}

// namedOther reports whether the words before a name say that it is somebody else's.
func (x *reader) namedOther(field, first int) bool {
	return slices.ContainsFunc(x.Found, func(c candidate.Value) bool {
		f := &x.Type.Fields[c.Field]
		return c.Field != field && f.Is == "name" && c.How == candidate.FromProse && len(c.Tokens) > 0 && int(c.Tokens[0]) == first
	})
}

// signersFoot is the foot of a document of whose signer the type has a field: he is not whom the text speaks of.
func (x *reader) signersFoot() []int32 {
	if !slices.ContainsFunc(x.Type.Fields, func(f catalogue.Field) bool { return f.Signs }) {
		return nil
	}
	return x.Foot()
}

// withinText reports whether a token stands in a text behind small letters or a title.
func (x *reader) withinText(i int) bool {
	if i == 0 || x.Sheet.BlockStart(i) || !x.OfText(x.Sheet.Tokens[i].Cell) || x.Boundary(i) {
		return false
	}
	before := &x.Sheet.Tokens[i-1]
	return before.Small() && !layout.HasDigit(before.Text) || shape.FormOfAddress(before.Fold)
}
