package reader

import (
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/document"
)

// withSlashes puts together what a slash joins and recognition set apart, as in
// ALCOOL/GASOLINA: a gap below that of a word space before it. Height is that of a
// page as wide as one.
func withSlashes(words []document.Word, height float64) []document.Word {
	const tight = 0.22 // of the height of the print; a word space is 0.3 and more
	out := words[:0]
	for _, w := range words {
		if n := len(out); n > 0 && len(w.Text) > 1 && w.Text[0] == '/' {
			a := &out[n-1]
			last, _ := utf8.DecodeLastRuneInString(a.Text)
			if w.Box.Left-a.Box.Right() < tight*max(a.Box.Height, w.Box.Height)*height && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
				a.Text, a.Box, a.Confidence, a.Mended = a.Text+w.Text, a.Box.Union(w.Box), min(a.Confidence, w.Confidence), a.Mended || w.Mended
				continue
			}
		}
		out = append(out, w)
	}
	return out
}
