package correct

import (
	"math"
	"regexp"

	"lavra.dev/processors/document"
)

var (
	// ticker is the code of a share or fund on the Brazilian exchange: PETR4, TAEE11.
	ticker = regexp.MustCompile(`^[A-Z]{4}(?:[3-8]|1[1-9]|3[1-9])$`)
	// strokes is one of a fund or unit, which ends in 11, as its two strokes are read, those that touch as one letter; no
	// code ends in a 1 alone.
	strokes = regexp.MustCompile(`^([A-Z]{4})(?:[1IlL|]{2,3}|[1Il|M]|[1Il|]?[UNH])$`)
)

// withTickers sets the 11 at the end of codes right that begin where those over or under them do: elsewhere
// BRASIL is a word. Height is that of a page as wide as one.
func withTickers(lines []document.Line, height float64) {
	var codes []document.Box
	var misread []*document.Word
	for _, l := range lines {
		for i := range l.Words {
			switch w := &l.Words[i]; {
			case ticker.MatchString(w.Text):
				codes = append(codes, w.Box)
			case strokes.MatchString(w.Text):
				misread = append(misread, w)
			}
		}
	}
	for _, w := range misread {
		for _, c := range codes {
			if math.Abs(w.Box.Left-c.Left) < w.Box.Height*height {
				w.Text, w.Mended = strokes.ReplaceAllString(w.Text, "${1}11"), true
				break
			}
		}
	}
}
