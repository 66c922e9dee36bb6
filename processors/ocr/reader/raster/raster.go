// Package raster prepares grey page images for text recognition: finds the page
// in a photograph, its direction and slope, evens out the light and draws it
// anew, upright and level.
//
// In come pixels, out come pixels and the maps between them. All of it is plain
// arithmetic on the image: no file format, no engine, no randomness, so that the
// same image always gives the same result.
package raster

import (
	"image"
	"math"
)

// Shrink averages an image down so that its longer side is at most the limit.
// An image that is small enough is given back as it is. The scale is the size of
// the result over that of the image.
func Shrink(src *image.Gray, longest int) (dst *image.Gray, scale float64) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if max(w, h) <= longest {
		return src, 1
	}
	scale = float64(longest) / float64(max(w, h))
	return average(src, max(1, int(float64(w)*scale+0.5)), max(1, int(float64(h)*scale+0.5))), scale
}

// average draws an image at a smaller size, each pixel the mean of those it
// stands for; columns and rows are cut at whole pixels.
func average(src *image.Gray, dw, dh int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, dw, dh))
	edges := make([]int, dw+1)
	for x := range edges {
		edges[x] = x * w / dw
	}
	sums := make([]uint32, dw)
	for y := range dh {
		y0, y1 := y*h/dh, (y+1)*h/dh
		clear(sums)
		for sy := y0; sy < y1; sy++ {
			row := src.Pix[sy*src.Stride : sy*src.Stride+w]
			for x := range sums {
				s := uint32(0)
				for _, v := range row[edges[x]:edges[x+1]] {
					s += uint32(v)
				}
				sums[x] += s
			}
		}
		out := dst.Pix[y*dst.Stride : y*dst.Stride+dw]
		for x, s := range sums {
			out[x] = uint8(s / uint32((edges[x+1]-edges[x])*(y1-y0)))
		}
	}
	return dst
}

// Turn turns an image clockwise by quarter turns.
func Turn(src *image.Gray, quarters int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	switch quarters & 3 {
	case 1:
		dst := image.NewGray(image.Rect(0, 0, h, w))
		for y := range h {
			for x, v := range src.Pix[y*src.Stride : y*src.Stride+w] {
				dst.Pix[x*dst.Stride+h-1-y] = v
			}
		}
		return dst
	case 2:
		dst := image.NewGray(image.Rect(0, 0, w, h))
		for y := range h {
			out := dst.Pix[(h-1-y)*dst.Stride:]
			for x, v := range src.Pix[y*src.Stride : y*src.Stride+w] {
				out[w-1-x] = v
			}
		}
		return dst
	case 3:
		dst := image.NewGray(image.Rect(0, 0, h, w))
		for y := range h {
			for x, v := range src.Pix[y*src.Stride : y*src.Stride+w] {
				dst.Pix[(w-1-x)*dst.Stride+y] = v
			}
		}
		return dst
	}
	return src
}

// Mirror mirrors an image left to right, as some EXIF orientations ask for.
func Mirror(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		out := dst.Pix[y*dst.Stride:]
		for x, v := range src.Pix[y*src.Stride : y*src.Stride+w] {
			out[w-1-x] = v
		}
	}
	return dst
}

func clampByte(v float64) uint8 { return uint8(math.Max(0, math.Min(255, v))) }

// Copy gives an image of its own with the same pixels.
func Copy(src *image.Gray) *image.Gray {
	dst := image.NewGray(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	for y := range src.Rect.Dy() {
		copy(dst.Pix[y*dst.Stride:(y+1)*dst.Stride], src.Pix[y*src.Stride:])
	}
	return dst
}
