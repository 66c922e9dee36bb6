package reader

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/tesseract"
)

// recognisePage reads the image of a page. dpi is 0 where unknown.
func (e *Engine) recognisePage(number int, img *image.Gray, dpi float64) (document.Page, error) {
	if _, err := e.recogniser(); err != nil {
		return document.Page{}, err
	}
	view := raster.Look(img)
	p := prepare(img, view, dpi)
	if err := e.setUpright(&p, view); err != nil {
		return document.Page{}, err
	}
	codes := e.barcodes(p, view)
	raster.InvertPanels(p.img, p.paper, p.letter)
	raster.EraseRules(p.img, p.paper, p.letter)
	words, err := e.words(p)
	if err != nil {
		return document.Page{}, err
	}
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	page := document.Page{Number: number, Width: w / p.dpi * 72, Height: h / p.dpi * 72, Source: document.OCR, ToSent: p.toSent, Barcodes: codes}
	page.Lines = document.Lines(words, page.Width, page.Height)
	for i := range page.Lines {
		l := &page.Lines[i]
		l.Words, l.Box = mended(l.Words), document.Box{}
		for _, w := range l.Words {
			l.Box = l.Box.Union(w.Box)
		}
	}
	page.Lines = slices.DeleteFunc(page.Lines, func(l document.Line) bool { return len(l.Words) == 0 })
	if len(words) == 0 {
		page.Source = document.None
	}
	return page, nil
}

// words recognises the print of a page, segment by segment, set anew.
func (e *Engine) words(p prepared) ([]document.Word, error) {
	segments := raster.NewInk(p.img, raster.NewPaper(p.img)).Segments(p.letter)
	if len(segments) == 0 {
		return nil, nil
	}
	galley := raster.NewGalley(p.img, segments, outside)
	found, err := e.ocr.Recognize(galley.Image, galleyDPI, tesseract.Block)
	if err != nil {
		return nil, err
	}
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	words := make([]document.Word, 0, len(found))
	for _, f := range found {
		at, _, ok := galley.Place(f.Box)
		if !ok {
			continue
		}
		box := document.Box{Left: at[0] / w, Top: at[1] / h, Width: (at[2] - at[0]) / w, Height: (at[3] - at[1]) / h}
		for _, text := range strings.Fields(f.Text) {
			words = append(words, document.Word{Text: text, Confidence: f.Confidence, Box: box})
		}
	}
	return words, nil
}

// galleyDPI is what print of some 10 points has when its letters are as high as
// on a galley.
const galleyDPI = 200

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
