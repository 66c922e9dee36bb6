package extraction

import (
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// sharedForm is a form in which a box holds several fields.
type sharedForm struct {
	box  int
	form *pattern.Pattern
}

// sharedForms lists by field the forms of boxes that hold it with others.
func (p *plan) sharedForms(fields []catalogue.Field) [][]sharedForm {
	out := make([][]sharedForm, len(fields))
	for box, forms := range p.boxes {
		for _, form := range forms {
			names := form.Slots()
			if len(names) < 2 || p.alike(names) {
				continue
			}
			for _, name := range names {
				out[p.index[name]] = append(out[p.index[name]], sharedForm{box, form})
			}
		}
	}
	return out
}

// alike reports whether values of two fields look the same, so that their form does not tell which
// is which.
func (p *plan) alike(names []string) bool {
	seen := map[string]bool{}
	for _, name := range names {
		f := p.typ.Fields[p.index[name]]
		look := string(f.Kind) + f.Like
		if seen[look] {
			return true
		}
		seen[look] = true
	}
	return false
}

// readShared proposes what a value says of other fields than its label does: the town behind the
// hospital, as a box for both has them.
func (x *extractor) readShared(s *spot, field int, g region, score float64) {
	if g.place == catalogue.Above {
		return
	}
	run := x.firstCell(g.run)
	if run = x.wholeValue(x.plan.typ.Fields[field], run); run.Len() == 0 {
		return
	}
	first, last := run.Trim(0, run.Len()-1)
	for _, shared := range x.plan.shared[field] {
		b := x.plan.typ.Boxes[shared.box]
		if first >= last || !x.inScope(catalogue.Field{In: b.In, NotIn: b.NotIn}, s) {
			continue
		}
		from, to := int(run.Index[first]), int(run.Index[last])
		m, ok := shared.form.At(x.flow(), from, to+1)
		if !ok || m.Last < to {
			continue
		}
		for _, slot := range m.Slots {
			x.proposeSlot(x.plan.index[slot.Name], slot, score, fromLabel)
		}
		return
	}
}
