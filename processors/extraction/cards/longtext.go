package cards

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// textBeside is the text without a label right of the first label of a card and its
// value: "Grupo 01 | Casa na Avenida Boa Vista | 31/12/2023", with the lines under it
// that are set flush.
func (x *Reader) textBeside(s *labels.Label) recognise.Run {
	beside := x.CellBeside(s.Cell)
	if beside < 0 || !x.wordy(beside) {
		return x.Run(nil)
	}
	last := x.Sheet.Cells[beside]
	index := last.Words()
	for _, c := range x.ByTop[s.Page] {
		cell := x.Sheet.Cells[c]
		if cell.Top <= last.Top || math.Abs(cell.Left-last.Left) > cell.Char {
			continue
		}
		if cell.Top-last.Bottom > layout.Solid*cell.Size || !x.wordy(c) || x.begetsCard(s, c) {
			break
		}
		index = append(index, cell.Words()...)
		last = cell
	}
	return x.Run(index)
}

// wordy reports whether a cell holds words and is neither a label nor a sum.
func (x *Reader) wordy(c int32) bool {
	_, sum := recognise.Whole(catalogue.Money, x.CellRun(c))
	return !sum && !x.Boundary(x.Sheet.Cells[c].First)
}

// begetsCard reports whether a cell stands on the line of another card's first label.
func (x *Reader) begetsCard(s *labels.Label, c int32) bool {
	head := x.Sheet.Cells[x.Sheet.LineOf(c)[0]]
	on := x.LabelOn(head.First)
	return on != nil && on != s && slices.Equal(on.Refs, s.Refs)
}
