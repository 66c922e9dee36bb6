package compile

import "lavra.dev/schemas/catalogue"

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
