package phrase

import (
	"slices"
	"strings"

	"lavra.dev/processors/layout"
)

// Two printings of a phrase may differ in its small words, "Total dos rendimentos"
// and "Total de rendimentos", and in words that are cut short, "Contrib. prev.
// oficial". Both are found as the phrase itself.

// particles are the small words that a phrase may have between others or lack.
var particles = map[string]bool{"de": true, "da": true, "do": true, "das": true, "dos": true, "a": true, "o": true, "as": true, "os": true,
	"ao": true, "aos": true, "em": true, "na": true, "no": true, "nas": true, "nos": true}

// wordsOf are the folded words of a phrase.
func wordsOf(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" /-–()", r) }) {
		if w = fold(w); w != "" {
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

const fewest = 3 // letters that a word cut short must keep

// shortened tells whether a word may be one cut short: "contrib.", "Prev.:".
func shortened(t *layout.Token) bool {
	bare := strings.TrimRight(t.Text, ":/,)")
	return strings.HasSuffix(bare, ".") && len(t.Fold) >= fewest && strings.Trim(t.Fold, "0123456789") == t.Fold
}

// completions are the nodes below one at which the word that begins there ends.
func (f *finder) completions(at int32, found []int32) []int32 {
	for k := f.set.nodes[at].child; k >= 0; k = f.set.nodes[k].next {
		if f.set.nodes[k].word {
			found = append(found, k)
		} else {
			found = f.completions(k, found)
		}
	}
	return found
}
