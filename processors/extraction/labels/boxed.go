package labels

import (
	"lavra.dev/processors/extraction/valuebox"
)

// findValueBoxes says of each label in which boxes its value may stand.
func (x *Labels) findValueBoxes() {
	labels := make([]valuebox.Label, 0, len(x.Placed))
	of := make([]int, 0, len(x.Placed))
	for i := range x.Placed {
		if s := &x.Placed[i]; s.Strength >= Repeated {
			labels, of = append(labels, valuebox.Label{First: s.First, Last: s.Last}), append(of, i)
		}
	}
	for k, r := range valuebox.Of(x.Sheet, labels) {
		x.Placed[of[k]].In = r
	}
}

// Boxed reports whether the boxes drawn on the page say where a label's value stands.
func (s *Label) Boxed() bool { return len(s.In.Boxes) > 0 }

// LabelCell reports whether a cell is a label and nothing else.
func (x *Labels) LabelCell(c int32) bool {
	cell := x.Sheet.Cells[c]
	on := x.LabelOn(cell.First)
	return on != nil && on.First == cell.First && on.Ends
}
