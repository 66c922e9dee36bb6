package labels

import (
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
)

// ValueLines is how many lines a value has in a narrow column, at most.
const ValueLines = 3

// dropRests drops the labels that are but the last words of a value, which its box was too narrow
// for: "ANO" under "ENSINO FUNDAMENTAL - 7º", "vencimento" under "até a data de".
func (x *Labels) dropRests() {
	for i := range x.Placed {
		if s := &x.Placed[i]; s.Strength >= Leading && x.endsValue(s) {
			s.Strength, s.Refs = 0, nil
			for t := s.First; t <= s.Last; t++ {
				x.labelOn[t] = 0
			}
		}
	}
}

// endsValue reports whether a label is the rest of the value over it: alone on its line, right under
// words that had no room for it and that a label asks for, and with no value of its own.
func (x *Labels) endsValue(s *Label) bool {
	cell := &x.Sheet.Cells[s.Cell]
	if s.Colon || !s.Starts || s.First != cell.First || s.Last+1 != cell.Past || x.Sheet.BlockStart(s.First) || !x.Flow().Wraps(s.First) {
		return false
	}
	return x.isAnswer(s.Cell-1, s.Cell) && !x.hasAnswer(s) && !x.nearerBelow(s)
}

// isAnswer reports whether a line is what a label beside it, over it or before it asks for, or goes on
// with such a line; under is the one that stands right under it.
func (x *Labels) isAnswer(line, under int32) bool {
	for range ValueLines {
		a, b := &x.Sheet.Cells[line], &x.Sheet.Cells[under]
		if a.Block != b.Block || b.Top-a.Bottom > layout.Solid*b.Size || !source.Flush(*a, *b) {
			return false
		}
		if on := x.LabelOn(a.First); on != nil && on.Strength >= Leading && (on.Colon || on.Last+1 == a.Past) {
			return on.Last+1 < a.Past
		}
		over := line - 1
		if x.UnderLabel(line) || over >= 0 && x.labelAlone(over) && x.Sheet.Cells[over].Block == a.Block {
			return true
		}
		line, under = over, line
		if line < 0 {
			return false
		}
	}
	return false
}

// labelAlone reports whether a cell is a label and nothing else, nor an answer beside it.
func (x *Labels) labelAlone(cell int32) bool {
	c := &x.Sheet.Cells[cell]
	on, beside := x.LabelOn(c.First), x.CellBeside(cell)
	return on != nil && on.Strength >= Leading && on.Last+1 == c.Past && (beside < 0 || x.Boundary(x.Sheet.Cells[beside].First))
}

// hasAnswer reports whether something that is no label stands right of a label or close under it. Where the label shares
// a box with the words over it, what stands right of it in the next box is none.
func (x *Labels) hasAnswer(s *Label) bool {
	box := x.Sheet.Cells[s.Cell].Box
	shared := box != layout.NoBox && x.Sheet.Cells[s.Cell-1].Box == box
	if beside := x.CellBeside(s.Cell); beside >= 0 && !(shared && x.Sheet.Cells[beside].Box != box) && !x.Boundary(x.Sheet.Cells[beside].First) {
		return true
	}
	under := x.CellUnder(s.Cell)
	return under >= 0 && !x.Boundary(x.Sheet.Cells[under].First) && !x.UnderLabel(under)
}

// nearerBelow reports whether a label stands no nearer to the words over it than to what it may head.
func (x *Labels) nearerBelow(s *Label) bool {
	cell, above, under := &x.Sheet.Cells[s.Cell], &x.Sheet.Cells[s.Cell-1], x.CellUnder(s.Cell)
	if under >= 0 && s.OpensPart() {
		return true
	}
	return under >= 0 && x.Sheet.Cells[under].Top-cell.Bottom < cell.Top-above.Bottom+layout.Overlap*cell.Size
}

// UnderLabel reports whether a label stands left of a cell on its line that has no value
// in its own cell, nor in one between: the line is that label's.
func (x *Labels) UnderLabel(cell int32) bool {
	before := x.CellBefore(cell)
	return before >= 0 && x.Boundary(x.Sheet.Cells[before].First)
}
