package reader

import (
	"image"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
)

// sideLines reads print that runs up or down the page.
func (e *Engine) sideLines(p prepared, sides []image.Rectangle) ([]document.Line, error) {
	var all []document.Line
	for _, side := range sides {
		var best []document.Line
		most := surelyRead
		for _, turn := range []int{1, 3} { // what runs up is level after a turn clockwise
			lines, confidence, err := e.sideLine(p, side, turn)
			if err != nil {
				return nil, err
			}
			if confidence > most {
				best, most = lines, confidence
			}
			if confidence >= readable { // the other way up gives 0.6 at most
				break
			}
		}
		all = append(all, best...)
	}
	return all, nil
}

// sideLine reads one piece of the page turned clockwise, and gives its lines
// where they stand on the page.
func (e *Engine) sideLine(p prepared, side image.Rectangle, turn int) ([]document.Line, float64, error) {
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	r := side.Inset(-max(2, int(p.letter/3))).Intersect(p.img.Rect)
	part := document.Box{Left: float64(r.Min.X) / w, Top: float64(r.Min.Y) / h, Width: float64(r.Dx()) / w, Height: float64(r.Dy()) / h}
	cut := prepared{img: raster.Turn(raster.Copy(crop(p.img, part)), turn), dpi: p.dpi, letter: p.letter}
	segments, _ := raster.Segments(raster.NewInk(cut.img, raster.NewPaper(cut.img)).Components(), cut.letter)
	found, err := e.read(cut, segments, worthReading(segments), nil)
	if err != nil {
		return nil, 0, err
	}
	var words []document.Word
	sum := 0.0
	for i := range segments {
		words = append(words, found[i].words...)
		sum += found[i].sum
	}
	if len(words) == 0 {
		return nil, 0, nil
	}
	lines := document.Lines(words, float64(cut.img.Rect.Dx()), float64(cut.img.Rect.Dy()))
	for i := range lines {
		l := &lines[i]
		l.Box = document.Box{}
		for j := range l.Words {
			b := turned(l.Words[j].Box, turn)
			l.Words[j].Box = document.Box{Left: part.Left + b.Left*part.Width, Top: part.Top + b.Top*part.Height,
				Width: b.Width * part.Width, Height: b.Height * part.Height}
			l.Box = l.Box.Union(l.Words[j].Box)
		}
	}
	return lines, sum / float64(len(words)), nil
}
