package document

import "math"

// Homography is a projective map of the plane by rows, on homogeneous
// coordinates. The zero value is the identity.
type Homography [9]float64

// Apply maps one point.
func (h Homography) Apply(x, y float64) (float64, float64) {
	if h == (Homography{}) {
		return x, y
	}
	w := h[6]*x + h[7]*y + h[8]
	return (h[0]*x + h[1]*y + h[2]) / w, (h[3]*x + h[4]*y + h[5]) / w
}

// Then is the map that applies h first and o after it.
func (h Homography) Then(o Homography) Homography {
	if h == (Homography{}) {
		return o
	}
	if o == (Homography{}) {
		return h
	}
	var m Homography
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				m[3*r+c] += o[3*r+k] * h[3*k+c]
			}
		}
	}
	return m
}

// Quad maps the corners of a box: top left, top right, bottom right, bottom
// left of the upright page, as x, y pairs on the page as sent.
func (h Homography) Quad(b Box) [8]float64 {
	var q [8]float64
	q[0], q[1] = h.Apply(b.Left, b.Top)
	q[2], q[3] = h.Apply(b.Right(), b.Top)
	q[4], q[5] = h.Apply(b.Right(), b.Bottom())
	q[6], q[7] = h.Apply(b.Left, b.Bottom())
	return q
}

// Bounds is the level rectangle around a quad, kept within the page.
func Bounds(q [8]float64) Box {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := 0; i < 8; i += 2 {
		left, right = min(left, q[i]), max(right, q[i])
		top, bottom = min(top, q[i+1]), max(bottom, q[i+1])
	}
	left, top = max(left, 0), max(top, 0)
	right, bottom = min(right, 1), min(bottom, 1)
	return Box{left, top, max(right-left, 0), max(bottom-top, 0)}
}
