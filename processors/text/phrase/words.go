package phrase

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/lexicon"
)

// Two printings of a phrase may differ in its small words: "Total dos rendimentos"
// and "Total de rendimentos". Both are found as the phrase itself.

// particles are the small words that a phrase may have between others or lack.
var particles = lexicon.Words("small words of phrases")

// wordsOf are the folded words of a phrase.
func wordsOf(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" /-–()", r) }) {
		if w = foldKeepingWild(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// withoutParticles leaves out the small words between others.
func withoutParticles(words []string) []string {
	var out []string
	for i, w := range words {
		if i == 0 || i == len(words)-1 || !particles[w] {
			out = append(out, w)
		}
	}
	return out
}

// withoutOrdinals drops the sign of ordinal numbers: "13. salário" is "13º salário".
// There is nothing where none has one.
func withoutOrdinals(words []string) []string {
	var out []string
	for i, w := range words {
		if digits := strings.TrimSuffix(w, "o"); len(digits) == len(w)-1 && digits != "" && strings.Trim(digits, "0123456789") == "" {
			if out == nil {
				out = slices.Clone(words)
			}
			out[i] = digits
		}
	}
	return out
}
