package extraction

import (
	"fmt"
	"maps"
	"slices"

	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

const inEvent = 0.9 // the score of what the sentence of a birth or a death tells

// readEvents proposes what sentences tell of the births and deaths that the type has fields of.
func (x *extractor) readEvents() {
	for _, o := range x.plan.events {
		for _, e := range x.persons().Events(o.kind) {
			for _, t := range o.fields {
				if v, ok := e.Value(t.thing); ok {
					slot := pattern.Slot{Name: x.plan.typ.Fields[t.field].Name, First: v.First, Last: v.Last, Form: "clause"}
					x.proposeSlot(t.field, slot, inEvent, fromProse)
				}
			}
		}
	}
}

// occasion is a kind of event with the fields of what is told of it.
type occasion struct {
	kind   entity.Occasion
	fields []eventField
}

type eventField struct {
	thing entity.Thing
	field int
}

// addEvents takes the events of an entry, in one order.
func (p *plan) addEvents(t catalogue.Type) error {
	for _, name := range slices.Sorted(maps.Keys(t.Events)) {
		o, ok := entity.OccasionOf(name)
		if !ok {
			return fmt.Errorf("unknown event %q", name)
		}
		e := occasion{kind: o}
		for _, what := range slices.Sorted(maps.Keys(t.Events[name])) {
			thing, told := entity.ThingOf(what)
			field, has := p.index[t.Events[name][what]]
			if !told || !has {
				return fmt.Errorf("event %s: no %q or no field %q", name, what, t.Events[name][what])
			}
			e.fields = append(e.fields, eventField{thing, field})
		}
		p.events = append(p.events, e)
	}
	return nil
}
