package extraction

import (
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// readSpokenOf proposes the first person of the running text to the fields of him whom a text of
// that type speaks of, whatever the verb: "Relato que Fulano de Tal encontra-se".
func (x *extractor) readSpokenOf() {
	for field, f := range x.plan.typ.Fields {
		if !f.SpokenOf {
			continue
		}
		for i := range x.sheet.Tokens {
			if lexicon.GivenName(x.sheet.Tokens[i].Fold) && layout.HasCapital(x.sheet.Tokens[i].Text) && x.withinText(i) {
				x.readSaid(field, i)
				break
			}
		}
	}
}

// withinText reports whether a token stands in a text behind small letters or a title.
func (x *extractor) withinText(i int) bool {
	if i == 0 || x.sheet.BlockStart(i) || !x.ofText(x.sheet.Tokens[i].Cell) || x.boundary(i) {
		return false
	}
	before := &x.sheet.Tokens[i-1]
	return before.Small() && !layout.HasDigit(before.Text) || shape.FormOfAddress(before.Fold)
}
