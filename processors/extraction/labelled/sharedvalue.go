package labelled

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/schemas/catalogue"
)

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
