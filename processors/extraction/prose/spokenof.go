package prose

import (
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// readSpokenOf proposes the first person of the running text to the fields of him whom a text of
// that type speaks of, whatever the verb: "Relato que Fulano de Tal encontra-se".
func (x *reader) readSpokenOf() {
	for field, f := range x.Type.Fields {
		if !f.SpokenOf {
			continue
		}
		for i := range x.Sheet.Tokens {
			if lexicon.GivenName(x.Sheet.Tokens[i].Fold) && layout.HasCapital(x.Sheet.Tokens[i].Text) && x.withinText(i) {
				x.readSaid(field, i)
				break
			}
		}
	}
}

// withinText reports whether a token stands in a text behind small letters or a title.
func (x *reader) withinText(i int) bool {
	if i == 0 || x.Sheet.BlockStart(i) || !x.ofText(x.Sheet.Tokens[i].Cell) || x.Boundary(i) {
		return false
	}
	before := &x.Sheet.Tokens[i-1]
	return before.Small() && !layout.HasDigit(before.Text) || shape.FormOfAddress(before.Fold)
}
