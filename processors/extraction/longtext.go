package extraction

import (
	"lavra.dev/processors/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	longText = 4   // lines of a value, from which on it is a text that may name anything
	lineStep = 0.9 // font sizes between two lines of it, at most
)

// quoteTexts doubts the labels that are words of such texts.
func (x *extractor) quoteTexts(field int, f catalogue.Field) {
	for i := range x.spots {
		column, ok := x.groupColumn(&x.spots[i], field, f)
		if !ok || f.Columns[column].Lines < longText {
			continue
		}
		for _, t := range x.textBehind(&x.spots[i], f.Columns[column].Lines).Index {
			if at := x.spotAt[t]; at > 0 && x.spots[at-1].first == int(t) {
				x.spots[at-1].quality = 0.2
			}
		}
	}
}

// textFoot is where the text behind a label ends on the page, or the label.
func (x *extractor) textFoot(s *spot, c catalogue.Field) float64 {
	foot := s.box.Bottom
	if c.Lines >= longText {
		for _, t := range x.textBehind(s, c.Lines).Index {
			foot = max(foot, x.sheet.Tokens[t].Bottom)
		}
	}
	return foot
}

// textBehind is the text behind a label or under it, such as what describes a house:
// words in it that are labels elsewhere are its own, but for those that begin a line or
// have a colon.
func (x *extractor) textBehind(s *spot, lines int) recognise.Run {
	var index []int32
	last := s.box
	for i := s.last + 1; i < len(x.sheet.Tokens); i++ {
		start := x.sheet.LineStart(i)
		if x.boundary(i) && (start || x.spots[x.spotAt[i]-1].colon) {
			break
		}
		cell := &x.sheet.Cells[x.sheet.Tokens[i].Cell]
		if start {
			if lines--; lines < 0 || cell.Page != s.page || cell.Top-last.Bottom > lineStep*cell.Size || cell.Top < last.Top || beside(cell.Rect, last) || cell.Overlap(last) <= 0 {
				break
			}
			last = cell.Rect
		}
		index = append(index, int32(i))
	}
	return x.run(index)
}
