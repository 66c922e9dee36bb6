package grid

import (
	"slices"
	"sort"
)

// area is an enclosed area as the range of lines around it.
type area struct{ left, top, right, bottom, cells int }

func (a area) contains(b area) bool {
	return a != b && a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom
}

// addBoxes makes boxes of the enclosed areas and puts those that touch in tables.
func (g *Grid) addBoxes(m *mesh) {
	areas := g.areas(m)
	kept := make([]int32, len(areas))
	var boxes []area
	for f, a := range areas {
		kept[f] = None
		if m.xs[a.right]-m.xs[a.left] < sliver || m.ys[a.bottom]-m.ys[a.top] < sliver || len(boxes) == mostBoxes {
			continue
		}
		kept[f] = int32(len(boxes))
		boxes = append(boxes, a)
		open, endless := m.open(a)
		g.Boxes = append(g.Boxes, Box{Rect: Rect{m.xs[a.left], m.ys[a.top], m.xs[a.right], m.ys[a.bottom]},
			Parent: None, Ragged: a.cells != (a.right-a.left)*(a.bottom-a.top), Open: open, Endless: endless})
	}
	for c, f := range g.faces {
		if f >= 0 {
			g.faces[c] = kept[f]
		}
	}
	g.number(m, boxes, g.touching(m, boxes))
}

// areas measures each enclosed area.
func (g *Grid) areas(m *mesh) []area {
	var out []area
	for c, f := range g.faces {
		i, j := c%m.columns, c/m.columns
		switch {
		case f < 0:
		case int(f) == len(out):
			out = append(out, area{i, j, i + 1, j + 1, 1})
		default:
			a := &out[f]
			a.left, a.right, a.bottom, a.cells = min(a.left, i), max(a.right, i+1), max(a.bottom, j+1), a.cells+1
		}
	}
	return out
}

// touching gives each box the first box of those that it hangs together with. One inside
// another is of another table.
func (g *Grid) touching(m *mesh, boxes []area) []int {
	root := make([]int, len(boxes))
	for i := range root {
		root[i] = i
	}
	var find func(i int) int
	find = func(i int) int {
		if root[i] != i {
			root[i] = find(root[i])
		}
		return root[i]
	}
	join := func(a, b int32) {
		if a == b || a < 0 || b < 0 || boxes[a].contains(boxes[b]) || boxes[b].contains(boxes[a]) {
			return
		}
		x, y := find(int(a)), find(int(b))
		root[max(x, y)] = min(x, y)
	}
	for c, f := range g.faces {
		if c%m.columns > 0 {
			join(f, g.faces[c-1])
		}
		if c >= m.columns {
			join(f, g.faces[c-m.columns])
		}
	}
	for i := range root {
		root[i] = find(i)
	}
	return root
}

// number counts tables, their rows and their columns.
func (g *Grid) number(m *mesh, boxes []area, first []int) {
	members := make([][]int, len(boxes))
	for i, f := range first {
		members[f] = append(members[f], i)
	}
	for _, table := range members {
		if len(table) == 0 {
			continue
		}
		var xs, ys []int
		for _, i := range table {
			xs, ys = append(xs, boxes[i].left, boxes[i].right), append(ys, boxes[i].top, boxes[i].bottom)
		}
		slices.Sort(xs)
		slices.Sort(ys)
		xs, ys = slices.Compact(xs), slices.Compact(ys)
		parent := g.around(m, boxes, table[0])
		for _, i := range table {
			a, b := boxes[i], &g.Boxes[i]
			if b.Table = g.Tables; parent != None && boxes[parent].contains(a) {
				b.Parent = parent
			}
			b.Row, b.Column = sort.SearchInts(ys, a.top), sort.SearchInts(xs, a.left)
			b.RowSpan, b.ColumnSpan = sort.SearchInts(ys, a.bottom)-b.Row, sort.SearchInts(xs, a.right)-b.Column
		}
		g.Tables++
	}
}

// around is the box that a table stands in, by what is left of its first box.
func (g *Grid) around(m *mesh, boxes []area, first int) int {
	a := boxes[first]
	if a.left == 0 {
		return None
	}
	if f := g.faces[a.top*m.columns+a.left-1]; f >= 0 && boxes[f].contains(a) {
		return int(f)
	}
	return None
}
