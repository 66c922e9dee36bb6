package pattern

import (
	"math"
	"strings"
	"unicode"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/checkdigit"
)

// openingTokens is how many tokens the words may take with which a slot opens.
const openingTokens = 8

// streetWords are the words that a street line opens with, folded.
var streetWords = lexicon.Listed("openings of streets")

// fullLine is the share of the page's width from which on a heading was broken
// because it had to be, and not to set two things apart.
const fullLine = 0.65

// opens reports whether one of the phrases stands at token i, and where the longest ends.
// The phrases are folded; # stands for a number.
func (t *Text) opens(phrases []string, i int) (last int, ok bool) {
	for _, w := range phrases {
		if j, found := t.phrase(w, i); found {
			last, ok = max(last, j), true
		}
	}
	return last, ok
}

// opensStreet is opens for the words of streets.
func (t *Text) opensStreet(i int) (last int, ok bool) {
	if t.street == nil {
		t.street = make([]int32, len(t.sheet.Tokens))
	}
	if t.street[i] == 0 {
		t.street[i] = -1
		if last, ok := t.opens(streetWords, i); ok {
			t.street[i] = int32(last) + 1
		}
	}
	return int(t.street[i]) - 1, t.street[i] > 0
}

// phrase is the token at which a phrase ends that stands at token i.
func (t *Text) phrase(w string, i int) (last int, ok bool) {
	past := min(len(t.sheet.Tokens), i+openingTokens)
	if t.ocr || strings.Contains(w, "#") {
		return t.blurredPhrase(w, i, past)
	}
	for j := i; j < past; j++ {
		if w, ok = strings.CutPrefix(w, t.whole(j, w)); !ok {
			return 0, false
		}
		if w == "" {
			return j, true
		}
	}
	return 0, false
}

// blurredPhrase is the same of a phrase with a number, or read by OCR with a letter wrong.
func (t *Text) blurredPhrase(w string, i, past int) (last int, ok bool) {
	numbered, joined := strings.Contains(w, "#"), ""
	for j := i; j < past && len(joined) < len(w)+4; j++ {
		tok := &t.sheet.Tokens[j]
		if joined == "" && tok.Fold != "" && tok.Fold[0] != w[0] && w[0] != '#' && !t.ocr {
			return 0, false
		}
		joined += tok.Fold
		if matchesNumbered(joined, w) || !numbered && tok.OCR && len(w) >= 6 && near(joined, w, 1+len(w)/12) && near(ending(joined), ending(w), 2) {
			return j, true
		}
	}
	return 0, false
}

// ending is the last letters of a phrase: one that lacks its last word, "das Pessoas Naturais" without its
// "de", has the letters of the whole one but for a few.
func ending(phrase string) string { return phrase[max(0, len(phrase)-4):] }

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
		if a.Block != b.Block || !t.sameType(a, b) || t.capitals(a) != t.capitals(b) {
			break
		}
		if !t.unfinished(a, b) && !t.beforeTown(next) {
			break
		}
		end = b.Past - 1
	}
	return min(t.beforePlace(i, end), limit)
}

var bars = map[string]bool{"|": true, "•": true, "·": true}

// bar reports whether a token parts what stands on one line as if it were several: "2º Ofício | Natal/RN | Titular: Ana Paz".
func (t *Text) bar(i int) bool {
	return i > 0 && i+1 < len(t.sheet.Tokens) && bars[t.sheet.Tokens[i].Text] && t.sheet.Tokens[i-1].Cell == t.sheet.Tokens[i+1].Cell
}

// beforePlace is the end of a heading without what stands behind a bar, or the town and the state behind its dash:
// "2º Ofício - Natal/RN".
func (t *Text) beforePlace(i, end int) int {
	for k := i + 1; k < end; k++ {
		if t.bar(k) || hyphen(&t.sheet.Tokens[k]) && t.bar(k+2) && checkdigit.UF(t.sheet.Tokens[k+1].Text) {
			return k - 1
		}
		if k+1 < end && hyphen(&t.sheet.Tokens[k]) && t.sheet.Tokens[k].Cell == t.sheet.Tokens[end].Cell && t.placeLine(k+1) {
			return k - 1
		}
	}
	return end
}

// sameType reports whether two lines are set in type of one size. Ink is as high as its accents
// and tails, so on a scan the mean width of a letter tells it as well.
func (t *Text) sameType(a, b *layout.Cell) bool {
	const slack = 0.15
	return math.Abs(a.Size-b.Size) <= slack*a.Size || t.ocr && math.Abs(a.Char-b.Char) <= slack*a.Char
}

// unfinished reports whether the line a of a heading goes on in the next one, b: the words
// at the break belong together, or the line is full and b no street and no label with its colon.
func (t *Text) unfinished(a, b *layout.Cell) bool {
	first, last := &t.sheet.Tokens[b.First], &t.sheet.Tokens[a.Past-1]
	if particles[first.Fold] || particles[last.Fold] || hyphen(first) || hyphen(last) || strings.HasSuffix(last.Text, "º") || strings.HasSuffix(last.Text, "ª") {
		return true
	}
	if _, street := t.opensStreet(b.First); street && t.figures(b.First, b.Past) || t.labelled(b.First) || t.broken(b.First) {
		return false
	}
	if width := t.sheet.Pages[a.Page].Width; a.Width() <= fullLine*width {
		return a.Width() > dashedLine*width && t.dashed(a) && b.Past-b.First <= 2 && !t.figures(b.First, b.Past)
	}
	return true
}

// beforeTown reports whether a cell is a word or two between the line of a heading that is long
// and the line of its town: "Registro Civil do Distrito de Jardim" over "Primavera".
func (t *Text) beforeTown(c int32) bool {
	a, b := &t.sheet.Cells[c-1], &t.sheet.Cells[c]
	if int(c)+1 >= len(t.sheet.Cells) || b.Past-b.First > 2 || t.figures(b.First, b.Past) || a.Width() <= townHeading*t.sheet.Pages[a.Page].Width {
		return false
	}
	next := &t.sheet.Cells[c+1]
	return next.Block == b.Block && t.placeLine(next.First) && !t.placeLine(b.First)
}

// townHeading is the share of the page's width that such a line has at least.
const townHeading = 0.4

// dashedLine is the share of the page's width of a line that may go on where the part
// behind its dash does.
const dashedLine = 0.5

// dashed reports whether a line goes on behind a dash: "1º Subdistrito - Bela".
func (t *Text) dashed(c *layout.Cell) bool {
	for i := c.First + 1; i < c.Past; i++ {
		if hyphen(&t.sheet.Tokens[i]) {
			return true
		}
	}
	return false
}

func hyphen(t *layout.Token) bool {
	return t.Fold == "" && t.Text != "" && strings.Trim(t.Text, "-–—") == ""
}

// capitals reports whether a line is set in capital letters.
func (t *Text) capitals(c *layout.Cell) bool {
	for i := c.First; i < c.Past; i++ {
		if strings.ContainsFunc(t.sheet.Tokens[i].Text, unicode.IsLower) && len(t.sheet.Tokens[i].Fold) > 2 {
			return false
		}
	}
	return true
}

// streetGoesOn reports whether a street line that fills its block goes on in the next
// line: it ends with a mark, or within the district that it names behind a dash.
func (t *Text) streetGoesOn(c int32) bool {
	cells := t.sheet.Cells
	if int(c)+1 >= len(cells) || cells[c+1].Block != cells[c].Block {
		return false
	}
	next := &cells[c+1]
	if last := t.marks[cells[c].Past-1]; strings.ContainsAny(last, ",-") {
		return true
	}
	for b := c - 1; b >= 0 && cells[b].Block == cells[c].Block; b-- {
		if cells[b].Right > cells[c].Right {
			return false
		}
	}
	if next.Past-next.First > 3 || next.Right > cells[c].Right || t.figures(next.First, next.Past) {
		return false
	}
	dash := cells[c].Past - 1
	for dash > cells[c].First && strings.Trim(t.sheet.Tokens[dash].Text, "-–") != "" {
		dash--
	}
	return dash > cells[c].First && !t.figures(dash, cells[c].Past)
}

// figures reports whether one of the tokens has a digit or a mark that ends a label.
func (t *Text) figures(first, past int) bool {
	for i := first; i < past; i++ {
		if strings.ContainsAny(t.sheet.Tokens[i].Text, "0123456789:/") {
			return true
		}
	}
	return false
}
