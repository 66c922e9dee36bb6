package reader

import (
	"image"
	"math"
	"slices"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/pdfium"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/text/correct"
)

// What the glyphs of a text layer do not cover: letters drawn as outlines, pictures of
// text, glyphs whose characters the file does not tell. It is read from the rendered
// page without the glyphs that are known, which stand as they are.
const (
	// outlineSegments is what the outline of a letter has: 12 of a T in print without
	// serifs, 60 of an S with them.
	outlineSegments = 16
	// fewShapes is what any line of print has of different outlines; rounded boxes,
	// bullets and the petals of an ornament are alike.
	fewShapes = 6
	// tallLetter is the height of a letter of the largest title, in points, and
	// slimLetter that of the smallest print.
	tallLetter, slimLetter = 40, 2
	// mostParts are rendered one by one; more are rendered as one.
	mostParts = 12
	// surelyRead is the confidence of a word in a picture, below which it may as
	// well be part of a drawing.
	surelyRead = 0.6
	// fewLetters is what a picture has of letters at least where it is the name of a firm, which must
	// be read as surely as print: other small pictures are crests and signs.
	fewLetters, surelyPrint = 4, 0.9
)

// uncovered lists the parts of the page where there may be writing without glyphs.
// Paths reports whether some of them are drawn as paths.
func (l *layer) uncovered() (parts []pdfium.Area, paths bool) {
	parts = l.outlinedLetters()
	paths = len(parts) > 0
	for _, p := range l.drawn.Images {
		if holdsLetters(p.Area, l.width, l.height) {
			parts = append(parts, p.Area)
		}
	}
	if len(l.unmapped) > 0 && l.unmappedGlyphs >= fewGlyphs {
		parts = append(parts, l.unmappedArea)
	}
	return merged(parts), paths
}

// holdsLetters reports whether an image has the size of a line of print at least, and is
// larger or wider than a portrait.
func holdsLetters(a pdfium.Area, width, height float64) bool {
	const narrow, low, wide, portrait = 15, 5, 2, 0.1 // points; widths in heights; share of the page
	w, h := a.X1-a.X0, a.Y1-a.Y0
	return w*width >= narrow && h*height >= low && (w*width >= wide*h*height || w*h >= portrait)
}

// outlinedLetters is the part of the page with paths that may be letters; none where
// they are few or all alike.
func (l *layer) outlinedLetters() []pdfium.Area {
	shapes := make(map[int]bool) // by their segments: rings and rounded boxes differ in size alone
	letters, lines := 0, false
	var within pdfium.Area
	for _, o := range l.drawn.Outlines {
		w, h := (o.X1-o.X0)*l.width, (o.Y1-o.Y0)*l.height
		n := lettersOf(o.Segments, w, h)
		if n == 0 {
			continue
		}
		shapes[o.Segments] = true
		letters, lines = letters+n, lines || n >= fewGlyphs
		within = around(within, o.Area)
	}
	if letters < fewGlyphs || len(shapes) < fewShapes && !lines {
		return nil
	}
	margin := 0.3 * tallLetter // letters without curves stand beside those that have some
	return []pdfium.Area{{X0: max(within.X0-margin/l.width, 0), Y0: max(within.Y0-slimLetter/l.height, 0),
		X1: min(within.X1+margin/l.width, 1), Y1: min(within.Y1+slimLetter/l.height, 1)}}
}

// lettersOf is how many letters a path of that size may be: one, a line of them or, if it
// has very many segments, a page; none if it is too large for them.
func lettersOf(segments int, width, height float64) int {
	const slim, page = 0.4, 64 // the width of a letter in heights; letters
	n := max(segments/outlineSegments, 1)
	switch {
	case height < slimLetter, height > tallLetter && n < page:
		return 0
	case height > tallLetter:
		return n
	}
	return min(n, max(int(width/(slim*height)), 1))
}

// around is the smallest area around both; the empty area is neutral.
func around(a, b pdfium.Area) pdfium.Area {
	if a == (pdfium.Area{}) {
		return b
	}
	return pdfium.Area{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}

// merged is one part where there are many.
func merged(parts []pdfium.Area) []pdfium.Area {
	if len(parts) <= mostParts {
		return parts
	}
	var all pdfium.Area
	for _, p := range parts {
		all = around(all, p)
	}
	return []pdfium.Area{all}
}

// addUncovered adds to the words of a page those that stand in it without glyphs.
func (e *Engine) addUncovered(p *pdfium.Page, l *layer, parts []pdfium.Area, paths bool) error {
	var bounds pdfium.Area
	for _, part := range parts {
		bounds = around(bounds, part)
	}
	scale := renderDPI / 72.0
	if pixels := (bounds.X1 - bounds.X0) * (bounds.Y1 - bounds.Y0) * l.width * l.height * scale * scale; pixels > renderPixels {
		scale *= math.Sqrt(renderPixels / pixels)
	}
	p.Hide(!paths, l.unmapped)
	img, err := p.RenderParts(bounds, parts, scale)
	if err != nil {
		return ErrTooLarge
	}
	words, err := e.wordsOf(img, scale*72)
	if err != nil {
		return err
	}
	for _, word := range words {
		b := word.Box
		word.Box = document.Box{Left: bounds.X0 + b.Left*(bounds.X1-bounds.X0), Top: bounds.Y0 + b.Top*(bounds.Y1-bounds.Y0),
			Width: b.Width * (bounds.X1 - bounds.X0), Height: b.Height * (bounds.Y1 - bounds.Y0)}
		l.words[0] = append(l.words[0], word)
	}
	return nil
}

// wordsOf reads the level writing of a part of a page, if there is any.
func (e *Engine) wordsOf(img *image.Gray, dpi float64) ([]document.Word, error) {
	view := raster.Look(img)
	least := surelyRead
	switch {
	case view.Letters < fewLetters:
		return nil, nil
	case view.Letters < fewGlyphs:
		least = surelyPrint
	}
	if _, err := e.recogniser(); err != nil {
		return nil, err
	}
	page := prepared{img: img, dpi: dpi, letter: view.LetterHeight, paper: raster.NewPaper(img)}
	raster.EraseRules(page.img, raster.NewInk(page.img, page.paper), nil, page.paper, page.letter)
	print, err := e.print(page)
	if err != nil {
		return nil, err
	}
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	lines := correct.Lines(document.Lines(print.words, w, h), h/w)
	words := print.words[:0]
	for _, l := range lines {
		words = append(words, l.Words...)
	}
	return slices.DeleteFunc(words, func(w document.Word) bool { return w.Confidence < least }), nil
}
