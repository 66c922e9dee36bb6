package grid

import (
	"math"
	"sort"
)

// mesh is the page cut along all lines: elementary cells, and which of their sides are
// drawn.
type mesh struct {
	xs, ys        []float64
	columns, rows int    // of elementary cells
	over          []side // the upper side of each cell, with one row more for the lowest sides
	before        []side // the left side of each cell, with one column more
}

// side is what parts two elementary cells.
type side uint8

const (
	nothing side = iota
	inferred
	drawn
)

func (s stroke) side() side {
	if s.inferred {
		return inferred
	}
	return drawn
}

func newMesh(level, upright lines) *mesh {
	m := &mesh{xs: upright.places, ys: level.places, columns: len(upright.places) - 1, rows: len(level.places) - 1}
	m.over = make([]side, (m.rows+1)*m.columns)
	m.before = make([]side, m.rows*(m.columns+1))
	for j, pieces := range level.strokes {
		for _, s := range pieces {
			from, to := within(m.xs, s)
			for i := from; i < to; i++ {
				m.over[j*m.columns+i] = max(m.over[j*m.columns+i], s.side())
			}
		}
	}
	for i, pieces := range upright.strokes {
		for _, s := range pieces {
			from, to := within(m.ys, s)
			for j := from; j < to; j++ {
				m.before[j*(m.columns+1)+i] = max(m.before[j*(m.columns+1)+i], s.side())
			}
		}
	}
	return m
}

// within are the first and the last place that a stroke reaches. It may end a little
// before or behind one, as rounded corners leave it; what sticks out further is no side.
func within(places []float64, s stroke) (from, to int) {
	gap := min(cornerGap, s.length()/longerThan)
	if from = nearest(places, s.from); math.Abs(places[from]-s.from) > gap {
		from = sort.SearchFloat64s(places, s.from)
	}
	if to = nearest(places, s.to); math.Abs(places[to]-s.to) > gap {
		to = sort.SearchFloat64s(places, s.to) - 1
	}
	return from, to
}

func nearest(places []float64, at float64) int {
	i := sort.SearchFloat64s(places, at)
	if i == len(places) || i > 0 && at-places[i-1] <= places[i]-at {
		return i - 1
	}
	return i
}

// outside marks elementary cells that no lines enclose.
const outside = None

// flood numbers the areas that lines enclose and gives the area of each elementary cell,
// in reading order of the first cells.
func (m *mesh) flood() []int32 {
	const unknown = -2
	faces := make([]int32, m.rows*m.columns)
	for i := range faces {
		faces[i] = unknown
	}
	var queue []int32
	fill := func(face int32) {
		for len(queue) > 0 {
			c := int(queue[len(queue)-1])
			queue = queue[:len(queue)-1]
			m.neighbours(c, func(n int) {
				if faces[n] == unknown {
					faces[n] = face
					queue = append(queue, int32(n))
				}
			})
		}
	}
	for c := range faces {
		if faces[c] == unknown && m.opensOut(c) {
			faces[c] = outside
			queue = append(queue, int32(c))
			fill(outside)
		}
	}
	face := int32(0)
	for c := range faces {
		if faces[c] == unknown {
			faces[c] = face
			queue = append(queue, int32(c))
			fill(face)
			face++
		}
	}
	return faces
}

// opensOut reports whether a cell at the rim of the mesh has no line towards the rest of
// the page.
func (m *mesh) opensOut(c int) bool {
	i, j := c%m.columns, c/m.columns
	return i == 0 && m.before[j*(m.columns+1)] == nothing || i == m.columns-1 && m.before[j*(m.columns+1)+i+1] == nothing ||
		j == 0 && m.over[i] == nothing || j == m.rows-1 && m.over[(j+1)*m.columns+i] == nothing
}

// neighbours calls f for the cells beside a cell with no line between.
func (m *mesh) neighbours(c int, f func(n int)) {
	i, j := c%m.columns, c/m.columns
	if i > 0 && m.before[j*(m.columns+1)+i] == nothing {
		f(c - 1)
	}
	if i < m.columns-1 && m.before[j*(m.columns+1)+i+1] == nothing {
		f(c + 1)
	}
	if j > 0 && m.over[j*m.columns+i] == nothing {
		f(c - m.columns)
	}
	if j < m.rows-1 && m.over[(j+1)*m.columns+i] == nothing {
		f(c + m.columns)
	}
}

// open reports whether two sides of an area that lie opposite are inferred, not drawn, and
// whether it is the upper and the lower one. One alone is the outer border that a table lacks.
func (m *mesh) open(a area) (open, endless bool) {
	var over, under, left, right bool
	for i := a.left; i < a.right; i++ {
		over = over || m.over[a.top*m.columns+i] == inferred
		under = under || m.over[a.bottom*m.columns+i] == inferred
	}
	for j := a.top; j < a.bottom; j++ {
		left = left || m.before[j*(m.columns+1)+a.left] == inferred
		right = right || m.before[j*(m.columns+1)+a.right] == inferred
	}
	return over && under || left && right, over && under
}
