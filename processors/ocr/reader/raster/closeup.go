package raster

import (
	"image"
	"math"
	"slices"

	"lavra.dev/processors/document"
)

// Original is the image that a page was drawn from, and the map from pixels of
// the page to its own.
type Original struct {
	Image  *image.Gray
	ToThis document.Homography
}

// scale is how many of its pixels go on one of the page, at a point.
func (o Original) scale(at image.Point) float64 {
	if o.Image == nil {
		return 1
	}
	x0, y0 := o.ToThis.Apply(float64(at.X), float64(at.Y))
	x1, y1 := o.ToThis.Apply(float64(at.X)+1, float64(at.Y))
	return math.Hypot(x1-x0, y1-y0)
}

// Closeups are pieces of a page drawn anew, one under the other: straight from
// the image as sent, so that nothing is lost by drawing it twice, each levelled by
// its own letters, freed of remains of rules, and with the background gone.
type Closeups struct {
	Image *image.Gray
	views []view
}

// view is one close-up and where it comes from.
type view struct {
	segment int
	at      image.Rectangle // on the close-ups
	toPage  document.Homography
}

// NewCloseups draws those segments of a page whose numbers are given, with
// letters of one height. It takes as many images as their height needs.
func NewCloseups(page *image.Gray, original Original, segments []Segment, numbers []int, letter int) []*Closeups {
	var all []*Closeups
	var views []view
	var pictures []*image.Gray
	y := letter
	end := func() {
		if len(views) > 0 {
			all = append(all, compose(views, pictures, letter, y))
			views, pictures, y = nil, nil, letter
		}
	}
	for _, i := range numbers {
		picture, toPage := closeup(page, original, segments[i], letter)
		if y+picture.Rect.Dy()+letter > galleyTall {
			end()
		}
		at := picture.Rect.Add(image.Pt(letter, y))
		y = at.Max.Y + letter
		views = append(views, view{i, at, toPage})
		pictures = append(pictures, picture)
	}
	end()
	return all
}

// Unclear tells the segments of a page that want a close-up, which are those that
// run uphill or stand on a background that is not bare. The others lose by it, and
// so does small print: thin strokes get thinner.
func Unclear(page *image.Gray, original Original, segments []Segment, numbers []int) (unclear, clear []int) {
	const small = 10 // pixels of a letter on the image as sent
	for _, i := range numbers {
		s := segments[i]
		if original.scale(s.Box.Min)*float64(s.Letter) >= small && (uphill(page, s) || onBackground(page, s)) {
			unclear = append(unclear, i)
		} else {
			clear = append(clear, i)
		}
	}
	return unclear, clear
}

// margin is what is drawn around the ink of a segment, in pixels of the page.
func (s Segment) margin() int { return max(2, s.Letter/4) }

func uphill(page *image.Gray, s Segment) bool {
	const share = 0.2 // of the height of a letter, from one end to the other
	from := s.Box.Inset(-s.margin()).Intersect(page.Rect)
	return math.Abs(slopeOf(page, from, s.Letter))*float64(from.Dx()) > share*float64(s.Letter)
}

// onBackground reports whether much of what lies around the print is neither print
// nor paper: on bare paper only the edges of letters are.
func onBackground(page *image.Gray, s Segment) bool {
	const (
		nearPaper, nearPrint = 0.06, 0.4 // between these, from paper to print, lies a background
		much                 = 0.15      // of all pixels; edges are some 0.15
	)
	part := window(page, s.Box.Inset(-s.margin()).Intersect(page.Rect))
	print, paper := levels(part)
	span := float64(paper - print)
	high, low := paper-int(nearPaper*span), paper-int(nearPrint*span)
	n := 0
	for y := range part.Rect.Dy() {
		for _, v := range part.Pix[y*part.Stride : y*part.Stride+part.Rect.Dx()] {
			if int(v) > low && int(v) < high {
				n++
			}
		}
	}
	return float64(n) > much*float64(part.Rect.Dx()*part.Rect.Dy())
}

// window is a part of an image; both share their pixels.
func window(img *image.Gray, r image.Rectangle) *image.Gray {
	part := img.SubImage(r).(*image.Gray)
	return &image.Gray{Pix: part.Pix, Stride: part.Stride, Rect: image.Rect(0, 0, r.Dx(), r.Dy())}
}

// compose puts pictures where their views say.
func compose(views []view, pictures []*image.Gray, letter, height int) *Closeups {
	width := galleyWidth
	for _, v := range views {
		width = max(width, v.at.Max.X+letter)
	}
	c := &Closeups{image.NewGray(image.Rect(0, 0, width, height)), views}
	for i := range c.Image.Pix {
		c.Image.Pix[i] = bare
	}
	for i, v := range views {
		p := pictures[i]
		for y := range p.Rect.Dy() {
			copy(c.Image.Pix[(v.at.Min.Y+y)*c.Image.Stride+v.at.Min.X:], p.Pix[y*p.Stride:y*p.Stride+p.Rect.Dx()])
		}
	}
	return c
}

// Place is where a box lies on the page, and the number of the segment it belongs
// to; false if it lies on none.
func (c *Closeups) Place(b image.Rectangle) (left, top, right, bottom float64, segment int, ok bool) {
	mid := image.Pt((b.Min.X+b.Max.X)/2, (b.Min.Y+b.Max.Y)/2)
	for _, v := range c.views {
		const slack = 10 // less than the space between views
		if !mid.In(v.at.Inset(-slack)) {
			continue
		}
		b = b.Sub(v.at.Min)
		q := v.toPage.Quad(document.Box{Left: float64(b.Min.X), Top: float64(b.Min.Y), Width: float64(b.Dx()), Height: float64(b.Dy())})
		return q[0], (q[1] + q[3]) / 2, q[2], (q[5] + q[7]) / 2, v.segment, true
	}
	return 0, 0, 0, 0, 0, false
}

// bare is the level of paper on a close-up.
const bare = 250

// closeup draws one segment, and gives the map of its pixels to those of the page.
func closeup(page *image.Gray, original Original, s Segment, letter int) (*image.Gray, document.Homography) {
	from := s.Box.Inset(-s.margin()).Intersect(page.Rect)
	scale := min(max(float64(letter)/float64(max(s.Letter, 1)), 0.25), 3)
	slope := slopeOf(page, from, s.Letter)
	// Sheared about its middle, so that the line runs level.
	x, y, back := float64(from.Min.X), float64(from.Min.Y), 1/scale
	toPage := document.Homography{back, 0, x, slope * back, back, y - slope*float64(from.Dx())/2, 0, 0, 1}
	w, h := int(math.Ceil(float64(from.Dx())*scale)), int(math.Ceil(float64(from.Dy())*scale))
	picture := Draw(page, w, h, toPage, bare)
	if original.Image != nil {
		if m := toPage.Then(original.ToThis); finer(m) {
			drawn := Redraw(original.Image, w, h, m, bare)
			blankAs(drawn, picture)
			picture = drawn
		}
	}
	whiten(picture, letter)
	eraseRemains(picture, letter)
	return picture, toPage
}

// blankAs makes paper of what is paper on the drawn page, where rules have been
// erased: they are darker than fine print and would set the measure for it.
func blankAs(picture, drawn *image.Gray) {
	const plainly = 0.15 // of the way from paper to print
	print, paper := levels(drawn)
	limit := paper - int(plainly*float64(paper-print))
	_, level := levels(picture)
	for i, v := range drawn.Pix {
		if int(v) > limit {
			picture.Pix[i] = uint8(level)
		}
	}
}

// finer reports whether a drawing takes every pixel of its source into account,
// which it does down to half its size.
func finer(m document.Homography) bool {
	x0, y0 := m.Apply(0, 0)
	x1, y1 := m.Apply(1, 0)
	return math.Hypot(x1-x0, y1-y0) <= 2
}

// slopeOf is how much a line of print falls along a piece of a page, by the heads
// and feet of its letters: the median over all pairs some letters apart.
func slopeOf(page *image.Gray, from image.Rectangle, letter int) float64 {
	const (
		apart   = 3   // letters between the two of a pair, at least: nearer ones tell little
		few     = 6   // slopes, below which the line is taken for level
		steep   = 0.1 // no page is drawn as wrongly as that
		mostOne = 64  // letters looked at
	)
	var letters []Component
	for _, c := range darkParts(window(page, from)).Components() {
		if 10*c.Height() >= 7*letter && 10*c.Height() <= 14*letter && c.Width() <= 2*letter && 8*c.Width() >= letter && len(letters) < mostOne {
			letters = append(letters, c)
		}
	}
	var slopes []float64
	for i, a := range letters {
		for _, b := range letters[i+1:] {
			dx := b.Left - a.Left
			if dx > -apart*letter && dx < apart*letter {
				continue
			}
			slopes = append(slopes, float64(b.Bottom-a.Bottom)/float64(dx), float64(b.Top-a.Top)/float64(dx))
		}
	}
	if len(slopes) < few {
		return 0
	}
	slices.Sort(slopes)
	return min(max(slopes[len(slopes)/2], -steep), steep)
}

// levels are where a picture's print and paper lie, by its darkest and brightest
// pixels. Print on dark paper is the other way round.
func levels(img *image.Gray) (print, paper int) {
	var counts [256]int
	for y := range img.Rect.Dy() {
		for _, v := range img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()] {
			counts[v]++
		}
	}
	at := func(share float64) int {
		left := int(share * float64(img.Rect.Dx()*img.Rect.Dy()))
		for v := range counts {
			if left -= counts[v]; left <= 0 {
				return v
			}
		}
		return 255
	}
	low, usual, high := at(0.02), at(0.5), at(0.98)
	if usual-low < high-usual { // most of it is nearer to black than to white
		return high, at(0.25)
	}
	return low, at(0.75)
}

// whiten spreads the levels between print and paper, and makes white what lies
// nearer to paper: as far from it as the background between the letters does, the
// waves of a security paper, and no further. Dots and commas of faint print are not
// much darker.
func whiten(img *image.Gray, letter int) {
	const least, most, fewest = 0.75, 0.92, 30
	print, paper := levels(img)
	if paper-print < fewest && print-paper < fewest {
		return
	}
	nearPaper := min(max(background(img, print, paper, letter), least), most)
	from, span := float64(print), nearPaper*float64(paper-print)
	var table [256]uint8
	for v := range table {
		table[v] = uint8(math.Max(0, math.Min(bare, (float64(v)-from)/span*bare)))
	}
	for i, v := range img.Pix {
		img.Pix[i] = table[v]
	}
}

// background is how far from print towards paper, from 0 to 1, all but a tenth of
// what lies away from the print is.
func background(img *image.Gray, print, paper, letter int) float64 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	away := max(2, letter/6)
	inked := darkParts(img).bits
	var counts [101]int
	total := 0
	for y := away; y < h-away; y += 2 {
		clean := 0 // columns without print since the last one with some
		for x := range w {
			clean++
			for v := y - away; v <= y+away; v += 2 {
				if inked[v*w+x] != 0 {
					clean = 0
					break
				}
			}
			if at := x - away; at >= 0 && clean > 2*away {
				share := 100 * (int(img.Pix[y*img.Stride+at]) - print) / (paper - print)
				counts[min(max(share, 0), 100)]++
				total++
			}
		}
	}
	seen := 0
	for share := range counts {
		if seen += counts[share]; 10*seen > total {
			return float64(share) / 100
		}
	}
	return 1
}

// darkParts is a picture in black and white by its own levels.
func darkParts(img *image.Gray) *Ink {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	ink := &Ink{w, h, make([]uint8, w*h)}
	print, paper := levels(img)
	limit := uint8((print + paper) / 2)
	for y := range h {
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			if (v < limit) == (print < paper) && v != limit {
				ink.bits[y*w+x] = 1
			}
		}
	}
	return ink
}

// eraseRemains paints over what does not belong to a line: rules that run through
// the picture from top to bottom, and what lies wholly in the margin around it.
func eraseRemains(img *image.Gray, letter int) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	margin := letter / 4
	_, paper := levels(img)
	for _, c := range darkParts(img).Components() {
		rule := 10*c.Width() < 3*letter && 20*c.Height() > 19*h
		aside := c.Bottom <= margin || c.Top >= h-margin || c.Right <= margin || c.Left >= w-margin
		if !rule && !aside {
			continue
		}
		const halo = 2 // of grey around print
		for y := max(0, c.Top-halo); y < min(h, c.Bottom+halo); y++ {
			for x := max(0, c.Left-halo); x < min(w, c.Right+halo); x++ {
				img.Pix[y*img.Stride+x] = max(img.Pix[y*img.Stride+x], uint8(paper))
			}
		}
	}
}
