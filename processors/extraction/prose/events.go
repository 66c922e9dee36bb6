package prose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/pattern"
)

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
