package raster

import (
	"image"
	"math"
)

// Galley is the print of a page set anew: its segments one under the other at
// one size, with clear space around, so that recognition has no layout to get
// wrong. Each place on it maps back to the page.
type Galley struct {
	Image *image.Gray
	cells []cell
}

// cell is where one segment stands.
type cell struct {
	at    image.Rectangle // on the galley
	from  image.Rectangle // on the page
	scale float64         // of the galley over the page
}

const (
	galleyLetter = 24  // height of letters, as components: lower, digits are mistaken; higher costs time
	galleyWidth  = 400 // of the image, at least
	galleyLead   = galleyLetter
)

// NewGalley sets the segments of a page.
func NewGalley(page *image.Gray, segments []Segment, level uint8) *Galley {
	g := &Galley{}
	width := galleyWidth
	for _, s := range segments {
		c := cut(page, s)
		width = max(width, c.at.Dx()+2*galleyLetter)
		g.cells = append(g.cells, c)
	}
	height := g.arrange()
	g.Image = image.NewGray(image.Rect(0, 0, width, height))
	for i := range g.Image.Pix {
		g.Image.Pix[i] = level
	}
	for _, c := range g.cells {
		g.draw(page, c, level)
	}
	return g
}

// cut chooses what is taken of the page for a segment, and at which size.
func cut(page *image.Gray, s Segment) cell {
	pad := max(2, s.Letter/4)
	from := s.Box.Inset(-pad).Intersect(page.Rect)
	scale := float64(galleyLetter) / float64(max(s.Letter, 1))
	if scale > 0.8 && scale < 1.25 { // near enough: pixels stay as they are
		scale = 1
	}
	scale = min(max(scale, 0.25), 2)
	w, h := int(math.Ceil(float64(from.Dx())*scale)), int(math.Ceil(float64(from.Dy())*scale))
	return cell{at: image.Rect(0, 0, w, h), from: from, scale: scale}
}

// arrange places one cell a row, in their order, and gives the height. Several
// in a row would need less paper, but the wide gaps between them spoil the
// measure of word spaces.
func (g *Galley) arrange() int {
	y := galleyLetter
	for i := range g.cells {
		g.cells[i].at = g.cells[i].at.Add(image.Pt(galleyLetter, y))
		y = g.cells[i].at.Max.Y + galleyLead
	}
	return y
}

func (g *Galley) draw(page *image.Gray, c cell, level uint8) {
	if c.scale == 1 {
		for y := range c.from.Dy() {
			from := page.Pix[(c.from.Min.Y+y)*page.Stride+c.from.Min.X:]
			copy(g.Image.Pix[(c.at.Min.Y+y)*g.Image.Stride+c.at.Min.X:][:c.from.Dx()], from)
		}
		return
	}
	back := 1 / c.scale
	src := page
	sw, sh := page.Rect.Dx(), page.Rect.Dy()
	for y := range c.at.Dy() {
		row := g.Image.Pix[(c.at.Min.Y+y)*g.Image.Stride+c.at.Min.X:][:c.at.Dx()]
		v := float64(c.from.Min.Y) + (float64(y)+0.5)*back - 0.5
		for x := range row {
			u := float64(c.from.Min.X) + (float64(x)+0.5)*back - 0.5
			if back > 1.5 {
				row[x] = mean(src, u, v, back)
			} else {
				row[x] = sample(src, sw, sh, u, v, level)
			}
		}
	}
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

// Place is where a box of the galley lies on the page, and the scale of the
// galley there; false if it lies on no segment.
func (g *Galley) Place(b image.Rectangle) (at [4]float64, scale float64, ok bool) {
	mid := image.Pt((b.Min.X+b.Max.X)/2, (b.Min.Y+b.Max.Y)/2)
	for _, c := range g.cells {
		if !mid.In(c.at.Inset(-galleyLetter / 2)) {
			continue
		}
		x := func(v int) float64 { return float64(c.from.Min.X) + float64(v-c.at.Min.X)/c.scale }
		y := func(v int) float64 { return float64(c.from.Min.Y) + float64(v-c.at.Min.Y)/c.scale }
		return [4]float64{x(b.Min.X), y(b.Min.Y), x(b.Max.X), y(b.Max.Y)}, c.scale, true
	}
	return at, 0, false
}
