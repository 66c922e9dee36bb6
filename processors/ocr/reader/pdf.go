package reader

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"sync"

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
		if err := options.pageDone(); err != nil {
			return err
		}
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
		lines := p.Lines()
		if parts, paths := layer.uncovered(); len(parts) > 0 {
			if err := e.addUncovered(p, layer, parts, paths); err != nil {
				return out, err
			}
		}
		layer.compose(&out)
		out.Rulings = drawnRulings(lines, layer.upright(), out.Width, out.Height)
		return out, nil
	}
	if layer.blank() {
		return out, nil
	}
	img, dpi, err := e.render(p, renderDPI)
	if err != nil {
		return out, err
	}
	return e.recognisePage(out.Number, img, dpi, e.finerRendering(p, layer))
}

// finerRendering draws the page of a scan at the resolution of its image, when first
// asked to; nil where that is hardly finer than what whole pages are read at.
func (e *Engine) finerRendering(p *pdfium.Page, l *layer) func() *image.Gray {
	const clearly, most = 1.2, 2 * renderDPI
	if l.imageShare <= scanShare || l.imageDPI < clearly*renderDPI {
		return nil
	}
	return sync.OnceValue(func() *image.Gray {
		img, _, err := e.render(p, min(l.imageDPI, most))
		if err != nil {
			return nil // read from what there is
		}
		return img
	})
}

func (e *Engine) render(p *pdfium.Page, dpi float64) (*image.Gray, float64, error) {
	width, height, scaled := e.renderSize(p.Width, p.Height, dpi)
	img, err := p.Render(width, height)
	if err != nil {
		return nil, 0, ErrTooLarge
	}
	return img, float64(scaled), nil
}

// renderSize is the pixels of a rendering, from the page box alone: a page that
// declares to be huge is rendered at a lower resolution.
func (e *Engine) renderSize(width, height, wanted float64) (w, h, dpi int) {
	scale := wanted / 72
	if pixels := width * height * scale * scale; pixels > renderPixels {
		scale *= math.Sqrt(renderPixels / pixels)
	}
	return max(1, int(math.Round(width*scale))), max(1, int(math.Round(height*scale))), int(math.Round(scale * 72))
}

// renderPixels bounds a rendering: A3 at 200 dpi is 7.7 million, A2 at 200 dpi 15.
const renderPixels = 16e6
