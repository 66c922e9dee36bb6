package reader

import (
	"image"
	"math"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
)

// prepared is a page drawn upright and level, ready for recognition.
type prepared struct {
	img    *image.Gray
	dpi    float64 // of img
	letter float64 // usual height of its letters, pixels
	paper  *raster.Paper
	sheet  bool                // drawn out of a picture in which its edges are seen
	turned bool                // the other way up than the view took it to be
	toSent document.Homography // fractions of img to fractions of the image as sent
	sent   *image.Gray         // the image as sent; nil where img is it
	finer  func() *image.Gray  // that image with more pixels; nil where there are no more
}

// prepare draws the page as the view says. dpi is that of the image as sent, 0
// where unknown.
func prepare(img *image.Gray, view raster.View, dpi float64) prepared {
	sentW, sentH := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	w, h := view.Size()
	dpi = resolution(view, dpi)
	zoom := zoomFor(view.LetterHeight, w*h)
	if soft(view) {
		img = raster.Sharpened(img)
	}
	p := prepared{img: img, dpi: dpi, sent: img, sheet: view.Sheet}
	if !view.Straight() || zoom != 1 {
		outW, outH := max(1, math.Round(w*zoom)), max(1, math.Round(h*zoom))
		size := document.Homography{w / outW, 0, 0, 0, h / outH, 0, 0, 0, 1}
		back := size.Then(view.ToImage())
		source := img
		if zoom < 0.75 {
			small, s := raster.Shrink(img, int(math.Max(sentW, sentH)*zoom*1.2))
			source = small
			back = back.Then(document.Homography{s, 0, 0, 0, s, 0, 0, 0, 1})
		}
		p.img = raster.Draw(source, int(outW), int(outH), back, outside)
		p.dpi = dpi * zoom
		p.toSent = document.Homography{w, 0, 0, 0, h, 0, 0, 0, 1}.Then(view.ToImage()).
			Then(document.Homography{1 / sentW, 0, 0, 0, 1 / sentH, 0, 0, 0, 1})
	}
	if p.img == img {
		p.img = raster.Copy(img)
	}
	raster.Stretch(p.img)
	paper := raster.NewPaper(p.img)
	if paper.Uneven() {
		paper.Flatten(p.img)
		paper = raster.NewPaper(p.img)
	}
	p.letter, p.paper = view.LetterHeight*zoom, paper
	return p
}

// outside is the level of what the image does not show: paper.
const outside = 250

// Heights of letters in pixels, as components: about 6 of 10 points of type.
const (
	smallLetters = 13.0 // below this recognition gets worse
	goodLetters  = 17.0 // 10 point print at 200 dpi
	largeLetters = 40.0 // above this recognition only gets slower
)

// zoomFor is how much larger the page is drawn than it is on the image.
func zoomFor(letter, pixels float64) float64 {
	const most = 14e6 // of a drawn page
	zoom := 1.0
	switch {
	case letter <= 0:
	case letter < smallLetters:
		zoom = min(goodLetters/letter, 2)
	case letter > largeLetters:
		zoom = max(goodLetters*1.5/letter, 0.25)
	}
	if pixels*zoom*zoom > most {
		zoom = math.Sqrt(most / pixels)
	}
	return zoom
}

// soft reports whether the strokes of an image's letters are hardly wider than what the lens, and
// turning and enlarging the page, blur them by. Scans have no lens: only theirs that are drawn larger are.
func soft(view raster.View) bool {
	return view.LetterHeight > 0 && (view.LetterHeight < smallLetters || view.Sheet && view.LetterHeight < goodLetters)
}

// resolution is the resolution of the image, as known or as its letters tell:
// recognition needs it to know specks from dots.
func resolution(view raster.View, known float64) float64 {
	if known >= 72 && known <= 1200 {
		return known
	}
	w, h := view.Size()
	const a4, longSide = math.Sqrt2, 11.69
	if ratio := max(w, h) / min(w, h); view.Sheet && math.Abs(ratio-a4) < 0.06 {
		return max(w, h) / longSide
	}
	if view.Letters >= 40 {
		const letterPoints = 6.0
		return min(max(view.LetterHeight*72/letterPoints, 70), 600)
	}
	return max(70, max(w, h)/longSide)
}
