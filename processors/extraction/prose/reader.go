// Package prose reads the values that running text tells: by the patterns of the type, by words
// of a sentence that mean a field, and by what sentences tell of a birth or a death.
//
// In come the running text and what is known of its labels; out go candidates. Words of a label
// are no prose.
package prose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/text/pattern"
)

type reader struct{ *propose.Reader }

// Read adds to found what sentences tell.
func Read(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{propose.To(found, r)}
	x.readPatterns(x.Type.ProseForms, propose.ProseScore)
	x.readPatterns(x.Type.FallbackForms, propose.FallbackScore)
	x.readSentences()
	x.readEvents()
	x.readPayments()
	x.readSpokenOf()
	return x.Found
}

const inEvent = candidate.Placed // the score of what the sentence of a birth or a death tells

// readEvents proposes what sentences tell of the births and deaths that the type has fields of.
func (x *reader) readEvents() {
	for _, o := range x.Type.Occasions {
		for _, e := range x.Persons().Events(o.Kind) {
			for _, t := range o.Fields {
				if v, ok := e.Value(t.Thing); ok {
					slot := pattern.Slot{Name: x.Type.Fields[t.Field].Name, First: v.First, Last: v.Last, Form: "clause"}
					x.ProposeSlot(t.Field, slot, inEvent, candidate.FromProse)
				}
			}
		}
	}
}
