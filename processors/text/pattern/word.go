package pattern

import (
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"lavra.dev/processors/text/layout"
)

// places adds the tokens between two at which a word stands, in their order.
func (t *Text) places(out []int, w string, from, to int) []int {
	if !t.ocr && !t.split(w) {
		i, known := t.index[w]
		for ; known && int(i) < to; i = t.next[i] {
			if int(i) >= from {
				out = append(out, int(i))
			}
			known = t.next[i] > 0
		}
		return out
	}
	at, known := t.nearly[w]
	if !known {
		for i := range t.sheet.Tokens {
			if _, ok := t.word(w, i); ok {
				at = append(at, i)
			}
		}
		t.nearly[w] = at
	}
	lo, _ := slices.BinarySearch(at, from)
	hi, _ := slices.BinarySearch(at, to)
	return append(out, at[lo:hi]...)
}

// split reports whether a word may be printed as several tokens: only what holds
// no space and was cut at a separator.
func (t *Text) split(w string) bool {
	if len(w) < 2 || len(w) > 9 || !layout.HasDigit(w) {
		return false
	}
	_, whole := t.index[w]
	return !whole
}

// ending reports whether token i is another ending of the word before it: nascido(a),
// no(a), outorgante(s).
func (m *matcher) ending(i int) bool {
	if i >= m.to {
		return false
	}
	t := &m.sheet.Tokens[i]
	return !t.Space && strings.HasPrefix(t.Text, "(") && strings.Contains(t.Text, ")") && endings[t.Fold]
}

var endings = map[string]bool{"a": true, "o": true, "s": true, "as": true, "os": true, "es": true, "is": true}

// word matches one folded word at token i: a token, several tokens run together,
// or on OCR pages nearly that.
func (t *Text) word(w string, i int) (int, bool) {
	tokens := t.sheet.Tokens
	if i >= len(tokens) {
		return 0, false
	}
	f := tokens[i].Fold
	if f == w {
		return i + 1, true
	}
	if f != "" && len(f) < len(w) && strings.HasPrefix(w, f) {
		joined := f
		for j := i + 1; j < len(tokens) && j < i+4; j++ {
			joined += tokens[j].Fold
			if joined == w {
				return j + 1, true
			}
			if !strings.HasPrefix(w, joined) {
				break
			}
		}
	}
	if tokens[i].OCR && len(w) >= 5 && !twins(f, w) && near(f, w, 1+len(w)/11) {
		return i + 1, true
	}
	return 0, false
}

// twins reports whether two words differ in a letter and mean the opposite: that is no
// misreading.
func twins(a, b string) bool {
	return len(a) == len(b) && len(a) > 1 && a[1:] == b[1:] && strings.HasPrefix(a[1:], "atern")
}

// near reports whether two words are at most k letters apart.
func near(a, b string, k int) bool {
	return max(len(a), len(b)) <= min(len(a), len(b))+k && levenshtein.ComputeDistance(a, b) <= k
}
