package raster

import "math"

// Sideways reports whether the lines of text run up or down the image: whether the
// nearest neighbours of its letters stand above and below them more than beside
// them. The share is that of letters that say so.
func Sideways(letters []Component, height int) (sideways bool, share float64) {
	g := newNeighbours(letters, 2*height)
	level, upright := 0, 0
	for i := range letters {
		j, ok := g.nearest(i)
		if !ok {
			continue
		}
		a, b := letters[i], letters[j]
		dx := math.Abs(float64(a.Left+a.Right-b.Left-b.Right)) / 2
		dy := math.Abs(float64(a.Top+a.Bottom-b.Top-b.Bottom)) / 2
		switch {
		case dx > 1.5*dy:
			level++
		case dy > 1.5*dx:
			upright++
		}
	}
	if level+upright == 0 {
		return false, 0
	}
	if upright > level {
		return true, float64(upright) / float64(level+upright)
	}
	return false, float64(level) / float64(level+upright)
}

// neighbours is a grid over letters, to find what stands next to one.
type neighbours struct {
	letters []Component
	cell    int
	at      map[[2]int][]int
}

func newNeighbours(letters []Component, cell int) *neighbours {
	n := &neighbours{letters, max(cell, 1), make(map[[2]int][]int, len(letters))}
	for i, c := range letters {
		k := n.key(c)
		n.at[k] = append(n.at[k], i)
	}
	return n
}

func (n *neighbours) key(c Component) [2]int {
	return [2]int{(c.Left + c.Right) / 2 / n.cell, (c.Top + c.Bottom) / 2 / n.cell}
}

// nearest is the letter with the smallest gap to letter i among those close by.
func (n *neighbours) nearest(i int) (best int, ok bool) {
	a := n.letters[i]
	k := n.key(a)
	least := math.Inf(1)
	for y := k[1] - 1; y <= k[1]+1; y++ {
		for x := k[0] - 1; x <= k[0]+1; x++ {
			for _, j := range n.at[[2]int{x, y}] {
				if j == i {
					continue
				}
				b := n.letters[j]
				dx := max(0, max(a.Left, b.Left)-min(a.Right, b.Right))
				dy := max(0, max(a.Top, b.Top)-min(a.Bottom, b.Bottom))
				if d := float64(dx*dx + dy*dy); d < least {
					best, least, ok = j, d, true
				}
			}
		}
	}
	return best, ok
}

// Upside says how sure it is that text is upright (above 1) or upside down
// (below 1): the feet of letters stand on one line, their heads do not, since
// some letters are tall. The edges are those of level lines. Capitals and digits
// alone say nothing and give about 1.
func Upside(heads, feet []Point, height float64) float64 {
	h := energy(heads, Slope{}, height/8)
	f := energy(feet, Slope{}, height/8)
	if h == 0 || f == 0 {
		return 1
	}
	return f / h
}
