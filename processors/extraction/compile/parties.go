package compile

import (
	"fmt"
	"maps"
	"slices"

	"lavra.dev/processors/extraction/entity"

	"lavra.dev/schemas/catalogue"
)

// Party is a person or company that a type has fields of, such as the payer.
type Party struct {
	Name   string
	Fields map[string]int // by attribute
}

// partiesOf gathers the fields of a type by whose they are, in the order of the entry.
func partiesOf(t catalogue.Type) []Party {
	var out []Party
	for i, f := range t.Fields {
		if f.Of == "" {
			continue
		}
		at := slices.IndexFunc(out, func(o Party) bool { return o.Name == f.Of })
		if at < 0 {
			out = append(out, Party{f.Of, map[string]int{}})
			at = len(out) - 1
		}
		out[at].Fields[f.Is] = i
	}
	return out
}

// Opposed reports whether two lists, one behind the other in their type, are the two sides of a deed: all of such
// deeds have both.
func Opposed(a, b catalogue.Field) bool {
	return a.Kind == catalogue.List && b.Kind == catalogue.List && a.Required && b.Required
}

// Opposes reports whether a type has two such lists.
func (t *Type) Opposes() bool {
	for i := range len(t.Fields) - 1 {
		if Opposed(t.Fields[i], t.Fields[i+1]) {
			return true
		}
	}
	return false
}

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
