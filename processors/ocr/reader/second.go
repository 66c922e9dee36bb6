package reader

import (
	"cmp"
	"image"
	"slices"
	"strings"
	"unicode"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/tesseract"
)

const (
	// doubtful is the confidence below which a segment is read again.
	doubtful = 0.8
	// secondShare is how much of a page's letters may be read again: a page that is
	// doubtful all over gets no better by it.
	secondShare = 0.06
)

// weakest chooses what is read again, the most doubtful first.
func weakest(segments []raster.Segment, numbers []int, first map[int]reading) []int {
	var weak []int
	total := 0
	for _, i := range numbers {
		total += segments[i].Count
		if segments[i].Count >= 2 && first[i].confidence < doubtful {
			weak = append(weak, i)
		}
	}
	slices.SortStableFunc(weak, func(a, b int) int {
		return cmp.Or(cmp.Compare(first[a].worth(), first[b].worth()), cmp.Compare(first[a].confidence, first[b].confidence))
	})
	left := int(secondShare * float64(total))
	for k, i := range weak {
		if left -= segments[i].Count; left < 0 {
			weak = weak[:k]
			break
		}
	}
	slices.Sort(weak)
	return weak
}

// worth orders what is read again: what has figures first, then what may be words,
// last what is mostly no print at all.
func (r reading) worth() int {
	digits, letters := r.signs()
	switch {
	case digits >= 2:
		return 0
	case digits+letters >= 4:
		return 1
	}
	return 2
}

// signs counts the digits and letters of a reading.
func (r reading) signs() (digits, letters int) {
	for _, w := range r.words {
		for _, c := range w.Text {
			switch {
			case unicode.IsDigit(c):
				digits++
			case unicode.IsLetter(c):
				letters++
			}
		}
	}
	return digits, letters
}

// secondReading reads again what came out doubtful, and keeps the better of the two
// readings: the one whose weakest word is surer. What was read from the page is
// read from close up, what was read from close up is read from the page, larger.
//
// Of 68 values of cards and vehicle papers that a first reading of the page doubted,
// 46 were right; 51 with a second one half as large again, 57 with one from close up.
func (e *Engine) secondReading(p prepared, segments []raster.Segment, unclear, clear []int, all map[int]reading) error {
	weak := weakest(segments, slices.Concat(unclear, clear), all)
	var near, far []int
	for _, i := range weak {
		if slices.Contains(unclear, i) {
			far = append(far, i)
		} else {
			near = append(near, i)
		}
	}
	second := make(map[int]reading, len(weak))
	if err := e.fromCloseUp(p, segments, near, second); err != nil {
		return err
	}
	for _, galley := range raster.NewGalleys(p.img, segments, far, raster.LargeLetter, outside) {
		if err := e.collect(p, galley.Image, raster.LargeLetter, galley.Place, second); err != nil {
			return err
		}
	}
	for i, r := range second {
		if r.confidence > all[i].confidence {
			all[i] = r
		}
	}
	return e.inFigures(p, segments, weak, all)
}

// fromCloseUp reads segments from close up and adds what is read of each.
func (e *Engine) fromCloseUp(p prepared, segments []raster.Segment, numbers []int, all map[int]reading) error {
	if len(numbers) == 0 {
		return nil
	}
	if p.finer != nil {
		if img := p.finer(); img != nil {
			p.sent = img
		}
	}
	for _, c := range raster.NewCloseups(p.img, p.original(), segments, numbers, raster.ReadingLetter) {
		if err := e.collect(p, c.Image, raster.ReadingLetter, c.Place, all); err != nil {
			return err
		}
	}
	return nil
}

// original is what the page was drawn from.
func (p prepared) original() raster.Original {
	if p.sent == nil {
		return raster.Original{}
	}
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	sw, sh := float64(p.sent.Rect.Dx()), float64(p.sent.Rect.Dy())
	return raster.Original{Image: p.sent, ToThis: document.Homography{1 / w, 0, 0, 0, 1 / h, 0, 0, 0, 1}.
		Then(p.toSent).Then(document.Homography{sw, 0, 0, 0, sh, 0, 0, 0, 1})}
}

// placing tells where a box of an image set for reading lies on the page, and the
// number of its segment.
type placing func(image.Rectangle) (left, top, right, bottom float64, segment int, ok bool)

// collect recognises an image set of segments and adds what is read of each.
func (e *Engine) collect(p prepared, img *image.Gray, letter int, place placing, all map[int]reading) error {
	found, err := e.ocr.Recognize(img, galleyDPI*letter/raster.ReadingLetter, tesseract.Block)
	if err != nil {
		return err
	}
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	for _, f := range found {
		left, top, right, bottom, number, ok := place(f.Box)
		if !ok {
			continue
		}
		box := document.Box{Left: left / w, Top: top / h, Width: (right - left) / w, Height: (bottom - top) / h}
		r := all[number]
		for _, text := range strings.Fields(f.Text) {
			if len(r.words) == 0 || f.Confidence < r.confidence {
				r.confidence = f.Confidence
			}
			r.sum += f.Confidence
			r.words = append(r.words, document.Word{Text: text, Confidence: f.Confidence, Box: box})
			glyphs := f.Glyphs
			if text != f.Text {
				glyphs = nil // of another length
			}
			r.glyphs = append(r.glyphs, glyphs)
		}
		all[number] = r
	}
	return nil
}
