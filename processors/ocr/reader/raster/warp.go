package raster

import (
	"image"
	"math"

	"lavra.dev/processors/document"
)

// Between is the map that takes the four corners of one quad to those of
// another. Quads without area give false.
func Between(from, to Quad) (document.Homography, bool) {
	a, okA := square(from)
	b, okB := square(to)
	if !okA || !okB {
		return document.Homography{}, false
	}
	return a.Inverse().Then(b), true
}

// square is the map of the unit square to a quad.
func square(q Quad) (document.Homography, bool) {
	dx1, dx2, dx3 := q[1].X-q[2].X, q[3].X-q[2].X, q[0].X-q[1].X+q[2].X-q[3].X
	dy1, dy2, dy3 := q[1].Y-q[2].Y, q[3].Y-q[2].Y, q[0].Y-q[1].Y+q[2].Y-q[3].Y
	det := dx1*dy2 - dx2*dy1
	if math.Abs(det) < 1e-9 {
		return document.Homography{}, false
	}
	g := (dx3*dy2 - dx2*dy3) / det
	h := (dx1*dy3 - dx3*dy1) / det
	return document.Homography{
		q[1].X - q[0].X + g*q[1].X, q[3].X - q[0].X + h*q[3].X, q[0].X,
		q[1].Y - q[0].Y + g*q[1].Y, q[3].Y - q[0].Y + h*q[3].Y, q[0].Y,
		g, h, 1,
	}, true
}

// Rectangle is the quad of an upright rectangle from the origin.
func Rectangle(w, h float64) Quad { return Quad{{0, 0}, {w, 0}, {w, h}, {0, h}} }

// Draw draws an image of the given size, each pixel taken from where the map
// sends its centre on the source, between the four pixels around it. What lies
// outside the source becomes the given level.
func Draw(src *image.Gray, w, h int, back document.Homography, outside uint8) *image.Gray {
	return draw(src, w, h, back, outside, sample)
}

// Redraw draws like Draw, each pixel taken from sixteen around its place by the
// Catmull-Rom spline: an image drawn larger keeps the edges of small letters, which
// the mean of four blurs.
func Redraw(src *image.Gray, w, h int, back document.Homography, outside uint8) *image.Gray {
	return draw(src, w, h, back, outside, spline)
}

// sampler gives the level of a source of some width and height at a place.
type sampler func(src *image.Gray, sw, sh int, u, v float64, outside uint8) uint8

func draw(src *image.Gray, w, h int, back document.Homography, outside uint8, at sampler) *image.Gray {
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	for y := range h {
		row := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		py := float64(y) + 0.5
		// Numerators and denominator are linear along a row.
		nx, ny, d := back[1]*py+back[2], back[4]*py+back[5], back[7]*py+back[8]
		inv := 1 / d // along the whole row, unless the map has a perspective
		for x := range row {
			px := float64(x) + 0.5
			if back[6] != 0 {
				inv = 1 / (back[6]*px + d)
			}
			u, v := (back[0]*px+nx)*inv-0.5, (back[3]*px+ny)*inv-0.5
			row[x] = at(src, sw, sh, u, v, outside)
		}
	}
	return dst
}

func sample(src *image.Gray, sw, sh int, u, v float64, outside uint8) uint8 {
	// Not the other way round: a place at the horizon is no number, and is outside.
	if !(u >= -0.5 && v >= -0.5 && u <= float64(sw)-0.5 && v <= float64(sh)-0.5) {
		return outside
	}
	x, y := int(u), int(v)
	if u < 0 || v < 0 || x >= sw-1 || y >= sh-1 {
		x, y = min(max(x, 0), sw-1), min(max(y, 0), sh-1)
		return src.Pix[y*src.Stride+x]
	}
	// Eight bits of fraction are more than a grey level can show.
	fx, fy := uint32((u-float64(x))*256), uint32((v-float64(y))*256)
	p := src.Pix[y*src.Stride+x:]
	q := src.Pix[(y+1)*src.Stride+x:]
	top := uint32(p[0])*(256-fx) + uint32(p[1])*fx
	bottom := uint32(q[0])*(256-fx) + uint32(q[1])*fx
	return uint8((top*(256-fy) + bottom*fy + 1<<15) >> 16)
}

// spline is sample with sixteen pixels, where there are two on every side.
func spline(src *image.Gray, sw, sh int, u, v float64, outside uint8) uint8 {
	if !(u >= 1 && v >= 1 && u < float64(sw-2) && v < float64(sh-2)) {
		return sample(src, sw, sh, u, v, outside)
	}
	x, y := int(u), int(v)
	across, down := catmullRom(float32(u)-float32(x)), catmullRom(float32(v)-float32(y))
	sum := float32(0.5)
	for k, weight := range down {
		p := src.Pix[(y+k-1)*src.Stride+x-1:][:4:4]
		sum += weight * (across[0]*float32(p[0]) + across[1]*float32(p[1]) + across[2]*float32(p[2]) + across[3]*float32(p[3]))
	}
	return uint8(max(0, min(sum, 255)))
}

// catmullRom is what each of four pixels in a row weighs at that part of the way
// from the second to the third.
func catmullRom(f float32) [4]float32 {
	return [4]float32{
		f * (-0.5 + f*(1-0.5*f)),
		1 + f*f*(-2.5+1.5*f),
		f * (0.5 + f*(2-1.5*f)),
		f * f * (-0.5 + 0.5*f),
	}
}
