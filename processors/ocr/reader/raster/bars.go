package raster

import (
	"cmp"
	"image"
	"slices"
)

// Bars: upright lines that part the cells of one row, in heights of the page's letters.
const (
	barTall  = 1.6  // height, at least: those of 4 letters and more are rules
	barThick = 0.3  // width, at most
	barAlone = 0.6  // of its height: as near stand the other letters of a word of large print
	barFoot  = 0.12 // of its height: as level are their feet with its own
	barsLike = 2    // others in its row or under each other, at least: a stroke alone may be anything
	mostBars = 2000 // a dense table has some 600; noise as many as there is room
)

// EraseBars paints over the upright lines between the cells of a row where no level line
// meets them, as in tables whose rows are parted by another colour or by text: too low for
// rules, they are read as brackets, strokes and ones. It gives the print without them, and
// them. Print and paper are those of the image.
func EraseBars(img *image.Gray, print []Component, paper *Paper, letter float64) (rest []Component, bars []Stroke) {
	var lone []Component
	byLeft := slices.Clone(print)
	slices.SortStableFunc(byLeft, func(a, b Component) int { return cmp.Compare(a.Left, b.Left) })
	widest := 0
	for _, c := range print {
		widest = max(widest, min(c.Width(), int(8*letter)))
	}
	for _, c := range print {
		if c.bar(letter) && !inWord(byLeft, c, widest) {
			lone = append(lone, c)
		}
	}
	if len(lone) > mostBars {
		return print, nil
	}
	level := paperLevel(paper)
	erased := make(map[Component]bool, len(lone))
	for _, b := range lone {
		if !repeated(lone, b, letter) {
			continue
		}
		erased[b] = true
		bars = append(bars, Stroke{Upright: true, At: (b.Left + b.Right) / 2, From: b.Top, To: b.Bottom})
		around := image.Rect(b.Left-1, b.Top-1, b.Right+1, b.Bottom+1).Intersect(img.Rect)
		for y := around.Min.Y; y < around.Max.Y; y++ {
			for x := around.Min.X; x < around.Max.X; x++ {
				p := &img.Pix[y*img.Stride+x]
				*p = max(*p, level(x, y))
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(print), func(c Component) bool { return erased[c] }), bars
}

// bar reports whether a component has the form of an upright line, higher than letters.
func (c Component) bar(letter float64) bool {
	return float64(c.Height()) >= barTall*letter && float64(c.Width()) <= max(3, barThick*letter) && 2*c.Pixels >= c.Width()*c.Height()
}

// inWord reports whether a stroke is a letter of large print: another stands close beside it
// that is nearly as high, or has its feet on the same line. All are sorted by their left sides.
func inWord(all []Component, bar Component, widest int) bool {
	high := float64(bar.Height())
	near := int(barAlone * high)
	from, _ := slices.BinarySearchFunc(all, bar.Left-near-widest, func(c Component, x int) int { return cmp.Compare(c.Left, x) })
	for _, c := range all[from:] {
		if c.Left > bar.Right+near {
			break
		}
		h := float64(c.Height())
		if c == bar || c.Right < bar.Left-near || min(c.Bottom, bar.Bottom) <= max(c.Top, bar.Top) {
			continue
		}
		if foot := c.Bottom - bar.Bottom; h >= 0.75*high || h >= 0.4*high && float64(max(foot, -foot)) <= barFoot*high {
			return true
		}
	}
	return false
}

// repeated reports whether enough bars stand in a row with one, or under each other with it.
func repeated(bars []Component, one Component, letter float64) bool {
	apart := func(a, b int) bool { return float64(max(a-b, b-a)) > 0.4*letter }
	row, column := 0, 0
	for _, b := range bars {
		if !apart(b.Top, one.Top) && !apart(b.Bottom, one.Bottom) {
			row++
		}
		if !apart(b.Left, one.Left) && !apart(b.Height(), one.Height()) {
			column++
		}
	}
	return max(row, column) > barsLike
}
