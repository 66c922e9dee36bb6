package compile

import (
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// sharedForm is a form in which a box holds several fields.
type sharedForm struct {
	Box  int
	Form *pattern.Pattern
}

// sharedForms lists by field the forms of boxes that hold it with others.
func (p *Type) sharedForms(fields []catalogue.Field) [][]sharedForm {
	out := make([][]sharedForm, len(fields))
	for box, forms := range p.BoxForms {
		for _, form := range forms {
			names := form.Slots()
			if len(names) < 2 || p.alike(names) {
				continue
			}
			for _, name := range names {
				out[p.Index[name]] = append(out[p.Index[name]], sharedForm{box, form})
			}
		}
	}
	return out
}

// alike reports whether values of two fields look the same, so that their form does not tell which
// is which.
func (p *Type) alike(names []string) bool {
	seen := map[string]bool{}
	for _, name := range names {
		f := p.Type.Fields[p.Index[name]]
		look := string(f.Kind) + f.Like
		if seen[look] {
			return true
		}
		seen[look] = true
	}
	return false
}
