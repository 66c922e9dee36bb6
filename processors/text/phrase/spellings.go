package phrase

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// Forms shorten their words in ways that are not their first letters, and mostly
// without a stop: "DT. DOCTO.", "Vlr Total", "Nro. da nota". Each is found as the word
// itself. A number is "nº" to one printer and "número" to the next.

// spellings are the words that a shortened one may stand for.
var spellings = lexicon.Spellings()

// lone are the shortened words that are a label by themselves, without a colon too.
var lone = lexicon.Words("labels by themselves though cut short")

// respelled goes on from a node with the words that token i may stand for.
func (f *finder) respelled(at int32, i int) {
	t := &f.sheet.Tokens[i]
	if len(t.Fold) < 3 && !marked(t) && t.Fold == t.Text {
		return // a small word of a text
	}
	for _, end := range f.spelled(nil, at, t.Fold) {
		if i > f.start || lone[t.Fold] || strings.HasSuffix(t.Text, ":") {
			f.pass(end, i)
		} else {
			f.next(end, i)
		}
	}
}

// marked reports whether a word bears the sign of one cut short.
func marked(t *layout.Token) bool {
	return strings.Contains(t.Text, ".") || strings.Contains(t.Text, "º") || strings.Contains(t.Text, "°")
}
