package raster

import "image"

// InvertPanels turns dark panels with white print on them, as headings of forms
// and tables have, into white ones with dark print. Pictures are taller than
// such panels and stay. It reports whether there were any: then the ink is another.
func InvertPanels(img *image.Gray, ink *Ink, letter float64) (changed bool) {
	for _, c := range ink.Components() {
		w, h := float64(c.Width()), float64(c.Height())
		if h < 1.6*letter || h > 14*letter || w < 5*letter || w < 1.5*h || 100*c.Pixels < 55*c.Width()*c.Height() {
			continue
		}
		invert(img, image.Rect(c.Left, c.Top, c.Right, c.Bottom).Intersect(img.Rect))
		changed = true
	}
	return changed
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
