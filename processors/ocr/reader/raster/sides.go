package raster

import (
	"image"
	"math"
)

// sides takes the letters of print that runs up or down the page, as along the
// edge of a card, out of the others: letters whose nearest neighbours stand above
// or below them, many in a row.
func sides(letters []Component, letter float64) (found []image.Rectangle, others []Component) {
	const (
		fewLetters = 8   // letters of such print, at least
		apart      = 0.8 // gap between them, word spaces included, in heights; lines of text lie further
	)
	n := newNeighbours(letters, int(2*letter))
	groups := make([]int, len(letters)) // the letter that each is grouped with, as in a labeller
	for i := range groups {
		groups[i] = i
	}
	root := func(i int) int {
		for groups[i] != i {
			groups[i] = groups[groups[i]]
			i = groups[i]
		}
		return i
	}
	for i, a := range letters {
		j, ok := n.nearest(i)
		if !ok {
			continue
		}
		b := letters[j]
		aside := math.Abs(float64(a.Left+a.Right-b.Left-b.Right)) / 2
		gap := float64(max(a.Top, b.Top) - min(a.Bottom, b.Bottom))
		if aside <= 0.5*letter && gap <= apart*letter && gap > -0.3*letter {
			groups[root(i)] = root(j)
		}
	}
	boxes := make(map[int]image.Rectangle)
	counts := make(map[int]int)
	for i, c := range letters {
		r := root(i)
		boxes[r] = boxes[r].Union(image.Rect(c.Left, c.Top, c.Right, c.Bottom))
		// Several that touch count by their length: a letter is some 0.7 wide.
		counts[r] += max(1, int(float64(c.Height())/(0.7*letter)+0.5))
	}
	side := func(r int) bool { return counts[r] >= fewLetters && boxes[r].Dy() > 4*boxes[r].Dx() }
	for i, c := range letters {
		switch r := root(i); {
		case !side(r):
			if float64(c.Height()) <= 5*letter {
				others = append(others, c)
			}
		case r == i:
			found = append(found, boxes[r])
		}
	}
	return found, others
}
