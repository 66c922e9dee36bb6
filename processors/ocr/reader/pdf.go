package reader

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/pdfium"
)

// renderDPI is enough for print of 6 points and up: 300 reads no better on whole
// pages and costs a third more.
const renderDPI = 200

func (e *Engine) readPDF(ctx context.Context, data []byte, options Options, doc *document.Document) error {
	pdf, err := e.pdfium.Load(data)
	if errors.Is(err, pdfium.ErrPassword) {
		return ErrEncrypted
	}
	if err != nil {
		return ErrUnreadable
	}
	defer pdf.Close()
	pages := pdf.Pages
	if options.MaxPages > 0 {
		pages = min(pages, options.MaxPages)
	}
	for i := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := e.readPDFPage(pdf, i)
		if err != nil {
			return fmt.Errorf("reading page %d: %w", i+1, err)
		}
		doc.Pages = append(doc.Pages, page)
	}
	if len(doc.Pages) == 0 {
		return ErrUnreadable
	}
	return nil
}

func (e *Engine) readPDFPage(pdf *pdfium.Document, index int) (document.Page, error) {
	p, err := pdf.Page(index)
	if err != nil { // one broken page does not cost the others
		return document.Page{Number: index + 1, Source: document.None}, nil
	}
	defer p.Close()
	out := document.Page{Number: index + 1, Width: p.Width, Height: p.Height, Source: document.None}
	layer := readLayer(p)
	if layer.trusted() {
		layer.compose(&out)
		return out, nil
	}
	if layer.blank() {
		return out, nil
	}
	width, height, dpi := e.renderSize(p.Width, p.Height)
	img, err := p.Render(width, height)
	if err != nil {
		return out, ErrTooLarge
	}
	return e.recognisePage(out.Number, img, float64(dpi))
}

// renderSize is the pixels of a rendering, from the page box alone: a page that
// declares to be huge is rendered at a lower resolution.
func (e *Engine) renderSize(width, height float64) (w, h, dpi int) {
	scale := renderDPI / 72.0
	if pixels := width * height * scale * scale; pixels > renderPixels {
		scale *= math.Sqrt(renderPixels / pixels)
	}
	return max(1, int(math.Round(width*scale))), max(1, int(math.Round(height*scale))), int(math.Round(scale * 72))
}

// renderPixels bounds a rendering: A3 at 200 dpi is 7.7 million, A2 at 200 dpi 15.
const renderPixels = 16e6
