package raster

import (
	"cmp"
	"image"
	"slices"
)

// Segment is a piece of a line of print: what stands level and close together,
// the text of one cell or one line of a paragraph.
type Segment struct {
	Box    image.Rectangle // of the ink
	Letter int             // usual height of its letters
	Count  int             // letters
}

// How letters make a segment, in heights of the letters.
const (
	joinGap   = 1.3 // gap between letters, word spaces included
	joinLevel = 0.4 // share of the lower letter's height that must be level
	joinSize  = 2.6 // ratio of heights: a capital beside a comma is attached later
)

// Segments finds the pieces of lines among the print of a level page, and where it
// runs up or down the side. Letter is the usual height of the page's letters.
func Segments(print []Component, letter float64) (lines []Segment, side []image.Rectangle) {
	var letters, marks []Component
	for _, c := range print {
		w, h := float64(c.Width()), float64(c.Height())
		switch {
		case h > 5*letter && w >= 0.5*letter && w < 2*letter && 5*c.Pixels > c.Width()*c.Height() && !c.solid():
			letters = append(letters, c) // letters of print up the side that touch
		case h > 5*letter || w > 12*letter || 14*c.Pixels < c.Width()*c.Height():
			// a picture, a panel, a frame
		case h >= 0.5*letter && (w >= 0.1*letter):
			letters = append(letters, c)
		case h >= 0.12*letter && w >= 0.12*letter:
			marks = append(marks, c) // dots, commas, dashes, accents; or dust
		}
	}
	side, letters, marks = sides(letters, marks, letter)
	return merge(attach(chain(letters), marks)), side
}

// solid tells a bar of a bar code: letters that touch leave more paper free.
func (c Component) solid() bool { return 20*c.Pixels > 17*c.Width()*c.Height() }

// chain joins letters that stand level and close.
func chain(letters []Component) []*piece {
	slices.SortStableFunc(letters, func(a, b Component) int { return cmp.Compare(a.Left, b.Left) })
	var open, done []*piece
	for _, c := range letters {
		var best *piece
		bestGap := 0
		kept := open[:0]
		for _, p := range open {
			last := p.last
			if c.Left-p.box.Right > int(joinGap*float64(max(c.Height(), p.tallest()))) {
				done = append(done, p)
				continue
			}
			kept = append(kept, p)
			gap := c.Left - p.box.Right
			if level(last, c) && (best == nil || gap > bestGap) {
				best, bestGap = p, gap
			}
		}
		open = kept
		if best != nil {
			best.add(c)
		} else {
			open = append(open, newPiece(c))
		}
	}
	return append(done, open...)
}

// level reports whether two letters stand on one line.
func level(a, b Component) bool {
	low, high := min(a.Height(), b.Height()), max(a.Height(), b.Height())
	overlap := min(a.Bottom, b.Bottom) - max(a.Top, b.Top)
	return float64(overlap) >= joinLevel*float64(low) && float64(high) <= joinSize*float64(low)
}

// piece is a segment in the making.
type piece struct {
	box     Component
	last    Component
	heights []int
}

func newPiece(c Component) *piece { return &piece{c, c, []int{c.Height()}} }

func (p *piece) add(c Component) {
	p.cover(c)
	p.heights = append(p.heights, c.Height())
	// A letter inside another, as in a logo, does not end the line.
	if c.Right >= p.last.Right {
		p.last = c
	}
}

func (p *piece) cover(c Component) {
	p.box.Left, p.box.Top = min(p.box.Left, c.Left), min(p.box.Top, c.Top)
	p.box.Right, p.box.Bottom = max(p.box.Right, c.Right), max(p.box.Bottom, c.Bottom)
}

func (p *piece) tallest() int { return min(p.last.Height(), 2*p.usual()) }

// usual is the median height of the letters.
func (p *piece) usual() int {
	if len(p.heights) == 1 {
		return p.heights[0]
	}
	sorted := slices.Sorted(slices.Values(p.heights))
	return sorted[len(sorted)/2]
}

// attach gives small marks to the segment they stand in or next to.
func attach(pieces []*piece, marks []Component) []*piece {
	for _, m := range marks {
		var best *piece
		least := 0
		for _, p := range pieces {
			h := p.usual()
			dx := max(p.box.Left-m.Right, m.Left-p.box.Right, 0)
			dy := max(p.box.Top-m.Bottom, m.Top-p.box.Bottom, 0)
			if dx > h || dy > h/2 {
				continue
			}
			if d := dx + 2*dy; best == nil || d < least {
				best, least = p, d
			}
		}
		if best != nil {
			best.cover(m)
		}
	}
	return pieces
}

// merge joins segments that lie in one another, as broken letters leave them.
func merge(pieces []*piece) []Segment {
	slices.SortStableFunc(pieces, func(a, b *piece) int { return cmp.Compare(a.box.Left, b.box.Left) })
	for i, a := range pieces {
		if a == nil {
			continue
		}
		for j := i + 1; j < len(pieces); j++ {
			b := pieces[j]
			if b == nil {
				continue
			}
			if b.box.Left > a.box.Right+a.usual()/2 {
				break
			}
			low := min(a.box.Height(), b.box.Height())
			overlap := min(a.box.Bottom, b.box.Bottom) - max(a.box.Top, b.box.Top)
			if 10*overlap >= 6*low && max(a.box.Height(), b.box.Height()) <= 2*low {
				a.cover(b.box)
				a.heights = append(a.heights, b.heights...)
				pieces[j] = nil
			}
		}
	}
	var out []Segment
	for _, p := range pieces {
		if p != nil {
			b := p.box
			out = append(out, Segment{image.Rect(b.Left, b.Top, b.Right, b.Bottom), p.usual(), len(p.heights)})
		}
	}
	slices.SortStableFunc(out, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(a.Box.Min.Y, b.Box.Min.Y), cmp.Compare(a.Box.Min.X, b.Box.Min.X))
	})
	return out
}
