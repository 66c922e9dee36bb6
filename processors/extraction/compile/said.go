package compile

import (
	"cmp"
	"slices"

	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// saidForm is how a text tells the value of a field: with names within, where it begins as one.
type saidForm struct{ Plain, Named *pattern.Pattern }

// saidForms are the forms in which a text tells the values of the fields that texts tell of.
func (p *Type) saidForms(fields []catalogue.Field) ([]saidForm, error) {
	out := make([]saidForm, len(fields))
	for i, f := range fields {
		if len(f.Means) == 0 || f.Kind == catalogue.List || !slices.ContainsFunc(p.ProseForms, func(o *pattern.Pattern) bool { return slices.Contains(o.Slots(), f.Name) }) {
			continue
		}
		form, named := string(f.Kind), ""
		switch {
		case f.Like == "name":
			form = "proper"
		case f.Like == "company" || f.Like == "city" || f.Like == "address" || f.Like == "numbered" || f.Like == "word" || f.Like == "number":
			form = f.Like
		case f.Kind == catalogue.Text:
			form = "sentence"
		case !recognise.Typed(f.Kind):
			form, named = "clause", "proper"
		}
		for _, p := range []struct {
			to   **pattern.Pattern
			form string
		}{{&out[i].Plain, form}, {&out[i].Named, cmp.Or(named, form)}} {
			var err error
			if *p.to, err = pattern.Compile("{"+f.Name+":"+p.form+"}", func(string) catalogue.Kind { return f.Kind }); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
