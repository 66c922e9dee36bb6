package screen

import (
	"bytes"
	"math"
	"strconv"
)

// tiling is what says how often a pattern's cell is painted.
type tiling struct {
	pattern      bool
	xStep, yStep float64
	matrix       []byte // what stands in the array; empty: as it is
}

func (t *tiling) entry(key string, value token) {
	switch key {
	case "PatternType":
		t.pattern = value.number == 1
	case "XStep":
		t.xStep = decimal(value.text)
	case "YStep":
		t.yStep = decimal(value.text)
	case "Matrix":
		t.matrix = value.text
	}
}

// leastCell is the area of a cell in square points below which a pattern is refused: a dot of
// 1,200 dpi is 0.0036, and a page of A4 has 200 million of this. Steps that stand in objects of
// their own are not known here; the reader's time for a page bounds these.
const leastCell = 0.0025

// endless says whether no page is worth the time that the pattern takes to paint.
func (t *tiling) endless() bool {
	if !t.pattern || t.xStep == 0 || t.yStep == 0 {
		return false // none, or one that readers do not repeat
	}
	cell := math.Abs(t.xStep * t.yStep * t.scale())
	return cell < leastCell
}

// scale is how much the matrix enlarges an area; 1 where it is none.
func (t *tiling) scale() float64 {
	words := bytes.Fields(bytes.TrimRight(t.matrix, "] \t\r\n\f\x00"))
	if len(words) != 6 {
		return 1
	}
	a, b, c, d := decimal(words[0]), decimal(words[1]), decimal(words[2]), decimal(words[3])
	return a*d - b*c
}

// decimal is a number as PDF writes it, 0 where it is none.
func decimal(text []byte) float64 {
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0
	}
	return n
}
