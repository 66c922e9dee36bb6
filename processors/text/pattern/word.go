package pattern

import (
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
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
		indexed := len(out)
		for _, i := range t.short {
			if i >= from && i < to && shortOf(&t.sheet.Tokens[i], w) {
				out = append(out, i)
			}
		}
		if len(out) > indexed {
			slices.Sort(out)
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

// holds reports whether of each of several words one at least stands anywhere, in full or cut short. On pages
// read by OCR they may all be misread.
func (t *Text) holds(needs [][]string) bool {
	return t.ocr || !slices.ContainsFunc(needs, func(words []string) bool { return !slices.ContainsFunc(words, t.anywhere) })
}

func (t *Text) anywhere(w string) bool {
	stands, known := t.stands[w]
	if !known {
		_, stands = t.index[w]
		stands = stands || slices.ContainsFunc(t.begin[w[0]], func(i int) bool {
			_, ok := t.word(w, i)
			return ok
		})
		t.stands[w] = stands
	}
	return stands
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
	return !t.Space && strings.HasPrefix(t.Text, "(") && strings.Contains(t.Text, ")") && lexicon.Ending(t.Fold)
}

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
	if !tokens[i].OCR && (f == "" || !strings.HasPrefix(w, f[:1])) {
		return 0, false // as nearly always
	}
	if t.isShort(i) && shortOf(&tokens[i], w) {
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

// shortest is how many letters a word keeps at least that is cut short.
const shortest = 3

// isShort reports whether token i is a word cut short, "atend." or "p/": its full stop ends no sentence.
func (t *Text) isShort(i int) bool {
	tokens := t.sheet.Tokens
	text, f := tokens[i].Text, tokens[i].Fold
	if len(f) == 1 {
		return len(text) == 2 && text[1] == '/' && (i+1 == len(tokens) || tokens[i+1].Space)
	}
	return len(f) >= shortest && strings.HasSuffix(text, ".") && i+1 < len(tokens) && !t.sheet.BlockStart(i+1) && (t.small(i+1) || layout.HasDigit(tokens[i+1].Text))
}

// shortOf reports whether a token that is a word cut short stands for one.
func shortOf(short *layout.Token, w string) bool {
	if len(short.Fold) == 1 {
		return slashed[w] && w[0] == short.Fold[0]
	}
	return len(w) > len(short.Fold)+1 && strings.HasPrefix(w, short.Fold)
}

// whole is token i in full, where what a phrase goes on with tells what it was cut from.
func (t *Text) whole(i int, phrase string) string {
	f := t.sheet.Tokens[i].Fold
	if len(f) != 1 || !t.isShort(i) {
		return f
	}
	for w := range slashed {
		if w[0] == f[0] && strings.HasPrefix(phrase, w) {
			return w
		}
	}
	return f
}

// slashed are the small words that are cut to their first letter and a slash.
var slashed = lexicon.Words("cut to a slash")

// twins reports whether two words differ in a letter and mean the opposite: that is no
// misreading.
func twins(a, b string) bool {
	return len(a) == len(b) && len(a) > 1 && a[1:] == b[1:] && strings.HasPrefix(a[1:], "atern")
}

// near reports whether two words are at most k letters apart.
func near(a, b string, k int) bool {
	return max(len(a), len(b)) <= min(len(a), len(b))+k && levenshtein.ComputeDistance(a, b) <= k
}
