package region

import (
	"lavra.dev/processors/extraction/labels"
)

// sides are the left and the right side of the boxes in which a label's value may stand
// below it.
func (x *Regions) sides(s *labels.Label) (left, right float64) {
	box := x.Sheet.Boxes[x.Sheet.Cells[s.Cell].Box].Rect
	for _, b := range s.In.Boxes {
		if o := x.Sheet.Boxes[b].Rect; o.Top >= s.Box.MidY() {
			box.Left, box.Right = max(box.Left, o.Left), min(box.Right, o.Right)
		}
	}
	const slack = 2 // points that type may touch a side
	return box.Left - slack, box.Right + slack
}

// admitted are the first of some cells in which the value of a label may stand.
func (x *Regions) admitted(s *labels.Label, cells []int32) []int32 {
	for k, c := range cells {
		if !s.In.Admits(x.Sheet.Cells[c].Box) {
			return cells[:k]
		}
	}
	return cells
}
