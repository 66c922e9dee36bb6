package catalogue

import (
	"fmt"
	"slices"
	"strings"
)

// namesColumns checks that what speaks of the columns of a list names some of them,
// and as many as it takes.
func (f *Field) namesColumns(t *Type) error {
	named := append([]string{f.Lead, f.Title, f.Join}, f.Shares...)
	for _, c := range f.Columns {
		of, _ := strings.CutPrefix(strings.TrimSuffix(c.From, ")"), "label(")
		named = append(named, of)
	}
	if tab := f.Table; tab != nil {
		for _, s := range []struct {
			key   string
			names []string
			many  int
		}{{"either", tab.Either, 2}, {"behind", tab.Behind, 2}} {
			if len(s.names) != 0 && len(s.names) != s.many {
				return fmt.Errorf("field %q: %s takes %d names", f.Name, s.key, s.many)
			}
		}
		for _, product := range tab.Products {
			if len(product) != 3 {
				return fmt.Errorf("field %q: a product takes 3 columns", f.Name)
			}
			named = append(named, product...)
		}
		for _, pair := range tab.Instead {
			if len(pair) != 2 {
				return fmt.Errorf("field %q: instead takes pairs of columns", f.Name)
			}
			named = append(named, pair...)
		}
		named = append(named, tab.Margin, tab.Result, tab.Largest, tab.Above)
		named = slices.Concat(named, tab.Need, tab.Row, tab.Each, tab.Carry, tab.Either, tab.Behind)
		if n := len(tab.Balance); n > 0 {
			if n < 2 || n > 3 {
				return fmt.Errorf("field %q: balance takes 2 columns and a field", f.Name)
			}
			named = append(named, tab.Balance[:2]...)
			if err := t.has(tab.Balance[2:]...); err != nil {
				return fmt.Errorf("field %q: %w", f.Name, err)
			}
		}
	}
	for _, name := range named {
		if name != "" && !slices.ContainsFunc(f.Columns, func(c Field) bool { return c.Name == name }) {
			return fmt.Errorf("field %q: unknown column %q", f.Name, name)
		}
	}
	return nil
}
