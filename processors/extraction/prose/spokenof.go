package prose

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/schemas/catalogue"
)

// readSpokenOf proposes the first person or company of whom the running text says more than the name to the fields of
// him whom a text of that type speaks of, whatever the verb: "Relato que Fulano de Tal, CPF ..., encontra-se".
func (x *reader) readSpokenOf() {
	for field, f := range x.Type.Fields {
		if f.SpokenOf {
			x.readSaidOf(field, f, x.signersFoot())
		}
	}
}

func (x *reader) readSaidOf(field int, f catalogue.Field, foot []int32) {
	for _, e := range x.Persons().All() {
		v, ok := e.Value(entity.Name)
		if !ok || e.For || e.Company && f.Like != "company" || !x.OfText(x.Sheet.Tokens[v.First].Cell) || x.Boundary(v.First) || x.SignedBy(v.First, foot) || x.namedOther(field, v.First) {
			continue
		}
		run := x.Between(v.First, v.Last)
		x.Propose(candidate.Value{Field: field, Tokens: run.Index, Text: shape.Words(f, run), Score: saidTyped, How: candidate.FromProse, Place: catalogue.Right})
		return
	}
}

// signersFoot is the foot of a document of whose signer the type has a field: he is not whom the text speaks of.
func (x *reader) signersFoot() []int32 {
	if !slices.ContainsFunc(x.Type.Fields, func(f catalogue.Field) bool { return f.Signs }) {
		return nil
	}
	return x.Foot()
}

// namedOther reports whether the words before a name say that it is somebody else's.
func (x *reader) namedOther(field, first int) bool {
	return slices.ContainsFunc(x.Found, func(c candidate.Value) bool {
		f := &x.Type.Fields[c.Field]
		return c.Field != field && f.Is == "name" && c.How == candidate.FromProse && len(c.Tokens) > 0 && int(c.Tokens[0]) == first
	})
}
