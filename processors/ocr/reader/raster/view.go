package raster

import (
	"cmp"
	"image"
	"math"
	"slices"

	"lavra.dev/processors/document"
)

// lookSize is the longer side of the image that a page is looked at on: an A4
// page at 120 dpi, where letters of 6 points are still apart.
const lookSize = 1400

// View is how a page lies on an image, as far as the image alone tells.
type View struct {
	Turn          int     // quarter turns clockwise that the page was turned by
	Upside        float64 // above 1: upright as given by Turn, below: the other way up; near 1: cannot be told
	Letters       int     // letters seen
	LetterHeight  float64 // usual height of a letter, pixels of the image
	Sheet         bool    // the edges of the sheet are in the picture
	width, height float64 // of the image
	scale         float64 // of the image looked at
	quad          Quad    // the sheet, in pixels of the image turned upright
	slope         Slope   // of the lines, within the sheet
	parts         []Component
	codes         [][4]float64 // where QR codes seem to stand: left, top, right, bottom
}

// Look finds how the page lies on an image.
func Look(img *image.Gray) View {
	small, scale := Shrink(img, lookSize)
	v := View{width: float64(img.Rect.Dx()), height: float64(img.Rect.Dy()), scale: scale, Upside: 1}
	if small == img {
		small = Copy(img)
	}
	Stretch(small)
	paper := NewPaper(small)
	parts := NewInk(small, paper).Components()
	quad, found := FindPage(small)
	if found {
		parts = quad.holding(parts) // the grain of a desk looks like letters, and is lower
	} else {
		quad = Rectangle(float64(small.Rect.Dx()), float64(small.Rect.Dy()))
	}
	letters, height := Letters(parts)
	v.parts, v.Letters, v.LetterHeight = letters, len(letters), float64(height)/scale
	v.Sheet = found
	if sideways, share := Sideways(letters, height); sideways && share > 0.6 {
		v.Turn = 1
	}
	v.place(quad, float64(height))
	v.codes = qrCodes(parts)
	return v
}

// QRCodes are the parts of the upright page, in fractions, where QR codes seem
// to stand.
func (v View) QRCodes() []document.Box {
	w, h := v.Size()
	back := v.ToImage().Inverse()
	var all []document.Box
	for _, c := range v.codes {
		q := back.Quad(document.Box{Left: c[0] / v.scale, Top: c[1] / v.scale, Width: (c[2] - c[0]) / v.scale, Height: (c[3] - c[1]) / v.scale})
		for i := 0; i < len(q); i += 2 {
			q[i], q[i+1] = q[i]/w, q[i+1]/h
		}
		all = append(all, document.Bounds(q))
	}
	return all
}

// place finds slope and way up, for the turn that the view has.
func (v *View) place(quad Quad, height float64) {
	w, h := v.width*v.scale, v.height*v.scale
	for i := range quad {
		v.quad[i] = untwist(quad[(i+v.Turn)&3], v.Turn, w, h)
	}
	rw, rh := v.sheet()
	toSheet := document.Homography{}
	if m, ok := Between(v.quad, Rectangle(rw, rh)); ok {
		toSheet = m
	}
	var heads, feet []Point
	for _, c := range v.parts {
		a := untwist(Point{float64(c.Left), float64(c.Top)}, v.Turn, w, h)
		b := untwist(Point{float64(c.Right), float64(c.Bottom)}, v.Turn, w, h)
		x := (a.X + b.X) / 2
		head := apply(toSheet, Point{x, min(a.Y, b.Y)})
		foot := apply(toSheet, Point{x, max(a.Y, b.Y)})
		if foot.X < 0 || foot.X > rw || head.Y < 0 || foot.Y > rh {
			continue // on the desk
		}
		heads = append(heads, Point{head.X - rw/2, head.Y - rh/2})
		feet = append(feet, Point{foot.X - rw/2, foot.Y - rh/2})
	}
	byFeet, byHeads := FindSlope(feet, height, rh), FindSlope(heads, height, rh)
	v.slope = byFeet
	if energy(heads, byHeads, height/8) > energy(feet, byFeet, height/8) {
		v.slope = byHeads
	}
	for i := range feet {
		feet[i].Y, heads[i].Y = v.slope.level(feet[i]), v.slope.level(heads[i])
	}
	v.Upside = Upside(heads, feet, height)
}

// sheet is the size of the sheet seen straight from above, in pixels of the
// image looked at.
func (v *View) sheet() (w, h float64) {
	side := func(a, b Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }
	q := v.quad
	return (side(q[0], q[1]) + side(q[3], q[2])) / 2, (side(q[0], q[3]) + side(q[1], q[2])) / 2
}

// Samples are parts of the upright page, in fractions, where letters stand thickest: some
// lines of text each, at most about the given number of letters. The thickest comes first, and
// none over another.
func (v View) Samples(letters, most int) []document.Box {
	w, h := v.Size()
	back := v.ToImage().Inverse()
	var at []Point
	for _, c := range v.parts {
		p := apply(back, Point{float64(c.Left+c.Right) / 2 / v.scale, float64(c.Top+c.Bottom) / 2 / v.scale})
		if p.X > 0 && p.X < w && p.Y > 0 && p.Y < h {
			at = append(at, p)
		}
	}
	slices.SortFunc(at, func(a, b Point) int { return cmp.Compare(a.Y, b.Y) })
	const lines = 4
	band := lines * 2.8 * v.LetterHeight
	var all []document.Box
	for len(all) < most && len(at) > 0 {
		from, to := thickest(at, band)
		part := slices.Clone(at[from:to])
		at = slices.Delete(at, from, to)
		top, bottom := part[0].Y-v.LetterHeight, part[len(part)-1].Y+v.LetterHeight
		slices.SortFunc(part, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		part = part[:min(len(part), letters)]
		left, right := part[0].X-v.LetterHeight, part[len(part)-1].X+v.LetterHeight
		left, top, right, bottom = max(left/w, 0), max(top/h, 0), min(right/w, 1), min(bottom/h, 1)
		all = append(all, document.Box{Left: left, Top: top, Width: right - left, Height: bottom - top})
	}
	return all
}

// thickest is the band with the most points, among some from top to bottom.
func thickest(at []Point, band float64) (from, to int) {
	for i, j := 0, 0; i < len(at); i++ {
		for j < len(at) && at[j].Y < at[i].Y+band {
			j++
		}
		if j-i > to-from {
			from, to = i, j
		}
	}
	return from, to
}

// Straight reports whether the page lies upright and level as it is.
func (v View) Straight() bool {
	return v.Turn == 0 && !v.Sheet && v.level()
}

func (v View) level() bool {
	const littleRise, littleSpread = 0.0025, 0.004 // a pixel or two at the end of a line
	return math.Abs(v.slope.Rise) < littleRise && math.Abs(v.slope.Spread)*v.height*v.scale < littleSpread
}

// Size is the size of the upright page in pixels of the image.
func (v View) Size() (w, h float64) {
	w, h = v.sheet()
	return w / v.scale, h / v.scale
}

// ToImage maps the upright page, of the size that Size gives, to the image, both
// in pixels.
func (v View) ToImage() document.Homography {
	rw, rh := v.sheet()
	grow := document.Homography{1 / v.scale, 0, 0, 0, 1 / v.scale, 0, 0, 0, 1}
	shrink := document.Homography{v.scale, 0, 0, 0, v.scale, 0, 0, 0, 1}
	m := shrink
	if !v.level() {
		if tilt, ok := Between(Rectangle(rw, rh), v.slope.quad(rw, rh)); ok {
			m = m.Then(tilt)
		}
	}
	if lay, ok := Between(Rectangle(rw, rh), v.quad); ok {
		m = m.Then(lay)
	}
	return m.Then(twist(v.Turn, v.width*v.scale, v.height*v.scale)).Then(grow)
}

// quad is where the corners of a level page of that size lie on the sloping one.
func (s Slope) quad(w, h float64) Quad {
	tilt := math.Atan(s.Rise)
	corner := func(x, y float64) Point {
		along := math.Atan(s.Rise + s.Spread*y)
		return Point{w/2 + x*math.Cos(along) - y*math.Sin(tilt), h/2 + x*math.Sin(along) + y*math.Cos(tilt)}
	}
	return Quad{corner(-w/2, -h/2), corner(w/2, -h/2), corner(w/2, h/2), corner(-w/2, h/2)}
}

// untwist takes a point of a w by h image to the same image turned back by
// quarter turns.
func untwist(p Point, turn int, w, h float64) Point {
	switch turn & 3 {
	case 1:
		return Point{p.Y, w - p.X}
	case 2:
		return Point{w - p.X, h - p.Y}
	case 3:
		return Point{h - p.Y, p.X}
	}
	return p
}

// twist is the inverse of untwist, as a map. The image is w by h.
func twist(turn int, w, h float64) document.Homography {
	switch turn & 3 {
	case 1:
		return document.Homography{0, -1, w, 1, 0, 0, 0, 0, 1}
	case 2:
		return document.Homography{-1, 0, w, 0, -1, h, 0, 0, 1}
	case 3:
		return document.Homography{0, 1, 0, -1, 0, h, 0, 0, 1}
	}
	return document.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}
}

func apply(m document.Homography, p Point) Point {
	x, y := m.Apply(p.X, p.Y)
	return Point{x, y}
}
