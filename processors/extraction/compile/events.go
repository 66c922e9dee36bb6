package compile

import (
	"fmt"
	"maps"
	"slices"

	"lavra.dev/processors/extraction/entity"
	"lavra.dev/schemas/catalogue"
)

// occasion is a kind of event with the fields of what is told of it.
type occasion struct {
	Kind   entity.Occasion
	Fields []eventField
}

type eventField struct {
	Thing entity.Thing
	Field int
}

// addEvents takes the events of an entry, in one order.
func (p *Type) addEvents(t catalogue.Type) error {
	for _, name := range slices.Sorted(maps.Keys(t.Events)) {
		o, ok := entity.OccasionOf(name)
		if !ok {
			return fmt.Errorf("unknown event %q", name)
		}
		e := occasion{Kind: o}
		for _, what := range slices.Sorted(maps.Keys(t.Events[name])) {
			thing, told := entity.ThingOf(what)
			field, has := p.Index[t.Events[name][what]]
			if !told || !has {
				return fmt.Errorf("event %s: no %q or no field %q", name, what, t.Events[name][what])
			}
			e.Fields = append(e.Fields, eventField{thing, field})
		}
		p.Occasions = append(p.Occasions, e)
	}
	return nil
}
