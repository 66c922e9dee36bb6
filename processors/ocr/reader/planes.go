package reader

import (
	"image"
	"image/color"
	"image/draw"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
)

// planes are an image as one grey image for each of red, green and blue, or one alone
// where there is no colour, so that all that is done to grey pages is done to them.
type planes []*image.Gray

// planesOf takes each step-th pixel of each step-th row, on white where it is clear.
func planesOf(img image.Image, step int) planes {
	b := img.Bounds()
	w, h := max(1, b.Dx()/step), max(1, b.Dy()/step)
	p := make(planes, 3)
	for i := range p {
		p[i] = image.NewGray(image.Rect(0, 0, w, h))
	}
	row := image.NewRGBA(image.Rect(0, 0, b.Dx(), 1))
	white := image.NewUniform(color.White)
	colored := false
	for y := range h {
		draw.Draw(row, row.Rect, white, image.Point{}, draw.Src)
		draw.Draw(row, row.Rect, img, image.Pt(b.Min.X, b.Min.Y+y*step), draw.Over)
		for x := range w {
			pixel := row.Pix[4*x*step:][:3:3]
			colored = colored || pixel[0] != pixel[1] || pixel[1] != pixel[2]
			for i, level := range pixel {
				p[i].Pix[y*w+x] = level
			}
		}
	}
	if !colored {
		return p[:1]
	}
	return p
}

func (p planes) each(change func(*image.Gray) *image.Gray) planes {
	out := make(planes, len(p))
	for i := range p {
		out[i] = change(p[i])
	}
	return out
}

// displayed turns the image as its orientation asks.
func (p planes) displayed(orientation int) planes {
	return p.each(func(g *image.Gray) *image.Gray { return displayed(g, orientation) })
}

// shrink makes the longer side that long at most.
func (p planes) shrink(longest int) planes {
	return p.each(func(g *image.Gray) *image.Gray {
		small, _ := raster.Shrink(g, longest)
		return small
	})
}

// draw draws an image of w by h pixels; back maps its fractions to those of this one.
func (p planes) draw(w, h float64, back document.Homography) planes {
	if back == (document.Homography{}) {
		return p
	}
	pw, ph := float64(p[0].Rect.Dx()), float64(p[0].Rect.Dy())
	pixels := document.Homography{1 / w, 0, 0, 0, 1 / h, 0, 0, 0, 1}.Then(back).Then(document.Homography{pw, 0, 0, 0, ph, 0, 0, 0, 1})
	return p.each(func(g *image.Gray) *image.Gray { return raster.Draw(g, int(w), int(h), pixels, outside) })
}

// image puts the planes together again.
func (p planes) image() image.Image {
	if len(p) == 1 {
		return p[0]
	}
	out := image.NewRGBA(p[0].Rect)
	for y := range p[0].Rect.Dy() {
		for x := range p[0].Rect.Dx() {
			at := out.Pix[y*out.Stride+4*x:][:4:4]
			for i := range p {
				at[i] = p[i].Pix[y*p[i].Stride+x]
			}
			at[3] = 255
		}
	}
	return out
}
