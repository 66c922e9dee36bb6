package raster

import (
	"image"
	"testing"
)

// A box around a digit goes, and so do its lines above and below where the sides are gone; a letter with a hole, an empty
// box and the lines of a table stay.
func TestBoxesAroundDigitsAreErased(t *testing.T) {
	const letter = 14
	one := image.Rect(318, 110, 322, 134)
	box := image.Rect(300, 100, 340, 145)
	outline := func(p *image.Gray, r image.Rectangle, sides bool) {
		fill(p, image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+2), 20)
		fill(p, image.Rect(r.Min.X, r.Max.Y-2, r.Max.X, r.Max.Y), 20)
		if sides {
			fill(p, image.Rect(r.Min.X, r.Min.Y, r.Min.X+2, r.Max.Y), 20)
			fill(p, image.Rect(r.Max.X-2, r.Min.Y, r.Max.X, r.Max.Y), 20)
		}
	}
	for name, c := range map[string]struct {
		draw func(*image.Gray)
		left int // pieces of print
	}{
		"a digit in a box":        {func(p *image.Gray) { outline(p, box, true); fill(p, one, 20) }, 1},
		"between what is left":    {func(p *image.Gray) { outline(p, box, false); fill(p, one, 20) }, 1},
		"an empty box":            {func(p *image.Gray) { outline(p, box, true) }, 1},
		"under one line":          {func(p *image.Gray) { fill(p, image.Rect(300, 100, 340, 102), 20); fill(p, one, 20) }, 2},
		"between longer lines":    {func(p *image.Gray) { outline(p, image.Rect(200, 100, 440, 145), false); fill(p, one, 20) }, 3},
		"a dot in a large letter": {func(p *image.Gray) { outline(p, box, true); fill(p, image.Rect(318, 120, 321, 123), 20) }, 2},
	} {
		page := grainy(800, 400)
		c.draw(page)
		paper := NewPaper(page)
		ink := NewInk(page, paper)
		rest := EraseFrames(page, ink, ink.Components(), paper, letter)
		if len(rest) != c.left {
			t.Errorf("%s: %d pieces of print, want %d: %v", name, len(rest), c.left, rest)
		}
		if got := len(NewInk(page, NewPaper(page)).Components()); got != c.left {
			t.Errorf("%s: %d pieces are on the page, want %d", name, got, c.left)
		}
	}
}
