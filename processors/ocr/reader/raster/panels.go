package raster

import "image"

// InvertPanels turns dark panels with white print on them, as headings of forms
// and tables have, into white ones with dark print, and so bands down the side of the page, which are of one
// colour. Pictures are as tall and stay; the lines of a table whose heading is such a panel are no part of it.
// It reports whether there were any: then the ink is another.
func InvertPanels(img *image.Gray, ink *Ink, letter float64) (changed bool) {
	for _, c := range ink.wide(ruleThickness(letter) + 1) {
		box := image.Rect(c.Left, c.Top, c.Right, c.Bottom).Intersect(img.Rect)
		if c.Pixels = ink.count(c); !c.panel(letter) && !(c.sideBand(letter) && ofOneColour(img, box)) {
			continue
		}
		invert(img, box)
		changed = true
	}
	return changed
}

// panel reports whether a piece of ink is an area with print in it. One hardly higher than
// letters is a band where it is long and dark all over: letters that touch are not.
func (c Component) panel(letter float64) bool {
	w, h := float64(c.Width()), float64(c.Height())
	dark := 100 * c.Pixels / max(1, c.Width()*c.Height())
	if h < 1.6*letter {
		return h >= 1.1*letter && w >= 12*letter && dark >= 65
	}
	return h <= 14*letter && w >= 5*letter && w >= 1.5*h && dark >= 55
}

// sideBand reports whether a piece of ink is as large as a band down the side of the page, and mostly dark: its grain is not.
func (c Component) sideBand(letter float64) bool {
	w, h := float64(c.Width()), float64(c.Height())
	return w >= 5*letter && h >= 14*letter && 2*c.Pixels >= c.Width()*c.Height()
}

// ofOneColour reports whether the dark of a part is all of about one level, which that of a picture is not.
func ofOneColour(img *image.Gray, r image.Rectangle) bool {
	const near, share = 24, 0.7 // levels from the middle one; of all pixels
	var counts [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X] {
			counts[v]++
		}
	}
	middle := 0
	for seen := counts[0]; 2*seen < r.Dx()*r.Dy(); seen += counts[middle] {
		middle++
	}
	alike := 0
	for _, n := range counts[max(0, middle-near):min(256, middle+near+1)] {
		alike += n
	}
	return float64(alike) >= share*float64(r.Dx()*r.Dy())
}

// count is how many pixels of ink lie in the box of a piece.
func (ink *Ink) count(c Component) (n int) {
	for y := c.Top; y < c.Bottom; y++ {
		for _, b := range ink.bits[y*ink.Width+c.Left : y*ink.Width+c.Right] {
			n += int(b & 1)
		}
	}
	return n
}

// invert spreads the levels of a part between its darkest tenth, which becomes
// paper, and white.
func invert(img *image.Gray, r image.Rectangle) {
	var counts [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X] {
			counts[v]++
		}
	}
	dark := 0
	for seen := counts[0]; dark < 200 && 10*seen < r.Dx()*r.Dy(); seen += counts[dark] {
		dark++
	}
	var table [256]uint8
	for v := range table {
		table[v] = clampByte(white - float64(v-dark)*white/float64(white-dark))
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X]
		for x, v := range row {
			row[x] = table[v]
		}
	}
}
