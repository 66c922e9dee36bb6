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
	if width <= 0 || height <= 0 {
		return nil, ErrBitmap
	}
	const (
		gray        = 1
		annotations = 0x01
		white       = 0xffffffff
	)
	img := image.NewGray(image.Rect(0, 0, width, height))
	bitmap := p.lib.bitmapCreate.Call(uintptr(width), uintptr(height), gray, uintptr(unsafe.Pointer(&img.Pix[0])), uintptr(img.Stride))
	if bitmap == 0 {
		return nil, ErrBitmap
	}
	defer p.lib.bitmapDestroy.Call(bitmap)
	p.lib.bitmapFill.Call(bitmap, 0, 0, uintptr(width), uintptr(height), white)
	p.lib.render.Call(bitmap, p.handle, 0, 0, uintptr(width), uintptr(height), 0, annotations)
	return img, nil
}

// LargestImage is the share of the page that its largest image covers, of the
// objects that stand on the page itself, and that image's resolution in dpi, 0 where
// it is not told.
func (p *Page) LargestImage() (share, dpi float64) {
	if !p.images {
		return 0, 0
	}
	const image = 3
	bounds, pixels := new([4]float32), new([2]uint32)
	for i := range int(int32(p.lib.objectCount.Call(p.handle))) {
		object := p.lib.object.Call(p.handle, uintptr(i))
		if object == 0 || p.lib.objectType.Call(object) != image {
			continue
		}
		if p.lib.objectBounds.Call(object, uintptr(unsafe.Pointer(&bounds[0])), uintptr(unsafe.Pointer(&bounds[1])),
			uintptr(unsafe.Pointer(&bounds[2])), uintptr(unsafe.Pointer(&bounds[3]))) == 0 {
			continue
		}
		x0, y0, x1, y1 := p.place(Rect{Left: bounds[0], Bottom: bounds[1], Right: bounds[2], Top: bounds[3]})
		w, h := min(x1, 1)-max(x0, 0), min(y1, 1)-max(y0, 0)
		if w <= 0 || h <= 0 || w*h <= share {
			continue
		}
		share, dpi = w*h, 0
		if p.lib.imagePixels.Call(object, uintptr(unsafe.Pointer(&pixels[0])), uintptr(unsafe.Pointer(&pixels[1]))) != 0 {
			inches := (x1 - x0) * p.Width * (y1 - y0) * p.Height / 72 / 72
			dpi = math.Sqrt(float64(pixels[0]) * float64(pixels[1]) / inches)
		}
	}
	return share, dpi
}

// Objects counts what is drawn on the page itself.
func (p *Page) Objects() int { return max(0, int(int32(p.lib.objectCount.Call(p.handle)))) }
