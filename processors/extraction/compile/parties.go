package compile

import (
	"slices"

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
