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
	"lavra.dev/processors/ocr/reader/raster"
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
		if layer.hasPictures() {
			if err := e.addPictures(p, layer); err != nil {
				return out, err
			}
		}
		layer.compose(&out)
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

// addPictures adds to the words of a page those that stand only in its pictures,
// such as the card on the page of an exported driving licence.
func (e *Engine) addPictures(p *pdfium.Page, l *layer) error {
	img, dpi, err := e.render(p, renderDPI)
	if err != nil {
		return err
	}
	if _, err := e.recogniser(); err != nil {
		return err
	}
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	for turn := range l.words {
		for _, word := range l.words[turn] {
			b := word.Box
			blank(img, image.Rect(int(b.Left*w), int(b.Top*h), int(b.Right()*w)+1, int(b.Bottom()*h)+1))
		}
	}
	view := raster.Look(img)
	if view.Letters < fewGlyphs {
		return nil
	}
	page := prepared{img: img, dpi: dpi, letter: view.LetterHeight, paper: raster.NewPaper(img)}
	raster.EraseRules(page.img, raster.NewInk(page.img, page.paper), page.paper, page.letter)
	words, _, err := e.words(page)
	if err != nil {
		return err
	}
	for _, word := range words {
		if word.Confidence >= surelyRead {
			l.words[0] = append(l.words[0], word)
		}
	}
	return nil
}

// surelyRead is the confidence of a word in a picture, below which it may as
// well be part of a drawing.
const surelyRead = 0.6

// blank paints a part of an image white.
func blank(img *image.Gray, r image.Rectangle) {
	r = r.Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X]
		for x := range row {
			row[x] = outside
		}
	}
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
