package raster

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// How print up the side of a page is told, in heights of its letters.
const (
	sideLetters = 8   // letters of such print, at least
	sideApart   = 0.8 // gap between two, word spaces included; lines of text lie further
	sideAside   = 0.5 // how far two stand from one line, at most
	sideWide    = 0.5 // width of a figure one, which lies on its side and is thin

	widestLetter = 1.5 // of print in rows
)

// column is print that may run up or down the page.
type column struct {
	box     image.Rectangle
	letters []int
	count   int // letters, those that touch by their length
}

// sides takes the letters of print that runs up or down the page, as along the
// edge of a card, out of the others: letters whose nearest neighbours stand above
// or below them, many in a row. Thin ones among the marks count as letters there.
func sides(letters, marks []Component, letter float64) (found []image.Rectangle, otherLetters, otherMarks []Component) {
	all := slices.Clone(letters)
	var others []Component
	for _, m := range marks {
		if float64(m.Width()) >= sideWide*letter && m.Width() > m.Height() {
			all = append(all, m)
		} else {
			others = append(others, m)
		}
	}
	taken := make([]bool, len(all))
	byLeft := slices.SortedFunc(slices.Values(all), func(a, b Component) int { return cmp.Compare(a.Left, b.Left) })
	for _, c := range joinColumns(columns(all, letter), letter) {
		if c.count < sideLetters || c.box.Dy() <= 4*c.box.Dx() || c.inRows(all, byLeft, letter) {
			continue
		}
		found = append(found, c.box)
		for _, i := range c.letters {
			taken[i] = true
		}
	}
	for i, c := range all {
		switch {
		case taken[i]:
		case i >= len(letters):
			others = append(others, c)
		case float64(c.Height()) <= 5*letter:
			otherLetters = append(otherLetters, c)
		}
	}
	return found, otherLetters, others
}

// inRows reports whether most letters of a column stand in rows of print, others beside them at their height, as the
// first figures of amounts do, before the dot of the thousands; or are several that touch in a row, as codes of noughts.
// All are also given by their left sides.
func (c *column) inRows(all, byLeft []Component, letter float64) bool {
	beside := 0
	for _, i := range c.letters {
		a := all[i]
		if a.Width() >= 2*a.Height() {
			beside++
			continue
		}
		left, right := float64(a.Left)-(joinGap+widestLetter)*letter, float64(a.Right)+joinGap*letter
		from, _ := slices.BinarySearchFunc(byLeft, left, func(b Component, x float64) int { return cmp.Compare(float64(b.Left), x) })
		for _, b := range byLeft[from:] {
			if float64(b.Left) > right {
				break
			}
			head, foot := b.Top-a.Top, b.Bottom-a.Bottom
			if (b.Left >= a.Right || b.Right <= a.Left) && max(head, -head, foot, -foot) <= bend {
				beside++
				break
			}
		}
	}
	return 2*beside > len(c.letters)
}

// columns groups letters with their nearest neighbour where that stands above or
// below.
func columns(letters []Component, letter float64) []*column {
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
		if aside <= sideAside*letter && gap <= sideApart*letter && gap > -0.3*letter {
			groups[root(i)] = root(j)
		}
	}
	byRoot := make(map[int]*column)
	var all []*column
	for i, c := range letters {
		r := root(i)
		g := byRoot[r]
		if g == nil {
			g = &column{}
			byRoot[r] = g
			all = append(all, g)
		}
		g.box = g.box.Union(image.Rect(c.Left, c.Top, c.Right, c.Bottom))
		g.letters = append(g.letters, i)
		// Several that touch count by their length: a letter is some 0.7 wide.
		g.count += max(1, int(float64(c.Height())/(0.7*letter)+0.5))
	}
	return all
}

// joinColumns joins what goes on one under the other: of two letters that are
// nearest to each other neither names the next one, so that a word of even
// spacing comes in pieces. A single letter joins nothing: the rows of a list
// begin one under the other too.
func joinColumns(all []*column, letter float64) []*column {
	slices.SortStableFunc(all, func(a, b *column) int { return cmp.Compare(a.box.Min.Y, b.box.Min.Y) })
	var out []*column
	for _, c := range all {
		if len(c.letters) < 2 {
			continue
		}
		joined := false
		for _, o := range out {
			gap := float64(c.box.Min.Y - o.box.Max.Y)
			aside := math.Abs(float64(c.box.Min.X+c.box.Max.X-o.box.Min.X-o.box.Max.X)) / 2
			wide, narrow := float64(max(c.box.Dx(), o.box.Dx())), float64(min(c.box.Dx(), o.box.Dx()))
			if gap > -0.3*letter && gap <= sideApart*letter && aside <= sideAside*letter/2 && wide <= 1.5*narrow {
				o.box, o.letters, o.count = o.box.Union(c.box), append(o.letters, c.letters...), o.count+c.count
				joined = true
				break
			}
		}
		if !joined {
			out = append(out, c)
		}
	}
	return out
}
