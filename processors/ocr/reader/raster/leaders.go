package raster

import (
	"cmp"
	"image"
	"slices"
)

// Rows of dots, in heights of the page's letters.
const (
	leaderTall = 0.3 // height of a dot or dash of a row
	leaderGap  = 0.6 // between two of them: those of print have letters between
	leaderLong = 2.5 // length of a row
	leaderDots = 5   // how many make one
)

// EraseLeaders paints over rows of dots and dashes: those that forms have for
// writing on, those that lead from a name to its number, and what is left of rules.
// They cling to the feet of the print on them. Letters that come down into a row
// stay. It gives the print without the rows; ink, print and paper are those of the
// image.
func EraseLeaders(img *image.Gray, ink *Ink, print []Component, paper *Paper, letter float64) []Component {
	var dots []Component
	for _, c := range print {
		if c.dot(letter) {
			dots = append(dots, c)
		}
	}
	rows := leaders(dots, letter)
	level := paperLevel(paper)
	for _, r := range rows {
		top, bottom := max(r.Min.Y-1, 0), min(r.Max.Y+1, img.Rect.Dy())
		for x := max(r.Min.X-1, 0); x < min(r.Max.X+1, img.Rect.Dx()); x++ {
			if above := top - 1; above >= 0 && ink.bits[above*ink.Width+x] != 0 {
				continue
			}
			for y := top; y < bottom; y++ {
				img.Pix[y*img.Stride+x] = max(img.Pix[y*img.Stride+x], level(x, y))
			}
		}
	}
	return slices.DeleteFunc(print, func(c Component) bool {
		return c.dot(letter) && slices.ContainsFunc(rows, image.Rect(c.Left, c.Top, c.Right, c.Bottom).In)
	})
}

// dot reports whether a mark is small enough for a dot or dash of a row.
func (c Component) dot(letter float64) bool { return float64(c.Height()) <= max(3, leaderTall*letter) }

// leaders finds the rows among small marks.
func leaders(dots []Component, letter float64) (rows []image.Rectangle) {
	slices.SortStableFunc(dots, func(a, b Component) int { return cmp.Compare(a.Left, b.Left) })
	type chain struct {
		box   image.Rectangle
		last  Component
		count int
	}
	var open []*chain
	end := func(c *chain) {
		if c.count >= leaderDots && float64(c.box.Dx()) >= leaderLong*letter {
			rows = append(rows, c.box)
		}
	}
	for _, d := range dots {
		var onto *chain
		kept := open[:0]
		for _, c := range open {
			if float64(d.Left-c.last.Right) > leaderGap*letter {
				end(c)
				continue
			}
			kept = append(kept, c)
			if onto == nil && min(c.last.Bottom, d.Bottom) > max(c.last.Top, d.Top) {
				onto = c
			}
		}
		open = kept
		box := image.Rect(d.Left, d.Top, d.Right, d.Bottom)
		if onto == nil {
			open = append(open, &chain{box, d, 1})
			continue
		}
		onto.box, onto.last, onto.count = onto.box.Union(box), d, onto.count+1
	}
	for _, c := range open {
		end(c)
	}
	return rows
}
