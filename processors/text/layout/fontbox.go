package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lavra.dev/processors/document"
)

// What print takes up above and below its baseline, in heights of its capitals.
const (
	fontAbove, fontBelow = 1.24, 0.29 // the box of the font, which all its letters have in a text layer
	smallLetter          = 0.72       // a, c, e
	accent               = 0.3        // on a capital
	tail                 = 0.28       // of g, p, q, a comma
)

// inFontBoxes gives the words of a line read by OCR the boxes that they would have in a text
// layer, those of their font. Those of the ink are half as high again around "Órgão" as
// around "em", so that lines of one type seem to differ in size and in the space between them.
func inFontBoxes(line []placed, p document.Page) {
	for from := 0; from < len(line); {
		to := from + 1
		for to < len(line) && goesWith(line[to-1].Box, line[to].Box, p) {
			to++
		}
		setInFont(line[from:to])
		from = to
	}
}

// goesWith reports whether two words of a line stand as close as those of one text do.
func goesWith(a, b document.Box, p document.Page) bool {
	const wide = 1.2 // heights of the words
	return (b.Left-a.Right())*p.Width < wide*max(a.Height, b.Height)*p.Height
}

// setInFont sets the boxes of words of one text. A word as high as its letters say tells its
// baseline; others, as where recognition gave the height of the row, take that of a neighbour.
func setInFont(words []placed) {
	usual := capitalHeight(words)
	if usual == 0 {
		return
	}
	const larger, smaller, exact = 1.6, 0.6, 0.25 // of the usual height of capitals
	const few = 3                                 // words that may be a label and a value in print of two sizes
	baselines, sizes := make([]float64, len(words)), make([]float64, len(words))
	for i, w := range words {
		up, down := extent(w.Text)
		sizes[i], baselines[i] = usual, math.NaN()
		if own := w.Box.Height / (up + down); up > 0 && len(words) <= few && (own > larger*usual || own < smaller*usual) {
			sizes[i] = own // print of another size
		}
		if up > 0 && math.Abs(w.Box.Height-(up+down)*sizes[i]) < exact*usual {
			baselines[i] = w.Box.Bottom() - down*sizes[i]
		}
	}
	for i := range words {
		box := &words[i].Box
		baseline := nearest(baselines, i)
		if math.IsNaN(baseline) {
			continue
		}
		box.Top, box.Height = baseline-fontAbove*sizes[i], (fontAbove+fontBelow)*sizes[i]
	}
}

// nearest is the value that is known nearest to the i-th, or none.
func nearest(values []float64, i int) float64 {
	for d := range values {
		for _, k := range []int{i - d, i + d} {
			if k >= 0 && k < len(values) && !math.IsNaN(values[k]) {
				return values[k]
			}
		}
	}
	return math.NaN()
}

// capitalHeight is the middle height of a capital letter of words, as their boxes tell it; 0
// where there is no letter and no digit.
func capitalHeight(words []placed) float64 {
	var heights []float64
	for _, w := range words {
		if up, down := extent(w.Text); up > 0 {
			heights = append(heights, w.Box.Height/(up+down))
		}
	}
	if len(heights) == 0 {
		return 0
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// extent is how far the ink of a word reaches above and below its baseline, in heights of its
// capitals; 0 above it for one without letters and digits.
func extent(word string) (up, down float64) {
	capital, print := false, false
	for _, r := range norm.NFD.String(word) {
		mark := unicode.Is(unicode.Mn, r)
		switch {
		case r == cedilla, strings.ContainsRune("gjpqy()[]{}|", r):
			down = tail
		case strings.ContainsRune(",;", r):
			down = max(down, tail/2)
		}
		switch {
		case mark && r != cedilla && capital:
			up = max(up, 1+accent)
		case mark && r != cedilla, strings.ContainsRune("bdfhijklt/()[]{}|$%", r), unicode.IsDigit(r), unicode.IsUpper(r):
			up = max(up, 1)
		case unicode.IsLetter(r):
			up = max(up, smallLetter)
		}
		capital = unicode.IsUpper(r)
		print = print || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	if !print {
		return 0, 0
	}
	return up, down
}

const cedilla = '\u0327'
