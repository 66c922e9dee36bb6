package pattern

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/lexicon"
)

// newBlock reports whether a block begins at token i that does not go on with the
// text before it.
func (t *Text) newBlock(i int) bool {
	return t.sheet.BlockStart(i) && !t.overPage(i) && !t.nextItem(i)
}

// nextItem reports whether the next item of a sentence begins at token i, in a paragraph of its own: "a) a citação
// do réu; b) a condenação".
func (t *Text) nextItem(i int) bool {
	if i < 2 || !item.MatchString(t.sheet.Tokens[i].Text) {
		return false
	}
	before := i - 1
	if lexicon.And(t.sheet.Tokens[before].Fold) {
		before--
	}
	return strings.Contains(t.marks[before], ";")
}

// item is the letter or the number of an item.
var item = regexp.MustCompile(`^\(?([a-z]|[ivxl]{1,5}|\d{1,2})\)$`)

// elsewhere reports whether token i, which begins a block, stands neither right of the
// word before it nor under its line: it only happens to come next.
func (t *Text) elsewhere(i int) bool {
	a, b := &t.sheet.Cells[t.sheet.Tokens[i-1].Cell], &t.sheet.Cells[t.sheet.Tokens[i].Cell]
	if a.Page != b.Page {
		return false
	}
	if b.MidY() > a.Top && b.MidY() < a.Bottom || a.MidY() > b.Top && a.MidY() < b.Bottom {
		return b.Left < a.Left
	}
	return b.Top < a.MidY() || b.Overlap(a.Rect) <= 0
}

// overPage reports whether a paragraph goes on over the page at token i: the page
// before it ended within a sentence, and this one begins in small letters.
func (t *Text) overPage(i int) bool {
	if i == 0 || t.sheet.Tokens[i-1].Page == t.sheet.Tokens[i].Page {
		return false
	}
	before, first := t.sheet.Tokens[i-1].Text, t.sheet.Tokens[i].Text
	if strings.ContainsAny(t.marks[i-1], ".;:!?") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(first)
	return unicode.IsLower(r) || strings.HasSuffix(before, ",") || particles[t.sheet.Tokens[i-1].Fold] && !unicode.IsPunct(r)
}
