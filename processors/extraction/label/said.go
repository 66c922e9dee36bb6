package label

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
)

const mostSaid = 7 // words of a sentence that say together what follows them, small ones too

// Said lists the runs of words of a text that say what is wanted and nothing else, of those
// that begin with one word the longest. goesOn reports whether the words at the start of a line
// go on with those of the line before.
func (s *Set) Said(sheet *layout.Sheet, reading *meaning.Reading, goesOn func(token int) bool) []Match {
	f := finder{set: s, sheet: sheet, reading: reading}
	for i := 0; i < len(sheet.Tokens); i++ {
		if !reading.Known(i) || sheet.Tokens[i].Fold == "" {
			continue
		}
		past := i + 1
		for past < min(len(sheet.Tokens), i+mostSaid) && !parts(sheet.Tokens[past-1].Text) && (!sheet.LineStart(past) || goesOn(past)) && (layout.HasCapital(sheet.Tokens[i].Text) || !layout.HasCapital(sheet.Tokens[past].Text)) {
			past++
		}
		if f.goesOnFrom(i) {
			continue // half of what the words say
		}
		for last := past - 1; last >= i; last-- {
			if reading.Covered(last) && f.match(&sheet.Cells[sheet.Tokens[i].Cell], i, last, InText) {
				i = last
				break
			}
		}
	}
	return f.found
}

// goesOnFrom reports whether words that mean something lead on to a token.
func (f *finder) goesOnFrom(i int) bool {
	for k := i - 1; k >= 0 && i-k < mostSaid && !parts(f.sheet.Tokens[k].Text); k-- {
		if f.reading.Covered(k) {
			return true
		}
		if !f.reading.Filler(k) {
			return false
		}
	}
	return false
}

// parts reports whether a word ends a part of a sentence. The full stop of a short word does not.
func parts(word string) bool {
	return strings.ContainsAny(word[len(word)-1:], ",;:)") || strings.HasSuffix(word, ".") && len(word) > mostShort
}

const mostShort = 6 // bytes of a word cut short, with its full stop

// Of lists the meanings of a run of words, each by its number.
func (s *Set) Of(sheet *layout.Sheet, reading *meaning.Reading, first, last int) []int {
	f := finder{set: s, sheet: sheet, reading: reading}
	f.match(&sheet.Cells[sheet.Tokens[first].Cell], first, last, InCell)
	var ids []int
	for _, m := range f.found {
		ids = append(ids, m.ID)
	}
	return ids
}
