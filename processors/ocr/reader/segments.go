package reader

import (
	"cmp"
	"slices"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/tesseract"
)

const (
	// galleyDPI is what print of some 10 points has when its letters are as high
	// as on a galley.
	galleyDPI = 200
	// maxSegments bounds a page of noise; a dense invoice has some 400.
	maxSegments = 2500
	// doubtful is the confidence below which a segment is read again, larger.
	doubtful = 0.8
	// secondShare is how much of a page's letters may be read again: a page that is
	// doubtful all over gets no better by it.
	secondShare = 0.12
)

// reading is what was read of one segment.
type reading struct {
	words      []document.Word
	confidence float64 // of its weakest word; 0 if none
	sum        float64 // of the words' confidences
}

// words recognises the print of a page, segment by segment, set anew. What comes
// out doubtful is read a second time at a larger size, and the better reading
// kept. Print along the side of the page comes as lines of its own.
func (e *Engine) words(p prepared) (words []document.Word, side []document.Line, err error) {
	segments, sides := raster.NewInk(p.img, raster.NewPaper(p.img)).Segments(p.letter)
	numbers := worthReading(segments)
	if side, err = e.sideLines(p, sides); err != nil {
		return nil, nil, err
	}
	first, err := e.read(p, segments, numbers, raster.ReadingLetter)
	if err != nil {
		return nil, nil, err
	}
	again := weakest(segments, numbers, first)
	second, err := e.read(p, segments, again, raster.LargeLetter)
	if err != nil {
		return nil, nil, err
	}
	for _, i := range numbers {
		r := first[i]
		if s, ok := second[i]; ok && s.mean() > r.mean() {
			r = s
		}
		words = append(words, r.words...)
	}
	return words, side, nil
}

func (r reading) mean() float64 { return r.sum / float64(max(len(r.words), 1)) }

// worthReading numbers the segments, those of many letters only if there are too
// many.
func worthReading(segments []raster.Segment) []int {
	numbers := make([]int, len(segments))
	for i := range numbers {
		numbers[i] = i
	}
	if len(numbers) > maxSegments {
		slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(segments[b].Count, segments[a].Count) })
		numbers = numbers[:maxSegments]
		slices.Sort(numbers)
	}
	return numbers
}

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
	slices.SortStableFunc(weak, func(a, b int) int { return cmp.Compare(first[a].confidence, first[b].confidence) })
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

// read recognises segments with letters of the given height.
func (e *Engine) read(p prepared, segments []raster.Segment, numbers []int, letter int) (map[int]reading, error) {
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	all := make(map[int]reading, len(numbers))
	for _, galley := range raster.NewGalleys(p.img, segments, numbers, letter, outside) {
		found, err := e.ocr.Recognize(galley.Image, galleyDPI*letter/raster.ReadingLetter, tesseract.Block)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			left, top, right, bottom, number, ok := galley.Place(f.Box)
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
			}
			all[number] = r
		}
	}
	return all, nil
}
