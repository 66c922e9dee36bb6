package nearby

import (
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
)

// headings finds the cell at the head of the column that a cell stands in, each once.
type headings struct {
	labels *labels.Labels
	known  []int32 // by cell: its heading and one more
}

func headingsOf(x *labels.Labels) *headings {
	return &headings{x, make([]int32, len(x.Sheet.Cells))}
}

// of is the heading over a cell: the first one above that is a label, or not written as those under it; itself
// where nothing stands over it.
func (h *headings) of(c int32) int32 {
	if k := h.known[c]; k > 0 {
		return k - 1
	}
	up := h.labels.OverCell(c)
	heading := up
	switch {
	case up < 0:
		heading = c
	case !h.labelled(up) && h.figures(up) == h.figures(c):
		heading = h.of(up)
	}
	h.known[c] = heading + 1
	return heading
}

func (h *headings) labelled(c int32) bool {
	on := h.labels.HeadLabel(c)
	return on != nil && on.Strength >= labels.Likely
}

// figures reports whether a cell has a digit.
func (h *headings) figures(c int32) bool {
	cell := &h.labels.Sheet.Cells[c]
	for i := cell.First; i < cell.Past; i++ {
		if layout.HasFigure(h.labels.Sheet.Tokens[i].Text) {
			return true
		}
	}
	return false
}
