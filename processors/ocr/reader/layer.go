package reader

import (
	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/pdfium"
)

// layer is the text layer of a PDF page: its words by direction of writing, and
// what reports whether it can be trusted.
type layer struct {
	words      [4][]document.Word // by quarter turns clockwise that the writing is turned
	slanted    []document.Word    // neither level nor upright: stamps across the page
	width      float64            // of the page as displayed, points
	height     float64
	glyphs     int // characters that print
	strange    int // of them: without a meaning
	invisible  int // of them: drawn without ink
	drawn      pdfium.Drawn
	imageShare float64 // of the page that its largest image covers
	imageDPI   float64 // of that image; 0 where unknown

	unmapped       map[uintptr]bool // text objects whose characters the file does not tell
	unmappedGlyphs int              // in them
	unmappedArea   pdfium.Area      // around them
}

func readLayer(p *pdfium.Page) *layer {
	l := &layer{width: p.Width, height: p.Height, drawn: p.Drawn()}
	for _, picture := range l.drawn.Images {
		if share := (picture.X1 - picture.X0) * (picture.Y1 - picture.Y0); share > l.imageShare {
			l.imageShare, l.imageDPI = share, picture.DPI
		}
	}
	text := p.Text()
	defer text.Close()
	s := speller{layer: l, text: text}
	for i := range text.Chars {
		s.add(i)
	}
	s.endRun()
	for turn := range l.words {
		l.words[turn] = withoutOverprint(l.words[turn])
	}
	return l
}
