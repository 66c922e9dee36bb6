package raster

import "slices"

// Component is a connected piece of print, mostly a letter.
type Component struct {
	Left, Top, Right, Bottom int // Right and Bottom are one past the last pixel
	Pixels                   int
}

// Width and Height are the size of its box.
func (c Component) Width() int  { return c.Right - c.Left }
func (c Component) Height() int { return c.Bottom - c.Top }

// span is a run of ink in one row.
type span struct {
	from, to int
	label    int32
}

// labeller joins the runs of ink of neighbouring rows into components.
type labeller struct {
	parent []int32
	parts  []Component
}

func (l *labeller) root(i int32) int32 {
	for l.parent[i] != i {
		l.parent[i] = l.parent[l.parent[i]]
		i = l.parent[i]
	}
	return i
}

func (l *labeller) join(a, b int32) int32 {
	a, b = l.root(a), l.root(b)
	if a == b {
		return a
	}
	if b < a {
		a, b = b, a
	}
	l.parent[b] = a
	p, q := &l.parts[a], l.parts[b]
	p.Left, p.Top = min(p.Left, q.Left), min(p.Top, q.Top)
	p.Right, p.Bottom = max(p.Right, q.Right), max(p.Bottom, q.Bottom)
	p.Pixels += q.Pixels
	return a
}

// Components lists the connected pieces of print, diagonals included, in the
// order of their first pixel.
func (ink *Ink) Components() []Component { return ink.wide(1) }

// wide lists the pieces that connect by runs of ink of at least that many pixels in a row:
// what hangs on them by an upright line only stands apart.
func (ink *Ink) wide(least int) []Component {
	l := &labeller{}
	var above, here []span
	for y := range ink.Height {
		row := ink.bits[y*ink.Width : (y+1)*ink.Width]
		here = here[:0]
		first := 0
		for x := 0; x < len(row); {
			if row[x] == 0 {
				x++
				continue
			}
			s := span{from: x, label: -1}
			for x < len(row) && row[x] == 1 {
				x++
			}
			s.to = x
			if s.to-s.from < least {
				continue
			}
			for first < len(above) && above[first].to < s.from {
				first++
			}
			for k := first; k < len(above) && above[k].from <= s.to; k++ {
				if s.label < 0 {
					s.label = l.root(above[k].label)
				} else {
					s.label = l.join(s.label, above[k].label)
				}
			}
			here = append(here, l.add(s, y))
		}
		above, here = here, above
	}
	var out []Component
	for i, c := range l.parts {
		if l.parent[i] == int32(i) {
			out = append(out, c)
		}
	}
	return out
}

// add puts a run into its component, or makes it one.
func (l *labeller) add(s span, y int) span {
	if s.label < 0 {
		s.label = int32(len(l.parts))
		l.parent = append(l.parent, s.label)
		l.parts = append(l.parts, Component{s.from, y, s.to, y + 1, s.to - s.from})
		return s
	}
	p := &l.parts[s.label]
	p.Left, p.Right, p.Bottom = min(p.Left, s.from), max(p.Right, s.to), y+1
	p.Pixels += s.to - s.from
	return s
}

// Letters keeps the components of the size of letters: neither specks nor
// rules, frames, pictures or solid bars. It also gives their usual height.
func Letters(all []Component) (letters []Component, height int) {
	var heights []int
	for _, c := range all {
		w, h := c.Width(), c.Height()
		if h >= 4 && h <= 120 && w >= 2 && w <= 6*h && h <= 8*w && 12*c.Pixels >= w*h {
			heights = append(heights, h)
		}
	}
	if len(heights) == 0 {
		return nil, 0
	}
	slices.Sort(heights)
	// Specks outnumber letters on a noisy page, but print is what is tall: the
	// usual height is taken over the upper half.
	height = heights[len(heights)*6/10]
	for _, c := range all {
		w, h := c.Width(), c.Height()
		if 2*h >= height && h <= 3*height && w <= 4*height && 4*w >= height/2 && 12*c.Pixels >= w*h {
			letters = append(letters, c)
		}
	}
	return letters, height
}
