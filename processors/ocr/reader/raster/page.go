package raster

import (
	"image"
	"math"
	"slices"
)

// Quad is the four corners of a page on an image: top left, top right, bottom
// right, bottom left.
type Quad [4]Point

// findSize is the longer side of the image that page edges are looked for on.
const findSize = 320

// What counts as the edge of a sheet.
const (
	edgeReach   = 0.28 // of the image, from its border inwards
	edgeStep    = 0.16 // of brightness, as a logarithm: paper over desk
	edgeSupport = 0.62 // share of the edge's length that must show it
	edgeSides   = 3    // sides that must be seen: one may be out of the picture
)

// FindPage finds the sheet of paper in a photograph by its edges: straight lines
// that are brighter on the inside, all along, however the light falls. No sheet
// with edges in the picture, as in a scan, gives false.
func FindPage(img *image.Gray) (Quad, bool) {
	small, scale := Shrink(img, findSize)
	w, h := small.Rect.Dx(), small.Rect.Dy()
	if min(w, h) < 60 {
		return Quad{}, false
	}
	f := newField(small)
	left, seenLeft := f.edge(func(along, from, to int) float64 { return f.row(along, from, to) }, h, w)
	right, seenRight := f.edge(func(along, from, to int) float64 { return f.row(along, w-to, w-from) }, h, w)
	top, seenTop := f.edge(func(along, from, to int) float64 { return f.column(along, from, to) }, w, h)
	bottom, seenBottom := f.edge(func(along, from, to int) float64 { return f.column(along, h-to, h-from) }, w, h)
	seen := 0
	for _, s := range []bool{seenLeft, seenRight, seenTop, seenBottom} {
		if s {
			seen++
		}
	}
	if seen < edgeSides {
		return Quad{}, false
	}
	fw, fh := float64(w), float64(h)
	l := straight{Point{left[0], 0}, Point{left[1], fh}}
	r := straight{Point{fw - right[0], 0}, Point{fw - right[1], fh}}
	t := straight{Point{0, top[0]}, Point{fw, top[1]}}
	b := straight{Point{0, fh - bottom[0]}, Point{fw, fh - bottom[1]}}
	q := Quad{cross(t, l), cross(t, r), cross(b, r), cross(b, l)}
	for i := range q {
		q[i].X, q[i].Y = q[i].X/scale, q[i].Y/scale
	}
	return q, q.sound(float64(img.Rect.Dx()), float64(img.Rect.Dy()))
}

// sound reports whether a quad can be a sheet seen from above.
func (q Quad) sound(w, h float64) bool {
	area := 0.0
	for i := range q {
		a, b, c := q[i], q[(i+1)&3], q[(i+2)&3]
		if math.IsNaN(a.X + a.Y) {
			return false
		}
		area += (a.X*b.Y - b.X*a.Y) / 2
		turn := (b.X-a.X)*(c.Y-b.Y) - (b.Y-a.Y)*(c.X-b.X)
		long := math.Hypot(b.X-a.X, b.Y-a.Y) * math.Hypot(c.X-b.X, c.Y-b.Y)
		if turn < 0.85*long { // corners between some 60° and 120°
			return false
		}
	}
	return area > 0.25*w*h
}

// holding are the components whose middle lies on the sheet.
func (q Quad) holding(all []Component) []Component {
	return slices.DeleteFunc(all, func(c Component) bool {
		at := Point{float64(c.Left+c.Right) / 2, float64(c.Top+c.Bottom) / 2}
		for i := range q {
			a, b := q[i], q[(i+1)&3]
			if (b.X-a.X)*(at.Y-a.Y) < (b.Y-a.Y)*(at.X-a.X) {
				return true // on the outer side of this edge
			}
		}
		return false
	})
}

// OffTheEdges leaves out the components that touch the edges of an image: on a sheet drawn out of a picture, what is
// seen of the desk beside it.
func OffTheEdges(all []Component, edges image.Rectangle) []Component {
	return slices.DeleteFunc(all, func(c Component) bool {
		return c.Left <= edges.Min.X || c.Top <= edges.Min.Y || c.Right >= edges.Max.X || c.Bottom >= edges.Max.Y
	})
}

// field is an image as logarithms of brightness, summed so that the mean of any
// stretch is one subtraction.
type field struct {
	w, h       int
	rows, cols []float64 // running sums along rows and along columns
}

func newField(img *image.Gray) *field {
	f := &field{w: img.Rect.Dx(), h: img.Rect.Dy()}
	f.rows = make([]float64, (f.w+1)*f.h)
	f.cols = make([]float64, f.w*(f.h+1))
	var table [256]float64
	for v := range table {
		table[v] = math.Log(float64(v) + 8)
	}
	for y := range f.h {
		for x := range f.w {
			v := table[img.Pix[y*img.Stride+x]]
			f.rows[y*(f.w+1)+x+1] = f.rows[y*(f.w+1)+x] + v
			f.cols[(y+1)*f.w+x] = f.cols[y*f.w+x] + v
		}
	}
	return f
}

// row and column are the mean of a stretch of one row or column.
func (f *field) row(y, from, to int) float64 {
	s := f.rows[y*(f.w+1):]
	return (s[to] - s[from]) / float64(to-from)
}

func (f *field) column(x, from, to int) float64 {
	return (f.cols[to*f.w+x] - f.cols[from*f.w+x]) / float64(to-from)
}

// reach is how many pixels on both sides of an edge are compared: wider than a
// ruled line, so that a line on paper is no edge.
const reach = 5

// edge finds the straight edge of the sheet along one side of the image: how
// deep inside it starts and ends. The mean function gives the brightness of a
// stretch of depths at a place along the side; length and depth are the image's.
func (f *field) edge(mean func(along, from, to int) float64, length, depth int) (ends [2]float64, seen bool) {
	e := edges{length: length, deep: int(edgeReach * float64(depth)), mean: mean}
	// First which line: how much of it shows the step at all. Of lines as good the
	// outer one is the sheet's.
	table := e.table(edgeStep)
	best, rank := 0.0, 0.0
	for d0 := range e.deep {
		for d1 := range e.deep {
			if d1-d0 > length/4 || d0-d1 > length/4 {
				continue
			}
			score := e.along(table, d0, d1)
			if r := score * (1 - 0.1*float64(d0+d1)/float64(2*e.deep)); r > rank {
				best, rank, ends = score, r, [2]float64{float64(d0), float64(d1)}
			}
		}
	}
	if best < edgeSupport {
		return [2]float64{}, false
	}
	// Then where exactly: where the step is steepest.
	table = e.table(1)
	near, sharpest := ends, 0.0
	for d0 := max(int(near[0])-reach, 0); d0 < min(int(near[0])+reach, e.deep); d0++ {
		for d1 := max(int(near[1])-reach, 0); d1 < min(int(near[1])+reach, e.deep); d1++ {
			if s := e.along(table, d0, d1); s > sharpest {
				sharpest, ends = s, [2]float64{float64(d0), float64(d1)}
			}
		}
	}
	return ends, true
}

// edges looks for the edge along one side of an image.
type edges struct {
	length, deep int
	mean         func(along, from, to int) float64
}

// table is how much of an edge there is at each place along the side and each
// depth, from 0 to 1 for a step that is full. Inside must be brighter than just
// outside and than what lies further out: beyond a table's frame there is paper.
func (e edges) table(full float64) []float32 {
	table := make([]float32, e.length*e.deep)
	for a := range e.length {
		for d := 1; d < e.deep; d++ {
			inside := e.mean(a, d, d+reach)
			step := inside - e.mean(a, max(d-reach, 0), d)
			if d >= reach+2 {
				step = min(step, inside-e.mean(a, 0, d-reach))
			}
			table[a*e.deep+d] = float32(max(0, min(step/full, 1)))
		}
	}
	return table
}

// along is the mean of the table along a line, its ends left out: corners are
// often round or bent.
func (e edges) along(table []float32, d0, d1 int) float64 {
	from, to := e.length/12, e.length-e.length/12
	sum := float32(0)
	for a := from; a < to; a += 2 {
		sum += table[a*e.deep+d0+(d1-d0)*a/e.length]
	}
	return float64(sum) / float64((to-from+1)/2)
}

type straight struct{ a, b Point }

// cross is where two straight lines meet.
func cross(p, q straight) Point {
	dx, dy := p.b.X-p.a.X, p.b.Y-p.a.Y
	ex, ey := q.b.X-q.a.X, q.b.Y-q.a.Y
	t := ((q.a.X-p.a.X)*ey - (q.a.Y-p.a.Y)*ex) / (dx*ey - dy*ex)
	return Point{p.a.X + t*dx, p.a.Y + t*dy}
}
