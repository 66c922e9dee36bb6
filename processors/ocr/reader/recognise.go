package reader

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/text/correct"
)

// recognisePage reads the image of a page. dpi is 0 where unknown; finer gives the
// same page with more pixels, and is nil where there are no more.
func (e *Engine) recognisePage(number int, img *image.Gray, dpi float64, finer func() *image.Gray) (document.Page, error) {
	if _, err := e.recogniser(); err != nil {
		return document.Page{}, err
	}
	view := raster.Look(img)
	p := prepare(img, view, dpi)
	p.finer = finer
	if err := e.setUpright(&p, view); err != nil {
		return document.Page{}, err
	}
	codes := e.barcodes(p, view)
	ink := raster.NewInk(p.img, p.paper)
	if raster.InvertPanels(p.img, ink, p.letter) {
		ink = raster.NewInk(p.img, p.paper)
	}
	strokes, edges := raster.Strokes(p.img, p.letter), raster.Edges(p.img, p.letter)
	raster.EraseRules(p.img, ink, strokes, p.paper, p.letter)
	print, err := e.print(p)
	if err != nil {
		return document.Page{}, err
	}
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	page := document.Page{Number: number, Width: w / p.dpi * 72, Height: h / p.dpi * 72, Source: document.OCR, ToSent: p.toSent, Barcodes: codes}
	page.Rulings = scannedRulings(slices.Concat(strokes, edges, print.bars), w, h, page)
	page.Lines = correct.Lines(append(document.Lines(print.words, page.Width, page.Height), print.side...), h/w)
	if len(page.Lines) == 0 {
		page.Source = document.None
	}
	return page, nil
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
	if m, ok := img.(*image.Paletted); ok {
		grayOfPalette(g, m)
		return g
	}
	draw.Draw(g, g.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(g, g.Rect, img, img.Bounds().Min, draw.Over)
	return g
}

// grayOfPalette looks each colour up once: drawing goes through every pixel's
// colour, which takes as long as reading a tenth of the page.
func grayOfPalette(g *image.Gray, m *image.Paletted) {
	var table [256]uint8
	for i, c := range m.Palette[:min(len(m.Palette), 256)] {
		one := image.NewGray(image.Rect(0, 0, 1, 1))
		one.Pix[0] = 255
		draw.Draw(one, one.Rect, image.NewUniform(c), image.Point{}, draw.Over)
		table[i] = one.Pix[0]
	}
	for y := range g.Rect.Dy() {
		row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x, index := range m.Pix[y*m.Stride : y*m.Stride+g.Rect.Dx()] {
			row[x] = table[index]
		}
	}
}

func hasPrefix(b []byte, s string) bool { return strings.HasPrefix(string(b), s) }
func contains(b []byte, s string) bool  { return strings.Contains(string(b), s) }
