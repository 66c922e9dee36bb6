package pattern

import (
	"math"
	"strings"
	"unicode"

	"lavra.dev/processors/layout"
)

// openingTokens is how many tokens the words may take with which a slot opens.
const openingTokens = 8

// fullLine is the share of the page's width from which on a heading was broken
// because it had to be, and not to set two things apart.
const fullLine = 0.65

// opens tells whether one of the phrases stands at token i, and where the longest ends.
// The phrases are folded; # stands for a number.
func (t *Text) opens(phrases []string, i int) (last int, ok bool) {
	for _, w := range phrases {
		joined := ""
		for j := i; j < len(t.sheet.Tokens) && j < i+openingTokens && len(joined) < len(w)+4; j++ {
			joined += t.sheet.Tokens[j].Fold
			if matchesNumbered(joined, w) || t.sheet.Tokens[j].OCR && len(w) >= 6 && !strings.Contains(w, "#") && near(joined, w, 1+len(w)/12) {
				last, ok = max(last, j), true
				break
			}
		}
	}
	return last, ok
}

// matchesNumbered compares a folded text with a phrase in which # is a number.
func matchesNumbered(text, phrase string) bool {
	before, after, numbered := strings.Cut(phrase, "#")
	if !numbered {
		return text == phrase
	}
	rest, ok := strings.CutPrefix(text, before)
	if !ok {
		return false
	}
	bare := strings.TrimLeft(rest, "0123456789")
	return len(bare) < len(rest) && matchesNumbered(bare, after)
}

// headingEnd is the end of a heading that begins at token i: its line, and the
// lines that go on with it because it was too long for one.
func (t *Text) headingEnd(i, limit int) int {
	cells := t.sheet.Cells
	c := t.sheet.Tokens[i].Cell
	end := cells[c].Past - 1
	for end < limit {
		next := t.sheet.Tokens[end+1].Cell
		a, b := &cells[next-1], &cells[next]
		if a.Block != b.Block || math.Abs(a.Size-b.Size) > 0.15*a.Size || t.capitals(a) != t.capitals(b) {
			break
		}
		first, last := &t.sheet.Tokens[b.First], &t.sheet.Tokens[a.Past-1]
		full := a.Width() > fullLine*t.sheet.Pages[a.Page].Width
		if !particles[first.Fold] && !particles[last.Fold] && (!full || t.broken(b.First)) {
			break
		}
		end = b.Past - 1
	}
	return min(end, limit)
}

// capitals tells whether a line is set in capital letters.
func (t *Text) capitals(c *layout.Cell) bool {
	for i := c.First; i < c.Past; i++ {
		if strings.ContainsFunc(t.sheet.Tokens[i].Text, unicode.IsLower) && len(t.sheet.Tokens[i].Fold) > 2 {
			return false
		}
	}
	return true
}
