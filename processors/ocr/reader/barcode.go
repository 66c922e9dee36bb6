package reader

import (
	"image"
	"unicode/utf8"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/zbar"
	"lavra.dev/schemas/checkdigit"
)

// barcodes reads the codes of a page. They are one more witness, so without the
// library, or where none can be read, the page has none.
func (e *Engine) barcodes(p prepared, view raster.View) []document.Barcode {
	if e.codes == nil && !e.noCode {
		lib, err := zbar.Open()
		e.codes, e.noCode = lib, err != nil
	}
	if e.noCode {
		return nil
	}
	var all []document.Barcode
	for _, c := range e.codes.Bars(p.img) {
		if believable(c.Text) {
			all = append(all, placed(c, p.img.Rect, image.Point{}, 1))
		}
	}
	for _, part := range view.QRCodes() {
		if p.turned {
			part = document.Box{Left: 1 - part.Right(), Top: 1 - part.Bottom(), Width: part.Width, Height: part.Height}
		}
		all = append(all, e.qrCodes(p.img, part)...)
	}
	return distinct(all)
}

// qrCodes reads one part of the page, drawn larger if it cannot be read as it is.
func (e *Engine) qrCodes(img *image.Gray, part document.Box) []document.Barcode {
	cut := crop(img, part)
	if cut.Rect.Empty() {
		return nil
	}
	at := image.Pt(int(part.Left*float64(img.Rect.Dx())), int(part.Top*float64(img.Rect.Dy())))
	const larger = 2
	scale := 1.0
	found := e.codes.QR(cut)
	if len(found) == 0 {
		scale = larger
		back := document.Homography{1 / scale, 0, 0, 0, 1 / scale, 0, 0, 0, 1}
		found = e.codes.QR(raster.Draw(cut, larger*cut.Rect.Dx(), larger*cut.Rect.Dy(), back, outside))
	}
	var all []document.Barcode
	for _, c := range found {
		if utf8.ValidString(c.Text) {
			all = append(all, placed(c, img.Rect, at, scale))
		}
	}
	return all
}

// believable tells a code of a bill or of an NF-e from the false reads that bars
// give in plenty.
func believable(text string) bool {
	return len(text) == 44 && (checkdigit.Barcode(text) || checkdigit.NFeKey(text))
}

var symbologies = map[zbar.Symbology]string{
	zbar.Interleaved: "ITF",
	zbar.Code128:     "CODE_128",
	zbar.QRCode:      "QR_CODE",
}

// placed gives a code its place on the page: it was read from the part of the
// page at the given point, drawn at the given scale.
func placed(c zbar.Code, page image.Rectangle, at image.Point, scale float64) document.Barcode {
	w, h := float64(page.Dx()), float64(page.Dy())
	return document.Barcode{Symbology: symbologies[c.Symbology], Text: c.Text, Box: document.Box{
		Left:   (float64(at.X) + float64(c.Box.Min.X)/scale) / w,
		Top:    (float64(at.Y) + float64(c.Box.Min.Y)/scale) / h,
		Width:  float64(c.Box.Dx()) / scale / w,
		Height: float64(c.Box.Dy()) / scale / h,
	}}
}

// distinct drops codes read twice.
func distinct(all []document.Barcode) []document.Barcode {
	seen := make(map[string]bool, len(all))
	out := all[:0]
	for _, b := range all {
		if key := b.Symbology + b.Text; !seen[key] {
			seen[key] = true
			out = append(out, b)
		}
	}
	return out
}
