package reader

import (
	"image"
	"math"
	"unicode"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/tesseract"
)

const (
	// surelyUpright is how plainly the feet of the letters must stand on lines to
	// take the page for upright untried. Upside-down pages give at most 1.15.
	surelyUpright = 1.3
	// readable is the confidence of a sample that settles the direction at once:
	// upside down, text reads at 0.35 or so, upright at 0.9.
	readable = 0.75
	// legible is the confidence from which a sample that reads better one way than the other
	// is believed: what stands on a dark panel, under a stamp or in a shadow reads at 0.2 either way.
	legible = 0.5
	// sampleLetters are enough to tell, and cost a twentieth of a page.
	sampleLetters = 70
	// mostSamples are read where none is legible.
	mostSamples = 3
)

// setUpright turns a page the other way up if a sample of it reads better so.
func (e *Engine) setUpright(p *prepared, view raster.View) error {
	if view.Upside > surelyUpright || view.Letters == 0 {
		return nil
	}
	asIs, turned := 0.0, 0.0 // of all samples, where none is legible
	for _, part := range view.Samples(sampleLetters, mostSamples) {
		sample := crop(p.img, part)
		upright, err := e.legibility(sample, p.dpi)
		if err != nil || upright >= readable {
			return err
		}
		over, err := e.legibility(raster.Turn(sample, 2), p.dpi)
		if err != nil {
			return err
		}
		if max(upright, over) >= legible {
			asIs, turned = upright, over
			break
		}
		asIs, turned = asIs+upright, turned+over
	}
	if turned <= asIs {
		return nil
	}
	p.img, p.turned = raster.Turn(p.img, 2), true
	p.paper = raster.NewPaper(p.img)
	p.toSent = document.QuarterTurns(2).Then(p.toSent)
	return nil
}

// legibility is the mean confidence of the words of an image, by length.
func (e *Engine) legibility(img *image.Gray, dpi float64) (float64, error) {
	words, err := e.ocr.Recognize(img, int(math.Round(dpi)), tesseract.Block)
	if err != nil {
		return 0, err
	}
	sum, n := 0.0, 0.0
	for _, w := range words {
		length := 0.0
		for _, r := range w.Text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				length++
			}
		}
		if length >= 3 {
			sum, n = sum+length*w.Confidence, n+length
		}
	}
	if n < 8 { // too little to be believed
		return sum / 8, nil
	}
	return sum / n, nil
}

// crop cuts a part out of an image; both share their pixels.
func crop(img *image.Gray, part document.Box) *image.Gray {
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	r := image.Rect(int(part.Left*w), int(part.Top*h), int(math.Ceil(part.Right()*w)), int(math.Ceil(part.Bottom()*h)))
	cut := img.SubImage(r.Intersect(img.Rect)).(*image.Gray)
	return &image.Gray{Pix: cut.Pix, Stride: cut.Stride, Rect: image.Rect(0, 0, cut.Rect.Dx(), cut.Rect.Dy())}
}
