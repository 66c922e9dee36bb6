package raster

import (
	"image"
	"math/rand/v2"
	"testing"
)

// grainy is a page without print.
func grainy(w, h int) *image.Gray {
	grain := rand.New(rand.NewPCG(1, 2))
	page := image.NewGray(image.Rect(0, 0, w, h))
	for i := range page.Pix {
		page.Pix[i] = uint8(238 + grain.IntN(12))
	}
	return page
}

func TestStrokes(t *testing.T) {
	const letter, dark, faint = 14, 20, 215
	for name, c := range map[string]struct {
		draw           func(page *image.Gray)
		level, upright int // at least one piece of each line
	}{
		"nothing": {func(*image.Gray) {}, 0, 0},
		"a dark table": {func(p *image.Gray) {
			for i := range 3 {
				fill(p, image.Rect(50, 100+50*i, 750, 103+50*i), dark)
				fill(p, image.Rect(50+300*i, 100, 53+300*i, 203), dark)
			}
		}, 3, 3},
		"a faint table": {func(p *image.Gray) {
			for i := range 3 {
				fill(p, image.Rect(50, 100+50*i, 750, 102+50*i), faint)
				fill(p, image.Rect(50+300*i, 100, 52+300*i, 202), faint)
			}
		}, 3, 3},
		"a side between two level lines, and a letter as high": {func(p *image.Gray) {
			fill(p, image.Rect(50, 100, 750, 103), dark)
			fill(p, image.Rect(50, 150, 750, 153), dark)
			fill(p, image.Rect(300, 100, 303, 153), dark)
			fill(p, image.Rect(500, 110, 503, 140), dark)
		}, 2, 1},
		"a line that climbs": {func(p *image.Gray) {
			for x := 50; x < 750; x++ {
				fill(p, image.Rect(x, 100+x/50, x+1, 102+x/50), faint)
			}
		}, 1, 0},
		"dashes": {func(p *image.Gray) {
			for x := 50; x < 750; x += 18 {
				fill(p, image.Rect(x, 100, x+12, 102), dark)
			}
		}, 1, 0},
		"the edge of a panel": {func(p *image.Gray) { fill(p, image.Rect(50, 100, 750, 300), faint) }, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			page := grainy(800, 400)
			c.draw(page)
			lines := map[Stroke]bool{}
			for _, s := range Strokes(page, letter) {
				lines[Stroke{Upright: s.Upright, At: s.At / 25}] = true // pieces of one line
			}
			level, upright := 0, 0
			for s := range lines {
				if s.Upright {
					upright++
				} else {
					level++
				}
			}
			if level != c.level || upright != c.upright {
				t.Errorf("%d level and %d upright lines, want %d and %d", level, upright, c.level, c.upright)
			}
		})
	}
}

func TestPrintHasNoStrokes(t *testing.T) {
	if s := Strokes(sheet(800, 1000), 14); len(s) > 0 {
		t.Errorf("strokes %v", s)
	}
	for _, size := range []image.Rectangle{{}, image.Rect(0, 0, 1, 1), image.Rect(0, 0, 9, 300), image.Rect(0, 0, 300, 5)} {
		Strokes(image.NewGray(size), 14) // too small to hold a line
	}
}
