package layout

import (
	"math"
	"slices"

	"lavra.dev/processors/text/grid"
)

// Box is an area that lines enclose on a page: a cell of a table, a field of a form, a
// frame. What stands in a box inside another is the inner one's alone.
type Box struct {
	Rect
	Page                int32 // index into Pages
	Table               int   // boxes that touch are of one table; counted through the document
	Row, Column         int   // in the table, from 0
	RowSpan, ColumnSpan int
	Parent              int  // the box around the table, or NoBox
	Open                bool // two sides are not drawn: rows or columns of a table without borders
	Endless             bool // those are the upper and the lower one
	Ragged              bool // no rectangle, or with a table inside: Rect is what is around it
}

// NoBox is the box of a cell around which nothing is drawn.
const NoBox = grid.None

// boxOf is the box that a cell of the page in the making stands in.
func (s *Sheet) boxOf(c *protoCell) int32 {
	if c.box == grid.None {
		return NoBox
	}
	return int32(len(s.Boxes) + c.box)
}

// SameColumn reports whether lines are drawn whole around two boxes, which begin and end under each other, on
// whatever page.
func (s *Sheet) SameColumn(a, b int32) bool {
	if !s.whole(a) || !s.whole(b) {
		return false
	}
	const apart = 2 // points by which the lines of two pages stand apart
	p, q := &s.Boxes[a], &s.Boxes[b]
	return max(p.Left-q.Left, q.Left-p.Left) < apart && max(p.Right-q.Right, q.Right-p.Right) < apart
}

// whole reports whether a box is closed and no other stands in it.
func (s *Sheet) whole(box int32) bool {
	return box != NoBox && !s.Boxes[box].Open && !s.Boxes[box].Ragged
}

// addBoxes adds the boxes of a page behind those of the pages before.
func (s *Sheet) addBoxes(b *pageBuilder) {
	before := len(s.Boxes)
	for _, box := range b.grid.Boxes {
		out := Box{Rect: Rect(box.Rect), Page: int32(len(s.Pages)), Table: s.tables + box.Table, Row: box.Row, Column: box.Column,
			RowSpan: box.RowSpan, ColumnSpan: box.ColumnSpan, Parent: box.Parent, Open: box.Open, Endless: box.Endless, Ragged: box.Ragged}
		if box.Parent != grid.None {
			out.Parent += before
		}
		s.Boxes = append(s.Boxes, out)
	}
	s.tables += b.grid.Tables
}

// inOneBox reports whether all cells of a row stand in the same box, or in none.
func (b *pageBuilder) inOneBox(row []int) bool {
	return !slices.ContainsFunc(row, func(c int) bool { return b.cells[c].box != b.cells[row[0]].box })
}

// parted reports whether two cells stand in boxes of their own. A panel and what stands under
// it in none are not parted: it heads that.
func (b *pageBuilder) parted(a, c *protoCell) bool {
	return a.box != c.box && b.closed(a.box) && b.closed(c.box)
}

// inside reports whether c stands in a box drawn within the one of a: the frame for the digit beside "1 - Saída".
func (b *pageBuilder) inside(a, c *protoCell) bool {
	return b.parted(a, c) && b.grid.Boxes[c.box].Parent == a.box
}

// centred reports whether the words before one of a line and those from it on stand in the middle of two boxes
// side by side: headings wider than their columns, which reach over the line between.
func (b *pageBuilder) centred(tokens []Token, i int) bool {
	at := func(t *Token) int { return b.grid.At(t.MidX(), t.MidY()) }
	left, right := at(&tokens[i-1]), at(&tokens[i])
	if left == right || !b.whole(left) || !b.whole(right) {
		return false
	}
	first, last := i-1, i
	for first > 0 && at(&tokens[first-1]) == left {
		first--
	}
	for last+1 < len(tokens) && at(&tokens[last+1]) == right {
		last++
	}
	middle := func(a, c *Token, box int) bool {
		in := &b.grid.Boxes[box]
		return math.Abs(a.Left+c.Right-in.Left-in.Right) < a.Height()/2
	}
	return middle(&tokens[first], &tokens[i-1], left) && middle(&tokens[i], &tokens[last], right)
}

// closed reports whether a box has all its sides drawn.
func (b *pageBuilder) closed(box int) bool { return box != grid.None && !b.grid.Boxes[box].Open }

// whole reports whether a box is closed and no other stands in it.
func (b *pageBuilder) whole(box int) bool { return b.closed(box) && !b.grid.Boxes[box].Ragged }
