package reader

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/tesseract"
)

// recognisePage reads the image of a page. dpi is 0 where unknown.
func (e *Engine) recognisePage(number int, img *image.Gray, dpi float64) (document.Page, error) {
	ocr, err := e.recogniser()
	if err != nil {
		return document.Page{}, err
	}
	view := raster.Look(img)
	p := prepare(img, view, dpi)
	if err := e.setUpright(&p, view); err != nil {
		return document.Page{}, err
	}
	found, err := ocr.Recognize(p.img, int(math.Round(p.dpi)), tesseract.Auto)
	if err != nil {
		return document.Page{}, err
	}
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	page := document.Page{Number: number, Width: w / p.dpi * 72, Height: h / p.dpi * 72, Source: document.OCR, ToSent: p.toSent}
	page.Lines = document.Lines(boxed(found, w, h), page.Width, page.Height)
	return page, nil
}

// boxed turns recognised words into words of the page.
func boxed(found []tesseract.Word, w, h float64) []document.Word {
	words := make([]document.Word, 0, len(found))
	for _, f := range found {
		for _, text := range strings.Fields(f.Text) {
			b := f.Box
			words = append(words, document.Word{Text: text, Confidence: f.Confidence, Box: document.Box{
				Left: float64(b.Min.X) / w, Top: float64(b.Min.Y) / h, Width: float64(b.Dx()) / w, Height: float64(b.Dy()) / h}})
		}
	}
	return words
}

func gray(img image.Image) *image.Gray {
	switch m := img.(type) {
	case *image.Gray:
		return m
	case *image.YCbCr:
		g := image.NewGray(image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()))
		for y := range g.Rect.Dy() {
			copy(g.Pix[y*g.Stride:(y+1)*g.Stride], m.Y[y*m.YStride:y*m.YStride+g.Stride])
		}
		return g
	}
	g := image.NewGray(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(g, g.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(g, g.Rect, img, img.Bounds().Min, draw.Over)
	return g
}

func hasPrefix(b []byte, s string) bool { return strings.HasPrefix(string(b), s) }
func contains(b []byte, s string) bool  { return strings.Contains(string(b), s) }
