// Package valuebox says where around a label its value may stand, by the boxes that are
// drawn on the page.
//
// In come a page layout and the labels found on it, out go for each label the boxes that
// may hold its value: its own, or where that holds labels alone the one beside or below.
// It knows no field and no kind, and where nothing is drawn it says nothing.
package valuebox

import (
	"sort"
	"strings"

	"lavra.dev/processors/text/layout"
)

// Label is where a label stands, as tokens.
type Label struct{ First, Last int }

// Set is the boxes in which the value of a label may stand.
type Set struct {
	Boxes []int32 // none: nothing drawn says where
	Alone bool    // the box holds no other label: what else stands there is the value
}

// Admits reports whether a value may stand in a cell of that box.
func (r *Set) Admits(box int32) bool {
	if len(r.Boxes) == 0 {
		return true
	}
	for _, b := range r.Boxes {
		if b == box {
			return true
		}
	}
	return false
}

// Of says where the value of each label may stand. Labels are sorted by their first
// token and do not overlap.
func Of(sheet *layout.Sheet, labels []Label) []Set {
	out := make([]Set, len(labels))
	if len(sheet.Boxes) == 0 {
		return out
	}
	f := newForm(sheet, labels)
	for _, l := range labels {
		f.vote(l)
	}
	for i, l := range labels {
		if box := f.boxOf(l); f.closed(l, box) {
			out[i] = f.valueBoxes(l, box)
		}
	}
	return out
}

// form is what the boxes of a document hold.
type form struct {
	sheet  *layout.Sheet
	labels []int  // in each box
	first  []int  // the first token of each box
	headed []bool // it begins with a label
	filled []bool // other words than labels stand in it
	frame  []bool // other boxes stand in it
	tables [][]int32
	beside []int // of each table: labels whose value can but stand beside them, less those whose can but stand below
}

func newForm(sheet *layout.Sheet, labels []Label) *form {
	n := len(sheet.Boxes)
	f := &form{sheet: sheet, labels: make([]int, n), first: make([]int, n), headed: make([]bool, n), filled: make([]bool, n), frame: make([]bool, n)}
	for i := range sheet.Boxes {
		b := &sheet.Boxes[i]
		if b.Parent != layout.NoBox {
			f.frame[b.Parent] = true
		}
		for len(f.tables) <= b.Table {
			f.tables, f.beside = append(f.tables, nil), append(f.beside, 0)
		}
		f.tables[b.Table] = append(f.tables[b.Table], int32(i))
	}
	for _, l := range labels {
		if box := f.boxOf(l); box != layout.NoBox {
			f.labels[box]++
		}
	}
	for i := range f.first {
		f.first[i] = len(sheet.Tokens)
	}
	cells, colons := make([]int, n), make([]int, n)
	for c := range sheet.Cells {
		if cell := &sheet.Cells[c]; cell.Box != layout.NoBox {
			f.first[cell.Box] = min(f.first[cell.Box], cell.First)
			f.filled[cell.Box] = f.filled[cell.Box] || f.says(cell, labels)
			cells[cell.Box]++
			if strings.HasSuffix(sheet.Tokens[cell.Past-1].Text, ":") {
				colons[cell.Box]++
			}
		}
	}
	for b := range f.filled {
		// A column of labels, some of unknown words or over two lines. Where the values stand in
		// the box, at most every second cell ends with a colon.
		f.filled[b] = f.filled[b] && 2*colons[b] <= cells[b]
	}
	for _, l := range labels {
		if box := f.boxOf(l); box != layout.NoBox && f.opens(l, f.first[box]) {
			f.headed[box] = true
		}
	}
	return f
}

// opens reports whether a label begins at a token, or behind a number that stands there.
func (f *form) opens(l Label, first int) bool {
	return l.First == first || l.First > first && l.First <= first+2 && len(f.sheet.Tokens[first].Fold) <= longestNumber
}

// longestNumber is how many letters and digits number a box: "12a".
const longestNumber = 3

// boxOf is the box of a label; one of several lines has that of its last.
func (f *form) boxOf(l Label) int32 { return f.sheet.Cells[f.sheet.Tokens[l.Last].Cell].Box }

// says reports whether a cell holds other words than labels and the numbers before them.
func (f *form) says(cell *layout.Cell, labels []Label) bool {
	k := sort.Search(len(labels), func(k int) bool { return labels[k].Last >= cell.First })
	for i := cell.First; i < cell.Past; i++ {
		if k < len(labels) && i >= labels[k].First {
			i = labels[k].Last
			k++
			continue
		}
		numbers := k < len(labels) && labels[k].First < cell.Past && i == cell.First && len(f.sheet.Tokens[i].Fold) <= longestNumber
		if f.sheet.Tokens[i].Fold != "" && !numbers {
			return true
		}
	}
	return false
}

// vote counts where the value of a label stands that fills its box, if only one of its
// neighbours can hold it: what a table does once it does throughout.
func (f *form) vote(l Label) {
	box := f.boxOf(l)
	if !f.closed(l, box) || f.filled[box] {
		return
	}
	right, below := f.neighbours(l, box)
	switch a, b := f.free(right), f.free(below); {
	case a && !b:
		f.beside[f.sheet.Boxes[box].Table]++
	case b && !a:
		f.beside[f.sheet.Boxes[box].Table]--
	}
}

// closed reports whether a box holds what belongs together: it has all its sides and no
// other boxes inside. A row between two lines does where it begins with its only label.
func (f *form) closed(l Label, box int32) bool {
	if box == layout.NoBox || f.frame[box] {
		return false
	}
	return !f.sheet.Boxes[box].Open || f.filled[box] && f.labels[box] == 1 && f.headed[box]
}

// free reports whether a box may hold the value of a label outside it.
func (f *form) free(box int32) bool { return box != layout.NoBox && !f.headed[box] }

// valueBoxes are the boxes in which the value of a label in a box may stand.
func (f *form) valueBoxes(l Label, box int32) Set {
	alone := f.labels[box] == 1
	if f.filled[box] {
		return Set{[]int32{box}, alone}
	}
	right, below := f.neighbours(l, box)
	usual := f.beside[f.sheet.Boxes[box].Table]
	switch a, b := f.free(right), f.free(below); {
	case a && (!b || usual > 0):
		return Set{[]int32{right}, alone}
	case b && right == layout.NoBox && f.outside(l, box):
		return Set{} // labels on panels, their values beside them where nothing is drawn
	case b && (!a || usual < 0):
		return Set{[]int32{below}, alone}
	case a:
		return Set{[]int32{right, below}, alone}
	case right == layout.NoBox || below == layout.NoBox:
		return Set{} // a label on a panel, its value beside or below where nothing is drawn
	}
	return Set{[]int32{box}, alone} // each label has a box of its own, and this one is empty
}

// outside reports whether the words right of a label on its line stand outside its table.
func (f *form) outside(l Label, box int32) bool {
	cell := f.sheet.Tokens[l.Last].Cell
	for _, c := range f.sheet.LineOf(cell) {
		if o := &f.sheet.Cells[c]; o.Left >= f.sheet.Boxes[box].Right {
			return o.Box == layout.NoBox || f.sheet.Boxes[o.Box].Table != f.sheet.Boxes[box].Table
		}
	}
	return false
}

// neighbours are the boxes of the same table right of a label's box and below it, or NoBox.
func (f *form) neighbours(l Label, box int32) (right, below int32) {
	right, below = layout.NoBox, layout.NoBox
	b, at := &f.sheet.Boxes[box], f.sheet.Box(l.First, l.Last)
	for _, i := range f.tables[b.Table] {
		o := &f.sheet.Boxes[i]
		if o.Column == b.Column+b.ColumnSpan && o.Top <= at.MidY() && o.Bottom >= at.MidY() {
			right = i
		}
		if o.Row == b.Row+b.RowSpan && o.Left <= at.MidX() && o.Right >= at.MidX() {
			below = i
		}
	}
	return right, below
}
