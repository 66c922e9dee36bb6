package compile

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/schemas/catalogue"
)

func NamesAttributes(f catalogue.Field) bool {
	for _, c := range f.Columns {
		if c.Is != "" {
			return true
		}
	}
	return false
}

// ColumnOfKind is the first column of a kind, -1 for none.
func ColumnOfKind(f catalogue.Field, kind catalogue.Kind) int {
	return slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == kind })
}

// ColumnIs is the column that holds an attribute, -1 for none.
func ColumnIs(f catalogue.Field, attribute string) int {
	return slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Is == attribute })
}

// ColumnIndex is the place of a column in its list.
func ColumnIndex(f catalogue.Field, name string) int {
	for i := range f.Columns {
		if f.Columns[i].Name == name {
			return i
		}
	}
	return -1
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
