package pdfium

import (
	"errors"
	"image"
	"math"
	"unsafe"
)

// ErrBitmap says that the library could not make a bitmap of the wanted size.
var ErrBitmap = errors.New("bitmap cannot be made")

// Render draws the page as displayed, annotations with it, in grey.
func (p *Page) Render(width, height int) (*image.Gray, error) {
	img, bitmap, err := p.lib.canvas(width, height)
	if err != nil {
		return nil, err
	}
	defer p.lib.bitmapDestroy.Call(bitmap)
	p.lib.render.Call(bitmap, p.handle, 0, 0, uintptr(width), uintptr(height), 0, annotations)
	return img, nil
}

// RenderColor draws the page as displayed, annotations with it, in colour.
func (p *Page) RenderColor(width, height int) (*image.RGBA, error) {
	const (
		bgrx         = 3
		reverseOrder = 0x10 // red first, as Go has it
		white        = 0xffffffff
	)
	if width <= 0 || height <= 0 {
		return nil, ErrBitmap
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	bitmap := p.lib.bitmapCreate.Call(uintptr(width), uintptr(height), bgrx, uintptr(unsafe.Pointer(&img.Pix[0])), uintptr(img.Stride))
	if bitmap == 0 {
		return nil, ErrBitmap
	}
	defer p.lib.bitmapDestroy.Call(bitmap)
	p.lib.bitmapFill.Call(bitmap, 0, 0, uintptr(width), uintptr(height), white)
	p.lib.render.Call(bitmap, p.handle, 0, 0, uintptr(width), uintptr(height), 0, annotations|reverseOrder)
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255 // the library leaves the fourth byte undefined
	}
	return img, nil
}

// annotations asks a rendering to draw them too.
const annotations = 0x01

// canvas is a white image and the library's bitmap of its pixels.
func (l *Library) canvas(width, height int) (*image.Gray, uintptr, error) {
	const (
		gray  = 1
		white = 0xffffffff
	)
	if width <= 0 || height <= 0 {
		return nil, 0, ErrBitmap
	}
	img := image.NewGray(image.Rect(0, 0, width, height))
	bitmap := l.bitmapCreate.Call(uintptr(width), uintptr(height), gray, uintptr(unsafe.Pointer(&img.Pix[0])), uintptr(img.Stride))
	if bitmap == 0 {
		return nil, 0, ErrBitmap
	}
	l.bitmapFill.Call(bitmap, 0, 0, uintptr(width), uintptr(height), white)
	return img, bitmap, nil
}

// RenderParts draws parts of the page as displayed, white around them, into an image of
// what lies within bounds. All are fractions of the page; scale is pixels a point.
func (p *Page) RenderParts(bounds Area, parts []Area, scale float64) (*image.Gray, error) {
	left, top := bounds.X0*p.Width*scale, bounds.Y0*p.Height*scale
	width, height := int(math.Ceil(bounds.X1*p.Width*scale-left)), int(math.Ceil(bounds.Y1*p.Height*scale-top))
	img, bitmap, err := p.lib.canvas(width, height)
	if err != nil {
		return nil, err
	}
	defer p.lib.bitmapDestroy.Call(bitmap)
	at := &matrix{float32(scale), 0, 0, float32(scale), float32(-left), float32(-top)}
	clip := new([4]float32) // left, top, right, bottom
	for _, part := range parts {
		*clip = [4]float32{float32(part.X0*p.Width*scale - left), float32(part.Y0*p.Height*scale - top),
			float32(part.X1*p.Width*scale - left), float32(part.Y1*p.Height*scale - top)}
		p.lib.renderPart.Call(bitmap, p.handle, uintptr(unsafe.Pointer(&at[0])), uintptr(unsafe.Pointer(&clip[0])), annotations)
	}
	return img, nil
}
