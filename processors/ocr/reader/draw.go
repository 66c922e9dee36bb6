package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/leptonica"
	"lavra.dev/processors/ocr/reader/pdfium"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/tiff"
	"lavra.dev/schemas/event"
)

// ErrNoPage says that the file has no page of that number.
var ErrNoPage = errors.New("no such page")

// PageView is a page as somebody wants to look at it.
type PageView struct {
	Format  event.Format // as screened; empty: by the file's first bytes
	Page    int          // from 1
	DPI     int          // of a page whose size is known; else the pixels of an A4 page at that
	Upright bool         // turned and levelled as it was read, not as it was sent
}

// Drawing is a page in colour as PNG. ToSent maps a point of it to the page as sent.
type Drawing struct {
	PNG    []byte              `json:"png"`
	Pages  int                 `json:"pages"`
	ToSent document.Homography `json:"to_sent"`
}

// drawnPixels bounds a drawing: A3 at 150 dpi is 4.3 million.
const drawnPixels = 6e6

// Draw draws one page of a file for people. It reads nothing on it, but finds which way
// is up as reading does.
func (e *Engine) Draw(_ context.Context, path string, view PageView) (Drawing, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Drawing{}, fmt.Errorf("reading file: %w", err)
	}
	if view.Format == "" {
		view.Format = sniff(data)
	}
	var page planes
	var drawing Drawing
	switch view.Format {
	case event.PDF:
		page, err = e.drawPDF(data, view, &drawing)
	case event.JPEG, event.PNG:
		page, err = e.drawPicture(data, view, &drawing)
	case event.TIFF:
		page, err = e.drawTIFF(data, view, &drawing)
	default:
		err = ErrNoPage
	}
	if err != nil {
		return Drawing{}, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, page.image()); err != nil {
		return Drawing{}, fmt.Errorf("encoding a page: %w", err)
	}
	drawing.PNG = out.Bytes()
	return drawing, nil
}

func (e *Engine) drawPDF(data []byte, view PageView, d *Drawing) (planes, error) {
	pdf, err := e.pdfium.Load(data)
	if errors.Is(err, pdfium.ErrPassword) {
		return nil, ErrEncrypted
	}
	if err != nil {
		return nil, ErrUnreadable
	}
	defer pdf.Close()
	d.Pages = pdf.Pages
	if view.Page < 1 || view.Page > pdf.Pages {
		return nil, ErrNoPage
	}
	p, err := pdf.Page(view.Page - 1)
	if err != nil {
		return nil, ErrUnreadable
	}
	defer p.Close()
	scale := float64(view.DPI) / 72
	scale = min(scale, math.Sqrt(drawnPixels/(p.Width*p.Height)))
	img, err := p.RenderColor(max(1, int(math.Round(p.Width*scale))), max(1, int(math.Round(p.Height*scale))))
	if err != nil {
		return nil, ErrTooLarge
	}
	page := planesOf(img, 1)
	if !view.Upright {
		return page, nil
	}
	layer := readLayer(p)
	switch {
	case layer.trusted():
		up := layer.upright()
		w, h := float64(page[0].Rect.Dx()), float64(page[0].Rect.Dy())
		if up&1 == 1 {
			w, h = h, w
		}
		d.ToSent = document.QuarterTurns(up)
		return page.draw(w, h, d.ToSent), nil
	case layer.blank():
		return page, nil
	}
	scan, dpi, err := e.render(p, renderDPI)
	if err != nil {
		return nil, err
	}
	return e.upright(page, scan, dpi, d)
}

func (e *Engine) drawPicture(data []byte, view PageView, d *Drawing) (planes, error) {
	d.Pages = 1
	if view.Page != 1 {
		return nil, ErrNoPage
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width <= 0 || config.Height <= 0 {
		return nil, ErrUnreadable
	}
	if config.Width > e.config.MaxPixels/config.Height {
		return nil, ErrTooLarge
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, ErrUnreadable
	}
	// Every other pixel of a large photo is as good once it is shrunk, and costs a quarter.
	step := max(1, int(math.Sqrt(float64(config.Width)*float64(config.Height)/(2*drawnPixels))))
	page := planesOf(img, step).displayed(exifOrientation(data)).shrink(view.longest())
	if !view.Upright {
		return page, nil
	}
	return e.upright(page, displayed(gray(img), exifOrientation(data)), 0, d)
}

func (e *Engine) drawTIFF(data []byte, view PageView, d *Drawing) (planes, error) {
	pages := tiff.Pages(data)
	d.Pages = len(pages)
	if view.Page < 1 || view.Page > len(pages) {
		return nil, ErrNoPage
	}
	if err := e.openImages(); err != nil {
		return nil, err
	}
	p := pages[view.Page-1]
	if p.Width <= 0 || p.Height <= 0 {
		return nil, ErrUnreadable
	}
	if p.Width > e.config.MaxPixels/p.Height {
		return nil, ErrTooLarge
	}
	img, err := e.images.TIFF(data, view.Page-1)
	if err != nil {
		return nil, ErrUnreadable
	}
	page := planes{img}.shrink(view.longest())
	if !view.Upright {
		return page, nil
	}
	return e.upright(page, img, p.DPI, d)
}

// openImages loads the decoder of TIFF when the first one comes.
func (e *Engine) openImages() error {
	if e.images != nil {
		return nil
	}
	lib, err := leptonica.Open()
	if err != nil {
		return fmt.Errorf("opening the image engine: %w", err)
	}
	e.images = lib
	return nil
}

// longest is the longer side of a drawing whose page has no known size: that of A4.
func (v PageView) longest() int { return int(math.Ceil(11.69 * float64(v.DPI))) }

// upright turns and levels a page in colour as its scan would be for reading.
func (e *Engine) upright(page planes, scan *image.Gray, dpi float64, d *Drawing) (planes, error) {
	if _, err := e.recogniser(); err != nil {
		return nil, err
	}
	view := raster.Look(scan)
	p := prepare(scan, view, dpi)
	if err := e.setUpright(&p, view); err != nil {
		return nil, err
	}
	d.ToSent = p.toSent
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	longest := float64(max(page[0].Rect.Dx(), page[0].Rect.Dy()))
	scale := longest / max(w, h)
	return page.draw(math.Round(w*scale), math.Round(h*scale), d.ToSent), nil
}
