package label

import (
	"regexp"
	"strings"
	"unicode"

	"lavra.dev/processors/text/layout"
)

// Numbering reports whether a word numbers the lines of a form: "1", "01.", "3.2", "IV -", "b)".
func Numbering(word string) bool {
	bare := strings.TrimRight(word, ".):-")
	switch {
	case len(bare) == 1 && !layout.HasDigit(bare):
		return len(word) > 1 && unicode.IsLetter(rune(bare[0]))
	case len(bare) > 1 && len(bare) <= 4 && strings.Trim(bare, "IVX") == "":
		return true
	}
	for part := range strings.SplitSeq(bare, ".") {
		if part == "" || len(part) > 2 || !layout.OnlyDigits(part) {
			return false
		}
	}
	return true
}

// year ends a date, or is one: "31/12/2024:".
var year = regexp.MustCompile(`(^|/)(19|20)\d\d\W*$`)

// head is the token at which the words of a cell begin: its number and marks are none. A letter that a
// wording begins with is no number: "B. cálculo".
func (f *finder) head(cell *layout.Cell) int {
	i := cell.First
	for i+1 < cell.Past && i < cell.First+3 {
		t := &f.sheet.Tokens[i]
		if t.Fold != "" && (i > cell.First || (!Numbering(t.Text) || f.reading.GoesOn(i)) && !(len(t.Text) == 1 && f.sheet.Tokens[i+1].Fold == "")) {
			break
		}
		i++
	}
	return i
}

// colon reports whether a colon ends the words at token k, its own or one that stands alone.
func (f *finder) colon(cell *layout.Cell, k int) bool {
	t := &f.sheet.Tokens[k]
	return strings.HasSuffix(t.Text, ":") || k+1 < cell.Past && strings.HasPrefix(f.sheet.Tokens[k+1].Text, ":") && t.Fold != ""
}

// mayBegin reports whether a label may begin with token i: where its cell does, behind a
// mark that parts fields, or behind the digits of a value.
func (f *finder) mayBegin(cell *layout.Cell, i int) bool {
	t := &f.sheet.Tokens[i]
	if i == f.head(cell) {
		return f.opens(cell, i)
	}
	if t.Fold == "" || !f.reading.Known(i) {
		return false
	}
	before := f.sheet.Tokens[i-1].Text
	if strings.ContainsAny(before[len(before)-1:], ",;|()/") && !cutShort(before) || before == "-" || before == "–" || before == "•" || before == "·" {
		return true
	}
	if strings.HasSuffix(before, ".") && f.sentence(cell) {
		return false
	}
	return layout.HasFigure(f.sheet.Tokens[i-1].Text) || layout.HasCapital(t.Text) && f.untilColon(cell, i)
}

// opens reports whether a wording stands at token i, behind small words at most: "Em que cidade".
func (f *finder) opens(cell *layout.Cell, i int) bool {
	for i < cell.Past-1 && f.reading.Filler(i) && f.sheet.Tokens[i].Fold != "" && !f.reading.Known(i) {
		i++
	}
	return f.sheet.Tokens[i].Fold != "" && f.reading.Known(i)
}

// partsLabels reports whether a token ends with the mark between two labels of one box.
func partsLabels(t *layout.Token) bool {
	return strings.HasSuffix(t.Text, "/") && !cutShort(t.Text) || t.Text == "-" || t.Text == "–"
}

// cutShort reports whether a word ends with a slash because it is cut short: "p/", "c/", "s/".
func cutShort(word string) bool { return len(word) == 2 && word[1] == '/' }

// untilColon reports whether a colon follows within the words of one label.
func (f *finder) untilColon(cell *layout.Cell, i int) bool {
	for k := i; k < min(cell.Past, i+mostWords); k++ {
		if f.colon(cell, k) {
			return true
		}
	}
	return false
}

const fewWords = 6 // words that a sentence has at least

// sentence reports whether the words of a cell are those of a text: they end with a full stop.
func (f *finder) sentence(cell *layout.Cell) bool {
	return cell.Past-cell.First >= fewWords && strings.HasSuffix(f.sheet.Tokens[cell.Past-1].Text, ".")
}
