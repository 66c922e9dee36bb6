package extraction

import "lavra.dev/processors/extraction/valuebox"

// findValueBoxes says of each label in which boxes its value may stand.
func (x *extractor) findValueBoxes() {
	labels := make([]valuebox.Label, 0, len(x.spots))
	of := make([]int, 0, len(x.spots))
	for i := range x.spots {
		if s := &x.spots[i]; s.quality >= 0.5 {
			labels, of = append(labels, valuebox.Label{First: s.first, Last: s.last}), append(of, i)
		}
	}
	for k, r := range valuebox.Of(x.sheet, labels) {
		x.spots[of[k]].in = r
	}
}

// boxed reports whether the boxes drawn on the page say where a label's value stands.
func (s *spot) boxed() bool { return len(s.in.Boxes) > 0 }

// sides are the left and the right side of the boxes in which a label's value may stand
// below it.
func (x *extractor) sides(s *spot) (left, right float64) {
	box := x.sheet.Boxes[x.sheet.Cells[s.cell].Box].Rect
	for _, b := range s.in.Boxes {
		if o := x.sheet.Boxes[b].Rect; o.Top >= s.box.MidY() {
			box.Left, box.Right = max(box.Left, o.Left), min(box.Right, o.Right)
		}
	}
	const slack = 2 // points that type may touch a side
	return box.Left - slack, box.Right + slack
}

// admitted are the first of some cells in which the value of a label may stand.
func (x *extractor) admitted(s *spot, cells []int32) []int32 {
	for k, c := range cells {
		if !s.in.Admits(x.sheet.Cells[c].Box) {
			return cells[:k]
		}
	}
	return cells
}

// labelCell tells whether a cell is a label and nothing else.
func (x *extractor) labelCell(c int32) bool {
	cell := x.sheet.Cells[c]
	at := x.spotAt[cell.First]
	return at > 0 && x.spots[at-1].first == cell.First && x.spots[at-1].ends
}
