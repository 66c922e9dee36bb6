package reader

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/text/correct"
)

const (
	// galleyDPI is what print of some 10 points has when its letters are as high
	// as on a galley.
	galleyDPI = 200
	// maxSegments bounds a page of noise; a dense invoice has some 400.
	maxSegments = 2500
)

// reading is what was read of one segment.
type reading struct {
	words      []document.Word
	glyphs     [][]float32 // of each word, the confidence of its bytes; nil where not known
	confidence float64     // of its weakest word; 0 if none
	sum        float64     // of the words' confidences
}

// print is what stands on a page.
type print struct {
	words []document.Word
	side  []document.Line // up or down the side of the page
	bars  []raster.Stroke // between cells: those that no other line meets, and dashed ones
}

// print recognises the print of a page, segment by segment, set anew, and what
// comes out doubtful once more.
func (e *Engine) print(p prepared) (print, error) {
	paper := raster.NewPaper(p.img)
	ink := raster.NewInk(p.img, paper)
	if raster.DarkenGreyPrint(p.img, ink, paper, p.letter) {
		ink = raster.NewInk(p.img, paper)
	}
	pieces := ink.Components()
	if p.sheet {
		pieces = raster.OffTheEdges(pieces, p.img.Rect)
	}
	pieces = raster.EraseFrames(p.img, ink, pieces, paper, p.letter)
	pieces, bars := raster.EraseBars(p.img, pieces, paper, p.letter)
	pieces, dashed := raster.EraseDashes(p.img, ink, pieces, paper, p.letter)
	segments, sides := raster.Segments(raster.EraseLeaders(p.img, ink, pieces, paper, p.letter), p.letter)
	numbers := worthReading(segments)
	side, err := e.sideLines(p, sides)
	if err != nil {
		return print{}, err
	}
	unclear, clear := raster.Unclear(p.img, p.original(), segments, numbers)
	all, err := e.read(p, segments, unclear, clear)
	if err != nil {
		return print{}, err
	}
	if err := e.secondReading(p, segments, unclear, clear, all); err != nil {
		return print{}, err
	}
	var words []document.Word
	for _, i := range numbers {
		words = append(words, apart(all[i].proven())...)
	}
	return print{words, side, append(bars, dashed...)}, nil
}

// apart parts the boxes of words of a segment that follow each other, where recognition drew
// one over the beginning of the next, or over all that follows: else they would go to two lines.
func apart(words []document.Word) []document.Word {
	for i := 1; i < len(words); i++ {
		a, b := &words[i-1].Box, &words[i].Box
		if b.Left <= a.Left || b.Left >= a.Right() {
			continue
		}
		left, right := a.Left, b.Right()
		before, behind := utf8.RuneCountInString(words[i-1].Text), utf8.RuneCountInString(words[i].Text)
		if right <= a.Right() { // the next word has its own box
			a.Width = (b.Left - left) * float64(before) / (float64(before) + 0.5) // a space is half a letter
			continue
		}
		cut := left + (right-left)*float64(before)/float64(before+behind)
		a.Width, b.Left, b.Width = cut-left, cut, right-cut
	}
	return words
}

// proven are the words of a reading, in numbers with check digits one digit read as these
// prove it where it was unsure to the last.
func (r reading) proven() []document.Word {
	for k := range r.words {
		if text, ok := correct.ProvenDigit(r.words[k].Text, r.glyphs[k]); ok {
			r.words[k].Text, r.words[k].Mended = text, true
		}
	}
	return r.words
}

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

// read recognises segments, those that are unclear from close up.
func (e *Engine) read(p prepared, segments []raster.Segment, unclear, clear []int) (map[int]reading, error) {
	all := make(map[int]reading, len(unclear)+len(clear))
	for _, galley := range raster.NewGalleys(p.img, segments, clear, raster.ReadingLetter, outside) {
		if err := e.collect(p, galley.Image, raster.ReadingLetter, galley.Place, all); err != nil {
			return nil, err
		}
	}
	return all, e.fromCloseUp(p, segments, unclear, all)
}
