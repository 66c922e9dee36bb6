package compile

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/schemas/catalogue"
)

// NamesAttributes reports whether the rows of a list are persons or companies, told by their attributes.
func NamesAttributes(f catalogue.Field) bool {
	return slices.ContainsFunc(f.Columns, func(c catalogue.Field) bool { return c.Is != "" })
}

// columnsByName are the columns of a list by their labels, without small words.
func columnsByName(f catalogue.Field) map[string]int {
	names := map[string]int{}
	for k, c := range f.Columns {
		for _, label := range c.Labels {
			words := strings.Fields(label)
			words = slices.DeleteFunc(words, func(w string) bool { return w == "do" || w == "da" || w == "de" })
			if name := fold.Text(strings.Join(words, "")); name != "" {
				if _, taken := names[name]; !taken {
					names[name] = k
				}
			}
		}
	}
	return names
}
