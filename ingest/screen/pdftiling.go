package screen

import (
	"bytes"
	"math"
	"strconv"
)

// tiling is what says how often a pattern's cell is painted.
type tiling struct {
	pattern              bool
	xStep, yStep, matrix token
}

func (t *tiling) entry(key string, value token) {
	switch key {
	case "PatternType":
		t.pattern = value.number == 1
	case "XStep":
		t.xStep = value
	case "YStep":
		t.yStep = value
	case "Matrix":
		t.matrix = value
	}
}

const (
	// maxCells of a pattern on a page it fills: pdfium took 8.5 s of a core for 30 million, a
	// quarter of a page's 30 s. On A4 a cell of an eighth by an eighth of a point makes 32 million.
	maxCells = 33_000_000

	// A page's area in square points: A4, where none is said, and what readers allow at most.
	commonArea = 595 * 842
	maxArea    = 14_400 * 14_400
)

// checkPatterns refuses a pattern that takes a good part of a page's time to paint.
func (p *pdf) checkPatterns() error {
	area := float64(commonArea)
	for _, box := range p.boxes {
		meanings, err := p.resolve(box)
		if err != nil {
			return err
		}
		for _, b := range meanings {
			if n := decimals(b.text); len(n) == 4 {
				area = max(area, min(math.Abs((n[2]-n[0])*(n[3]-n[1])), maxArea))
			}
		}
	}
	for _, t := range p.patterns {
		cell, err := p.leastCell(t)
		if err != nil {
			return err
		}
		if cell > 0 && area/cell > maxCells {
			return refusal("bomb")
		}
	}
	return nil
}

// leastCell is the smallest area that the cells of a pattern may have; 0 where readers do not
// repeat it.
func (p *pdf) leastCell(t tiling) (cell float64, err error) {
	cell = 1
	for _, part := range []struct {
		value   token
		measure func([]byte) float64
	}{{t.xStep, size}, {t.yStep, size}, {t.matrix, scale}} {
		meanings, err := p.resolve(part.value)
		if err != nil {
			return 0, err
		}
		least := 0.0
		for _, m := range meanings {
			if n := part.measure(m.text); n > 0 && (least == 0 || n < least) {
				least = n
			}
		}
		cell *= least
	}
	return cell, nil
}

func size(text []byte) float64 { return math.Abs(decimal(text)) }

// scale is how much a matrix enlarges an area; 1 where it is none.
func scale(text []byte) float64 {
	n := decimals(text)
	if len(n) != 6 {
		return 1
	}
	return math.Abs(n[0]*n[3] - n[1]*n[2])
}

// decimals are the numbers of an array.
func decimals(text []byte) (numbers []float64) {
	for _, word := range bytes.Fields(bytes.Trim(text, "[] \t\r\n\f\x00")) {
		numbers = append(numbers, decimal(word))
	}
	return numbers
}

// decimal is a number as PDF writes it, 0 where it is none.
func decimal(text []byte) float64 {
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0
	}
	return n
}
