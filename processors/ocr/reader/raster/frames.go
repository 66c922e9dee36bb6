package raster

import (
	"image"
	"slices"
)

// Boxes around a letter or a word, in heights of the page's letters.
const (
	frameLeast, frameMost = 1.3, 7.0 // sides
	frameInk              = 0.85     // of each side is there, at least
	mostFrames            = 400
)

// EraseFrames paints over small boxes around print, as around the digit that says whether an invoice is of goods that come or go,
// and what is left of them where their sides are gone: recognition takes box and digit for one letter. Lines of tables are longer. It gives the
// print without them. Ink, print and paper are those of the image.
func EraseFrames(img *image.Gray, ink *Ink, print []Component, paper *Paper, letter float64) []Component {
	thick := ruleThickness(letter)
	var bars, frames []Component
	for _, c := range print {
		switch w, h := float64(c.Width()), float64(c.Height()); {
		case w < frameLeast*letter || w > frameMost*letter || h > frameMost*letter:
		case c.Height() <= thick && 3*c.Pixels >= 2*c.Width()*c.Height():
			bars = append(bars, c)
		case h >= frameLeast*letter && ink.hollow(c, thick):
			frames = append(frames, c)
		}
	}
	if len(bars)+len(frames) > mostFrames {
		return print
	}
	level := paperLevel(paper)
	gone := map[Component]bool{}
	for _, f := range frames {
		if f.around(print, letter) {
			gone[f] = true
			for _, side := range f.sides(thick) {
				paint(img, side, level)
			}
		}
	}
	for i, top := range bars {
		for _, foot := range bars[i+1:] {
			box := Component{Left: min(top.Left, foot.Left), Top: min(top.Top, foot.Top), Right: max(top.Right, foot.Right), Bottom: max(top.Bottom, foot.Bottom)}
			if off := 2 * bend; abs(top.Left-foot.Left) > off || abs(top.Right-foot.Right) > off || float64(box.Height()) < frameLeast*letter || float64(box.Height()) > frameMost*letter || !box.around(print, letter) {
				continue
			}
			gone[top], gone[foot] = true, true
			for _, c := range []Component{top, foot} {
				paint(img, image.Rect(c.Left-1, c.Top-1, c.Right+1, c.Bottom+1), level)
			}
		}
	}
	return slices.DeleteFunc(print, func(c Component) bool { return gone[c] })
}

// around reports whether a box has a letter in it, high enough to be what the box is for.
func (c Component) around(print []Component, letter float64) bool {
	return slices.ContainsFunc(print, func(o Component) bool {
		return o.Left > c.Left && o.Right < c.Right && o.Top > c.Top && o.Bottom < c.Bottom && float64(o.Height()) >= markSize*letter && 3*o.Height() >= c.Height()
	})
}

// sides are the four of a box, as thick as a line.
func (c Component) sides(thick int) []image.Rectangle {
	return []image.Rectangle{
		image.Rect(c.Left-1, c.Top-1, c.Right+1, c.Top+thick), image.Rect(c.Left-1, c.Bottom-thick, c.Right+1, c.Bottom+1),
		image.Rect(c.Left-1, c.Top-1, c.Left+thick, c.Bottom+1), image.Rect(c.Right-thick, c.Top-1, c.Right+1, c.Bottom+1),
	}
}

// hollow reports whether a piece of ink is the four sides of a box and nothing else.
func (ink *Ink) hollow(c Component, thick int) bool {
	if c.Pixels > 2*thick*(c.Width()+c.Height()) {
		return false
	}
	there := func(n int, at func(i, depth int) (x, y int)) bool {
		hits := 0
		for i := range n {
			for depth := range thick {
				if x, y := at(i, depth); ink.bits[y*ink.Width+x] != 0 {
					hits++
					break
				}
			}
		}
		return float64(hits) >= frameInk*float64(n)
	}
	return there(c.Width(), func(i, d int) (int, int) { return c.Left + i, c.Top + d }) &&
		there(c.Width(), func(i, d int) (int, int) { return c.Left + i, c.Bottom - 1 - d }) &&
		there(c.Height(), func(i, d int) (int, int) { return c.Left + d, c.Top + i }) &&
		there(c.Height(), func(i, d int) (int, int) { return c.Right - 1 - d, c.Top + i })
}

// paint makes paper of a part of an image.
func paint(img *image.Gray, r image.Rectangle, level func(x, y int) uint8) {
	r = r.Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Pix[y*img.Stride+x] = max(img.Pix[y*img.Stride+x], level(x, y))
		}
	}
}
