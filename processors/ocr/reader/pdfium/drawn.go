package pdfium

import (
	"math"
	"unsafe"
)

// Area is a part of a page in fractions of it as displayed, y downwards.
type Area struct{ X0, Y0, X1, Y1 float64 }

// Drawn is what stands on a page beside its text.
type Drawn struct {
	Objects  int       // of all kinds, text included
	Images   []Picture // of some size
	Outlines []Outline // filled paths with curves, as the outlines of letters have
}

// Picture is an image on the page.
type Picture struct {
	Area
	DPI float64 // its resolution; 0 where unknown
}

// Outline is a filled path with curves: a letter drawn as its outline, a line of them, or an
// ornament.
type Outline struct {
	Area
	Segments int // lines and control points of its curves
}

const (
	mostDrawn = 5000 // of each kind: a page full of letters, each its own path
	// leastPixels is what an image of a line of print has at least.
	leastPixels = 400
	// curveWithin is how many segments are looked at for the first curve: a letter has
	// some in its first dozen or none at all.
	curveWithin = 16
	// leastOutline is less than any curved letter has: a C is two arcs and two ends.
	leastOutline = 6
)

// Drawn says what is drawn on the page.
func (p *Page) Drawn() Drawn {
	var d Drawn
	for _, o := range p.objects() {
		switch {
		case o.kind == imageObject && len(d.Images) < mostDrawn:
			p.addPicture(&d, o)
		case o.kind == pathObject && len(d.Outlines) < mostDrawn:
			p.addOutline(&d, o)
		}
	}
	d.Objects = len(p.objects())
	return d
}

func (p *Page) addPicture(d *Drawn, o object) {
	area, ok := p.areaOf(o)
	if !ok {
		return
	}
	picture := Picture{Area: area}
	pixels := new([2]uint32)
	if p.lib.imagePixels.Call(o.handle, uintptr(unsafe.Pointer(&pixels[0])), uintptr(unsafe.Pointer(&pixels[1]))) != 0 {
		all := float64(pixels[0]) * float64(pixels[1])
		if all < leastPixels {
			return
		}
		picture.DPI = math.Sqrt(all / ((area.X1 - area.X0) * p.Width * (area.Y1 - area.Y0) * p.Height / 72 / 72))
	}
	d.Images = append(d.Images, picture)
}

func (p *Page) addOutline(d *Drawn, o object) {
	n := int(int32(p.lib.pathSegments.Call(o.handle)))
	if n < leastOutline || !p.filled(o.handle) || !p.curved(o.handle, min(n, curveWithin)) {
		return
	}
	if area, ok := p.areaOf(o); ok {
		d.Outlines = append(d.Outlines, Outline{area, n})
	}
}

// curved reports whether one of the first segments of a path is a curve.
func (p *Page) curved(path uintptr, segments int) bool {
	const curve = 1
	for i := range segments {
		if segment := p.lib.pathSegment.Call(path, uintptr(i)); segment != 0 && int32(p.lib.segmentType.Call(segment)) == curve {
			return true
		}
	}
	return false
}

// filled reports whether the inside of a path is painted, as that of letters is and that
// of a signature is not.
func (p *Page) filled(path uintptr) bool {
	mode := new([2]int32) // fill, stroke
	return p.lib.pathDrawMode.Call(path, uintptr(unsafe.Pointer(&mode[0])), uintptr(unsafe.Pointer(&mode[1]))) != 0 && mode[0] != 0
}

// Hide lets later renderings leave out the text of the page, but for the given objects
// of it, and its paths too if wanted.
func (p *Page) Hide(paths bool, but map[uintptr]bool) {
	const invisible, noFill, noStroke = 3, 0, 0
	for _, o := range p.objects() {
		switch {
		case o.kind == textObject && !but[o.handle]:
			p.lib.setRenderMode.Call(o.handle, invisible)
		case o.kind == pathObject && paths:
			p.lib.setDrawMode.Call(o.handle, noFill, noStroke)
		}
	}
}
