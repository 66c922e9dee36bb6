package shape

import (
	"strings"
	"unicode"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// WithoutLeaders drops what OCR made of the dots or stars before a value: a word in
// small letters such as "cccsees" before words in capitals or a number.
func WithoutLeaders(r recognise.Run) recognise.Run {
	first := 0
	for first+1 < r.Len() && leaderNoise(r.Token(first)) && typed(r.Token(first+1)) {
		first++
	}
	return recognise.Run{Sheet: r.Sheet, Index: r.Index[first:]}
}

const shortestNoise = 5 // letters; shorter words may be of the text

// leaderNoise reports whether a word may be a row of dots: OCR takes them for small
// letters as low as they are.
func leaderNoise(t *layout.Token) bool {
	text := strings.Trim(t.Text, ".,:*_-!'")
	if !t.OCR || len(t.Fold) < shortestNoise && text == t.Text {
		return false
	}
	return len(t.Fold) < shortestNoise && text == "" || len(t.Fold) >= shortestNoise && strings.Trim(text, "aceimnorsutx.,") == ""
}

// typed reports whether a word is set in capitals, or is a number.
func typed(t *layout.Token) bool {
	upper := strings.ContainsFunc(t.Text, unicode.IsUpper) && !strings.ContainsFunc(t.Text, unicode.IsLower)
	return upper || layout.HasFigure(t.Text)
}
