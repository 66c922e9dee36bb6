// Package grid finds the boxes that are drawn on a page: the cells of tables and forms,
// frames and shaded bands.
//
// In come the ruling lines of a page, out go boxes with the table, row and column that
// each stands in. Lines need not meet exactly: small gaps, double lines, rounded corners
// and missing outer borders are closed. Nothing here reads text, and where nothing is
// drawn there is no box.
package grid

import (
	"sort"

	"lavra.dev/processors/document"
)

// Rect is a rectangle in points, y downwards.
type Rect struct{ Left, Top, Right, Bottom float64 }

// None is the index of no box.
const None = -1

// Box is an area that lines enclose.
type Box struct {
	Rect
	Table               int // boxes that touch each other are of one table, from 0
	Row, Column         int // in the table, from 0: which of its lines the box begins at
	RowSpan, ColumnSpan int
	Parent              int  // the box around the table, or None
	Open                bool // two sides are not drawn: rows or columns of a table without borders
	Endless             bool // those are the upper and the lower one
	Ragged              bool // no rectangle, or with a table inside: Rect is what is around it
}

// Grid is what is drawn on a page.
type Grid struct {
	Boxes  []Box // in reading order of their upper left corners
	Tables int

	xs, ys []float64 // places of the upright and of the level lines
	faces  []int32   // box of each elementary cell between them, row by row
	walls  []stroke  // upright lines as drawn, from left to right
}

// Of finds the boxes among the rulings of a page of that size in points.
func Of(rulings []document.Ruling, width, height float64) *Grid {
	g := &Grid{}
	if len(rulings) == 0 {
		return g
	}
	level, upright := strokesOf(rulings, width, height)
	g.walls = upright
	level, upright = closeSides(level, upright, height)
	h, v := snapped(level), snapped(upright)
	g.ys, g.xs = h.places, v.places
	if len(g.xs) < 2 || len(g.ys) < 2 {
		return g
	}
	m := newMesh(h, v)
	g.faces = m.flood()
	g.addBoxes(m)
	return g
}

// At is the box around a point, or None.
func (g *Grid) At(x, y float64) int {
	i, j := sort.SearchFloat64s(g.xs, x)-1, sort.SearchFloat64s(g.ys, y)-1
	if i < 0 || j < 0 || i >= len(g.xs)-1 || j >= len(g.ys)-1 {
		return None
	}
	return int(g.faces[j*(len(g.xs)-1)+i])
}

// Parted reports whether an upright line is drawn between two words of a line, a left of b.
func (g *Grid) Parted(a, b Rect) bool {
	const reach = 1 // points that the box of a word may reach over the line
	at := sort.Search(len(g.walls), func(i int) bool { return g.walls[i].at >= min(a.Right, b.Left)-reach })
	for ; at < len(g.walls) && g.walls[at].at <= max(b.Left, a.Right)+reach; at++ {
		w := &g.walls[at]
		if 2*w.at > a.Left+a.Right && 2*w.at < b.Left+b.Right && w.beside(a) && w.beside(b) {
			return true
		}
	}
	return false
}

// beside reports whether an upright line passes the middle of a box.
func (s stroke) beside(r Rect) bool {
	mid := (r.Top + r.Bottom) / 2
	return s.from <= mid && s.to >= mid
}
