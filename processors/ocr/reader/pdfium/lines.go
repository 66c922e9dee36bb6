package pdfium

import (
	"math"
	"unsafe"

	"lavra.dev/processors/ocr/reader/native"
)

// Line is a straight line drawn level or upright, in fractions of the page as displayed.
type Line struct {
	X0, Y0, X1, Y1 float64
	Edge           bool // of a filled area
}

// Bounds of the work on one page: dense tables have some 3,000 objects.
const (
	mostSegments = 20_000
	mostLines    = 20_000
	mostFilled   = 1000 // segments of a filled path: more are a code of squares or a drawing

	rectangleSegments = 5 // its four sides from where the pen is set down; hardly anything else has five
)

// Measures in points.
const (
	thickestLine = 3.5  // a filled area that is no wider is a line
	straight     = 0.6  // how far a straight line may lean
	leastWide    = 8.0  // a filled area with room for a word
	leastHigh    = 6.0  // and for a line of print
	letterSize   = 14.0 // what is smaller both ways and no rectangle is a letter or a sign
	longSide     = 20.0 // of a filled shape of another form than a rectangle: letters have shorter ones
	wholePage    = 0.97 // of the page each way: its background
)

// Lines lists the straight lines drawn on the page: strokes, sides of rectangles, thin
// filled areas, edges of wide ones. What is white is not seen.
func (p *Page) Lines() []Line {
	r := pathReader{page: p, segments: mostSegments, scratch: new(pathScratch)}
	for _, o := range p.objects() {
		if o.kind == pathObject && len(r.lines) < mostLines {
			r.readPath(o)
		}
	}
	return r.lines
}

// pathReader goes through the paths of a page.
type pathReader struct {
	page     *Page
	segments int // that may still be read
	lines    []Line
	scratch  *pathScratch
	points   []point
	bent     []bool // by point: a curve leads to it or guides one
}

// pathScratch is what the library writes its answers to.
type pathScratch struct {
	fill, stroke int32
	color        [4]uint32
	x, y         float32
}

// drawing is how a path is drawn, as far as it is seen.
type drawing struct{ filled, stroked bool }

func (r *pathReader) readPath(o object) {
	lib, s := r.page.lib, r.scratch
	count := int(int32(lib.pathSegments.Call(o.handle)))
	if count < 2 || lib.pathDrawMode.Call(o.handle, uintptr(unsafe.Pointer(&s.fill)), uintptr(unsafe.Pointer(&s.stroke))) == 0 {
		return
	}
	d := drawing{s.fill != 0 && r.visible(lib.objectFill, o.handle), s.stroke != 0 && r.visible(lib.objectStroke, o.handle)}
	if !d.filled && !d.stroked {
		return
	}
	low, high, ok := r.page.boundsOf(o)
	w, h := high.x-low.x, high.y-low.y
	switch {
	case !ok, count > rectangleSegments && w < letterSize && h < letterSize:
	case count == 2:
		r.addThin(low, high)
	case count == rectangleSegments && !d.stroked: // of a stroked one the bounds hold the stroke's width too
		r.addRectangle(low, high, d)
	case d.stroked || count <= mostFilled:
		r.readSegments(o.handle, min(count, r.segments), r.page.matrixOf(o.handle).then(o.to), d)
	}
}

// visible reports whether a colour is other than white.
func (r *pathReader) visible(color native.Func, object uintptr) bool {
	const white = 253
	c := &r.scratch.color
	if color.Call(object, uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&c[1])), uintptr(unsafe.Pointer(&c[2])), uintptr(unsafe.Pointer(&c[3]))) == 0 {
		return true // a pattern
	}
	return c[3] > 0 && min(c[0], c[1], c[2]) < white
}

// readSegments takes a path apart into its pieces, each drawn without lifting the pen.
func (r *pathReader) readSegments(object uintptr, count int, m matrix, d drawing) {
	const curve, move = 1, 2
	lib, s := r.page.lib, r.scratch
	r.segments -= count
	r.points, r.bent = r.points[:0], r.bent[:0]
	curved, last := false, uintptr(0)
	for i := range count {
		segment := lib.pathSegment.Call(object, uintptr(i))
		if segment == 0 || lib.segmentPoint.Call(segment, uintptr(unsafe.Pointer(&s.x)), uintptr(unsafe.Pointer(&s.y))) == 0 {
			return
		}
		kind := lib.segmentType.Call(segment)
		if kind == move {
			r.addPiece(last, curved, d)
			r.points, r.bent, curved = r.points[:0], r.bent[:0], false
		}
		curved = curved || kind == curve
		r.points, r.bent, last = append(r.points, m.apply(point{s.x, s.y})), append(r.bent, kind == curve), segment
	}
	r.addPiece(last, curved, d)
}

// addPiece adds the straight lines of a piece of a path that ends with that segment.
func (r *pathReader) addPiece(last uintptr, curved bool, d drawing) {
	n := len(r.points)
	if n < 2 {
		return
	}
	if n > 2 && !near(r.points[0], r.points[n-1]) && (!d.stroked || r.page.lib.segmentClose.Call(last) != 0) {
		r.points, r.bent = append(r.points, r.points[0]), append(r.bent, false)
	}
	if a, b, ok := r.rectangle(); ok && !curved {
		r.addRectangle(a, b, d)
		return
	}
	least := float32(0)
	if !d.stroked {
		least = longSide
	} else if curved {
		least = leastWide
	}
	for i := 1; i < len(r.points); i++ {
		a, b := r.points[i-1], r.points[i]
		if r.bent[i] {
			continue // on the way from one control point of a curve to the next
		}
		if w, h := abs(b.x-a.x), abs(b.y-a.y); min(w, h) <= straight && max(w, h) > least {
			r.add(a, b, !d.stroked)
		}
	}
}

// rectangle reports whether the points are the corners of a level rectangle, and two of
// them that lie opposite.
func (r *pathReader) rectangle() (a, b point, ok bool) {
	p := r.points
	if len(p) != 5 || !near(p[4], p[0]) {
		return a, b, false
	}
	level := near(point{p[0].x, p[1].y}, p[0]) && near(point{p[1].x, p[2].y}, p[2]) && near(point{p[3].x, p[2].y}, p[3]) && near(point{p[0].x, p[3].y}, p[3]) ||
		near(point{p[1].x, p[0].y}, p[0]) && near(point{p[2].x, p[1].y}, p[2]) && near(point{p[2].x, p[3].y}, p[3]) && near(point{p[3].x, p[0].y}, p[3])
	return p[0], p[2], level
}

func near(a, b point) bool { return abs(a.x-b.x) <= straight && abs(a.y-b.y) <= straight }

func (r *pathReader) addRectangle(a, b point, d drawing) {
	w, h := abs(b.x-a.x), abs(b.y-a.y)
	switch {
	case min(w, h) <= thickestLine:
		r.addThin(a, b)
		return
	case !d.stroked && (w < leastWide || h < leastHigh):
		return
	case float64(w*h) >= wholePage*wholePage*r.page.Width*r.page.Height:
		return
	}
	c, e := point{b.x, a.y}, point{a.x, b.y}
	for _, side := range [4][2]point{{a, c}, {e, b}, {a, e}, {c, b}} {
		r.add(side[0], side[1], !d.stroked)
	}
}

// addThin adds the line in the middle of a thin rectangle.
func (r *pathReader) addThin(a, b point) {
	w, h := abs(b.x-a.x), abs(b.y-a.y)
	switch middle := (point{(a.x + b.x) / 2, (a.y + b.y) / 2}); {
	case h <= thickestLine && w >= h:
		r.add(point{a.x, middle.y}, point{b.x, middle.y}, false)
	case w <= thickestLine:
		r.add(point{middle.x, a.y}, point{middle.x, b.y}, false)
	}
}

func (r *pathReader) add(a, b point, edge bool) {
	if len(r.lines) == mostLines {
		return
	}
	x0, y0, x1, y1 := r.page.place(Rect{Left: a.x, Top: a.y, Right: b.x, Bottom: b.y})
	if math.IsNaN(x0 + y0 + x1 + y1) {
		return
	}
	r.lines = append(r.lines, Line{x0, y0, x1, y1, edge})
}

func abs(v float32) float32 { return max(v, -v) }
