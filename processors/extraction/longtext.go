package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/text/recognise"
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

// textBeside is the text without a label right of the first label of a card and its
// value: "Grupo 01 | Casa na Avenida Boa Vista | 31/12/2023", with the lines under it
// that are set flush.
func (x *extractor) textBeside(s *spot) recognise.Run {
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	at := slices.Index(row, s.cell)
	if at < 0 || at+1 >= len(row) || !x.wordy(row[at+1]) {
		return x.run(nil)
	}
	last := x.sheet.Cells[row[at+1]]
	index := x.between(last.First, last.Past-1).Index
	for _, c := range x.byTop[s.page] {
		cell := x.sheet.Cells[c]
		if cell.Top <= last.Top || math.Abs(cell.Left-last.Left) > cell.Char {
			continue
		}
		if cell.Top-last.Bottom > lineStep*cell.Size || !x.wordy(c) || x.begetsCard(s, c) {
			break
		}
		index = append(index, x.between(cell.First, cell.Past-1).Index...)
		last = cell
	}
	return x.run(index)
}

// wordy tells whether a cell holds words and is neither a label nor a sum.
func (x *extractor) wordy(c int32) bool {
	cell := &x.sheet.Cells[c]
	run := x.between(cell.First, cell.Past-1)
	v, sum := recognise.At(catalogue.Money, run, 0)
	return !x.boundary(cell.First) && !x.opensWithLabel(c) && !(sum && v.Last == run.Len()-1)
}

// opensWithLabel tells whether a cell begins with the label of a column.
func (x *extractor) opensWithLabel(c int32) bool {
	at := x.spotAt[x.sheet.Cells[c].First]
	return at > 0 && x.spots[at-1].quality >= 0.75 && slices.ContainsFunc(x.spots[at-1].refs, func(r ref) bool { return r.role == columnLabel })
}

// begetsCard tells whether a cell stands on the line of another card's first label.
func (x *extractor) begetsCard(s *spot, c int32) bool {
	head := x.sheet.Cells[x.sheet.Rows[x.sheet.Cells[c].Row].Cells[0]]
	at := x.spotAt[head.First]
	return at > 0 && &x.spots[at-1] != s && slices.Equal(x.spots[at-1].refs, s.refs)
}
