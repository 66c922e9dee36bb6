package labelled

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/valuebox"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readLabels proposes what stands beside, below and above each field's labels.
func (x *reader) readLabels() {
	for i := range x.Placed {
		s := &x.Placed[i]
		for _, r := range s.Refs {
			if r.Role != compile.FieldLabel || x.OtherYear(s, r) || x.joint[s] {
				continue
			}
			f := x.Type.Fields[r.Field]
			if !x.LabelInScope(f, s, r) || f.Kind == catalogue.List {
				continue
			}
			x.readLabel(s, r.Field, f)
		}
	}
}

func (x *reader) readLabel(s *labels.Label, field int, f catalogue.Field) {
	typed := recognise.Typed(f.Kind)
	strength := s.Strength
	if strength < 0.5 && !source.Strong(f.Kind) {
		return
	}
	if s.Boxed() && typed && !slices.ContainsFunc(x.Around(s, f), func(g region.Region) bool { return source.Holds(f.Kind, g.Run) }) {
		free := *s
		free.In = valuebox.Set{} // a heading on a panel, or a box drawn around something else
		s = &free
	}
	strength *= candidate.Placed
	for _, g := range x.Around(s, f) {
		if f.Kind == catalogue.Money && g.Place == catalogue.Below {
			g = x.Footed(s, g)
		}
		if f.Like == "company" && g.Place == catalogue.Right {
			g.Run = x.withFirst(s, g.Run)
		}
		score := g.Score * strength
		x.readShared(s, field, g, score)
		if typed {
			g.Run = x.WholeNumber(g.Run)
		}
		x.ProposeRegion(field, g, score)
	}
}

// withFirst is the name of a company with the label before it where that is its first word: in "Banco do Sol",
// "Banco Sol S.A. - 536", and "Banco Sol" with nothing else in its cell but the title of the document.
func (x *reader) withFirst(s *labels.Label, behind recognise.Run) recognise.Run {
	if s.Colon || s.First != s.Last || !shape.NamesBody(x.Sheet.Tokens[s.First].Fold) || int(behind.Index[0]) != s.Last+1 {
		return behind
	}
	n, ends := 1, shape.BetweenNames(behind.Token(0).Fold)
	for ; n < behind.Len() && !shape.BeginsTitle(behind.Token(n).Fold); n++ {
		ends = ends || pattern.EndsCompany(behind.Token(n).Fold)
	}
	cell := &x.Sheet.Cells[x.Sheet.Tokens[s.First].Cell]
	if !ends && (s.First > cell.First || int(behind.Index[behind.Len()-1]) < cell.Past-1) {
		return behind
	}
	return x.Run(append([]int32{int32(s.First)}, behind.Index[:n]...))
}

// readBoxes takes values apart that hold several fields.
func (x *reader) readBoxes() {
	for i := range x.Placed {
		s := &x.Placed[i]
		for _, r := range s.Refs {
			if r.Role != compile.BoxLabel || s.Strength < labels.Repeated {
				continue
			}
			b := x.Type.Boxes[r.Box]
			if !x.InScope(catalogue.Field{In: b.In, NotIn: b.NotIn}, s) {
				continue
			}
			for _, g := range x.Around(s, catalogue.Field{Kind: catalogue.String, Lines: 3}) {
				x.readBox(r.Box, g, g.Score*s.Strength)
			}
		}
	}
}

func (x *reader) readBox(box int, g region.Region, score float64) {
	first, last := g.Run.Index[0], g.Run.Index[0]
	for _, t := range g.Run.Index[1:] { // patterns run over the flow, so only a contiguous piece can be matched
		if t == last+1 { // what stands beside comes elsewhere in the flow
			last = t
		}
	}
	for k, p := range x.Type.BoxForms[box] {
		m, ok := p.Within(x.Flow(), int(first), int(last)+1)
		if !ok {
			continue
		}
		for _, slot := range m.Slots {
			x.ProposeSlot(x.Type.Index[slot.Name], slot, score*(1-propose.Later*float64(k)), candidate.FromLabel)
		}
		return
	}
}

// readShared proposes what a value says of other fields than its label does: the town behind the
// hospital, as a box for both has them.
func (x *reader) readShared(s *labels.Label, field int, g region.Region, score float64) {
	run := x.FirstCell(g.Run)
	if run = x.Whole(x.Type.Fields[field], x.Type.Stops[field], run); run.Len() == 0 {
		return
	}
	first, last := run.Trim(0, run.Len()-1)
	for _, shared := range x.Type.Shared[field] {
		b := x.Type.Boxes[shared.Box]
		if first >= last || !x.InScope(catalogue.Field{In: b.In, NotIn: b.NotIn}, s) {
			continue
		}
		from, to := int(run.Index[first]), int(run.Index[last])
		m, ok := shared.Form.At(x.Flow(), from, to+1)
		if !ok || m.Last < to {
			continue
		}
		for _, slot := range m.Slots {
			x.ProposeSlot(x.Type.Index[slot.Name], slot, score, candidate.FromLabel)
		}
		return
	}
}
