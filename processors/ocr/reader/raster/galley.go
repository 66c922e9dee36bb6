package raster

import (
	"image"
	"math"
)

// Galley is the print of a page, or a part of it, set anew: segments one under
// the other at one size, with clear space around, so that recognition has no
// layout to get wrong. Each place on it maps back to the page.
type Galley struct {
	Image *image.Gray
	cells []cell
}

// cell is where one segment stands.
type cell struct {
	segment int             // its number
	at      image.Rectangle // on the galley
	from    image.Rectangle // on the page
	scale   float64         // of the galley over the page
}

const (
	// ReadingLetter is the height of letters on a galley, as components: digits
	// that stand lower are mistaken, higher ones cost time.
	ReadingLetter = 24
	// LargeLetter is that of a second reading.
	LargeLetter = 36

	galleyWidth = 400    // of the image, at least
	galleyTall  = 12_000 // at most: recognition counts pixels in 16 bits
)

// NewGalleys sets those segments of a page whose numbers are given, with letters
// of one height. It takes as many galleys as their height needs.
func NewGalleys(page *image.Gray, segments []Segment, numbers []int, letter int, level uint8) []*Galley {
	var all []*Galley
	var cells []cell
	y := letter
	end := func() {
		if len(cells) > 0 {
			all = append(all, set(page, cells, letter, y, level))
			cells, y = nil, letter
		}
	}
	for _, i := range numbers {
		c := cut(page, segments[i], letter)
		if y+c.at.Dy()+letter > galleyTall {
			end()
		}
		// One segment a row: several would need less paper, but the wide gaps between
		// them spoil the measure of word spaces.
		c.segment, c.at = i, c.at.Add(image.Pt(letter, y))
		y = c.at.Max.Y + letter
		cells = append(cells, c)
	}
	end()
	return all
}

// set draws cells on a galley of their own.
func set(page *image.Gray, cells []cell, letter, height int, level uint8) *Galley {
	width := galleyWidth
	for _, c := range cells {
		width = max(width, c.at.Max.X+letter)
	}
	g := &Galley{image.NewGray(image.Rect(0, 0, width, height)), cells}
	for i := range g.Image.Pix {
		g.Image.Pix[i] = level
	}
	for _, c := range cells {
		g.draw(page, c)
	}
	return g
}

// cut chooses what is taken of the page for a segment, and at which size.
func cut(page *image.Gray, s Segment, letter int) cell {
	pad := max(2, s.Letter/4)
	from := s.Box.Inset(-pad).Intersect(page.Rect)
	scale := float64(letter) / float64(max(s.Letter, 1))
	if scale > 0.8 && scale < 1.25 { // near enough: pixels stay as they are
		scale = 1
	}
	scale = min(max(scale, 0.25), 3)
	w, h := int(math.Ceil(float64(from.Dx())*scale)), int(math.Ceil(float64(from.Dy())*scale))
	return cell{at: image.Rect(0, 0, w, h), from: from, scale: scale}
}

func (g *Galley) draw(page *image.Gray, c cell) {
	if c.scale == 1 {
		for y := range c.from.Dy() {
			from := page.Pix[(c.from.Min.Y+y)*page.Stride+c.from.Min.X:]
			copy(g.Image.Pix[(c.at.Min.Y+y)*g.Image.Stride+c.at.Min.X:][:c.from.Dx()], from)
		}
		return
	}
	if c.scale > 1 {
		g.enlarge(page, c)
		return
	}
	back := 1 / c.scale
	for y := range c.at.Dy() {
		row := g.Image.Pix[(c.at.Min.Y+y)*g.Image.Stride+c.at.Min.X:][:c.at.Dx()]
		v := float64(c.from.Min.Y) + (float64(y)+0.5)*back - 0.5
		for x := range row {
			row[x] = mean(page, float64(c.from.Min.X)+(float64(x)+0.5)*back-0.5, v, back)
		}
	}
}

// enlarge draws a cell larger by cubic interpolation, first along rows, then
// along columns: it keeps the edges of small letters, which linear
// interpolation blurs.
func (g *Galley) enlarge(page *image.Gray, c cell) {
	w, h := c.at.Dx(), c.at.Dy()
	across := taps(w, c.from.Dx(), c.scale)
	wide := make([]float32, w*c.from.Dy())
	for y := range c.from.Dy() {
		from := page.Pix[(c.from.Min.Y+y)*page.Stride+c.from.Min.X:]
		out := wide[y*w : (y+1)*w]
		for x, t := range across {
			out[x] = t.weight[0]*float32(from[t.at[0]]) + t.weight[1]*float32(from[t.at[1]]) +
				t.weight[2]*float32(from[t.at[2]]) + t.weight[3]*float32(from[t.at[3]])
		}
	}
	for y, t := range taps(h, c.from.Dy(), c.scale) {
		a, b, d, e := wide[t.at[0]*w:], wide[t.at[1]*w:], wide[t.at[2]*w:], wide[t.at[3]*w:]
		row := g.Image.Pix[(c.at.Min.Y+y)*g.Image.Stride+c.at.Min.X:][:w]
		for x := range row {
			v := t.weight[0]*a[x] + t.weight[1]*b[x] + t.weight[2]*d[x] + t.weight[3]*e[x]
			row[x] = uint8(max(0, min(v+0.5, 255)))
		}
	}
}

// tap is the four source pixels that one pixel is made of.
type tap struct {
	at     [4]int
	weight [4]float32
}

// taps are those of a row of n pixels over a source of the given size, by the
// Catmull-Rom spline.
func taps(n, size int, scale float64) []tap {
	all := make([]tap, n)
	for i := range all {
		u := (float64(i)+0.5)/scale - 0.5
		first := math.Floor(u)
		f := float32(u - first)
		t := &all[i]
		for k := range t.at {
			t.at[k] = min(max(int(first)+k-1, 0), size-1)
		}
		t.weight = catmullRom(f)
	}
	return all
}

// mean is the mean level of a square of the given side around a point.
func mean(src *image.Gray, u, v, side float64) uint8 {
	r := image.Rect(int(u-side/2+0.5), int(v-side/2+0.5), int(u+side/2+0.5)+1, int(v+side/2+0.5)+1).Intersect(src.Rect)
	if r.Empty() {
		return 255
	}
	sum := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, p := range src.Pix[y*src.Stride+r.Min.X : y*src.Stride+r.Max.X] {
			sum += int(p)
		}
	}
	return uint8(sum / (r.Dx() * r.Dy()))
}

// Place is where a box of the galley lies on the page, and the number of the
// segment it belongs to; false if it lies on none.
func (g *Galley) Place(b image.Rectangle) (left, top, right, bottom float64, segment int, ok bool) {
	mid := image.Pt((b.Min.X+b.Max.X)/2, (b.Min.Y+b.Max.Y)/2)
	for _, c := range g.cells {
		const slack = 10 // less than the space between cells
		if !mid.In(c.at.Inset(-slack)) {
			continue
		}
		x := func(v int) float64 { return float64(c.from.Min.X) + float64(v-c.at.Min.X)/c.scale }
		y := func(v int) float64 { return float64(c.from.Min.Y) + float64(v-c.at.Min.Y)/c.scale }
		return x(b.Min.X), y(b.Min.Y), x(b.Max.X), y(b.Max.Y), c.segment, true
	}
	return 0, 0, 0, 0, 0, false
}
