package raster

import (
	"cmp"
	"image"
	"slices"
)

// DarkenGreyPrint makes print as dark as other print that is hardly darker than paper, such as
// grey labels on a photo: by the measure of ink it is lost, or falls into pieces. What is as
// grey but no row of letters, as the grain of paper, stays as it is. It reports whether there
// was any. Ink is that of the image, letter the usual height of letters.
func DarkenGreyPrint(img *image.Gray, ink *Ink, paper *Paper, letter float64) bool {
	const (
		greyShare = 0.86 // of the paper's brightness: above it lies the grain of paper
		small     = 0.55 // of the usual height of letters, that grey ones have at least: labels over bold capitals
		few       = 3    // letters of a row
	)
	faint := inkBelow(img, paper, greyShare).Components()
	letters := slices.DeleteFunc(slices.Clone(faint), func(c Component) bool {
		return !c.letterLike(letter) || ink.share(c) > mostlyInk
	})
	rows, _ := Segments(letters, letter)
	any := false
	for _, r := range rows {
		if r.Count >= few && float64(r.Letter) >= small*letter && !specked(r, faint) {
			any = darken(img, paper, r.Box.Inset(-2).Intersect(img.Rect)) || any
		}
	}
	return any
}

// specked reports whether what looks like a row of letters is the grain of a tinted panel: as many specks lie between
// them as there are letters. Components come from the top down, and a page of noise has a hundred thousand: those at
// the height of the row are asked.
func specked(row Segment, faint []Component) bool {
	specks := 0
	from, _ := slices.BinarySearchFunc(faint, row.Box.Min.Y-row.Letter, func(c Component, y int) int { return cmp.Compare(c.Top, y) })
	for _, c := range faint[from:] {
		if c.Top >= row.Box.Max.Y {
			break
		}
		if 3*c.Height() < row.Letter && image.Pt((c.Left+c.Right)/2, (c.Top+c.Bottom)/2).In(row.Box) {
			specks++
		}
	}
	return specks > row.Count
}

// mostlyInk is how much of a letter is dark enough for ink, from which it is read as it is. The
// rest are its edges.
const mostlyInk = 0.5

// letterLike reports whether a component may be a letter, by its size, or some that touch.
func (c Component) letterLike(letter float64) bool {
	w, h := float64(c.Width()), float64(c.Height())
	return h >= 0.4*letter && h <= 2.5*letter && w >= 0.1*letter && w <= 6*letter
}

// share is how much of a component of a fainter ink is in this one.
func (ink *Ink) share(c Component) float64 {
	n := 0
	for y := c.Top; y < c.Bottom; y++ {
		for _, b := range ink.bits[y*ink.Width+c.Left : y*ink.Width+c.Right] {
			n += int(b & 1)
		}
	}
	return float64(n) / float64(c.Pixels)
}

// darken spreads the levels of a row of letters between paper and what is darkest in it. It
// reports false where that is dark already.
func darken(img *image.Gray, paper *Paper, row image.Rectangle) bool {
	const (
		print = 60   // level of print on a clear page
		core  = 0.05 // of the pixels of a row are the middle of a stroke
	)
	part := window(img, row)
	var counts [256]int
	for y := range part.Rect.Dy() {
		for _, v := range part.Pix[y*part.Stride : y*part.Stride+part.Rect.Dx()] {
			counts[v]++
		}
	}
	dark, seen := 0, counts[0]
	for float64(seen) < core*float64(part.Rect.Dx()*part.Rect.Dy()) {
		dark++
		seen += counts[dark]
	}
	bare := int(paper.At(row.Min.X, row.Min.Y))
	if dark <= print || dark >= bare {
		return false
	}
	var table [256]uint8
	for v := range table {
		table[v] = uint8(min(max(print+(v-dark)*(bare-print)/(bare-dark), 0), v))
	}
	for y := range part.Rect.Dy() {
		line := part.Pix[y*part.Stride : y*part.Stride+part.Rect.Dx()]
		for x, v := range line {
			line[x] = table[v]
		}
	}
	return true
}
