package reader

import (
	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/pdfium"
	"lavra.dev/processors/ocr/reader/raster"
)

// drawnRulings are the straight lines of a page as displayed, on the page turned upright.
// Width and height are the upright page's.
func drawnRulings(lines []pdfium.Line, up int, width, height float64) []document.Ruling {
	rulings := make([]document.Ruling, 0, len(lines))
	for _, l := range lines {
		b := turned(document.Box{Left: l.X0, Top: l.Y0, Width: l.X1 - l.X0, Height: l.Y1 - l.Y0}, up)
		r := document.Ruling{Edge: l.Edge, At: b.MidY(), From: max(b.Left, 0), To: min(b.Right(), 1)}
		if b.Width*width < b.Height*height {
			r = document.Ruling{Edge: l.Edge, Upright: true, At: b.MidX(), From: max(b.Top, 0), To: min(b.Bottom(), 1)}
		}
		rulings = append(rulings, r)
	}
	return document.JoinRulings(rulings, width, height)
}

// scannedRulings are the lines found on the picture of a page, w by h pixels.
func scannedRulings(strokes []raster.Stroke, w, h float64, page document.Page) []document.Ruling {
	rulings := make([]document.Ruling, 0, len(strokes))
	for _, s := range strokes {
		across, along := h, w
		if s.Upright {
			across, along = w, h
		}
		rulings = append(rulings, document.Ruling{Upright: s.Upright, Edge: s.Edge, At: (float64(s.At) + 0.5) / across, From: float64(s.From) / along, To: float64(s.To) / along})
	}
	return document.JoinRulings(rulings, page.Width, page.Height)
}
