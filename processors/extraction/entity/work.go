package entity

import (
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	dictionary "lavra.dev/processors/text/lexicon"
)

const longestWork = 6 // words of a profession

// readWork takes a profession that nothing introduces: a few words between commas, next to
// the nationality or the civil state of a person.
func (w *walk) readWork() bool {
	e := w.entity()
	if e == nil || e.Company || !w.ends(w.at-1, ",") || w.at-e.Past > 1 {
		return false
	}
	if _, ok := e.Value(Profession); ok {
		return false
	}
	last := w.segmentEnd(w.at)
	if !w.personal(e) && !(w.sheet.Tokens[w.at].Small() && !w.ends(last, ".") || w.says(last+1) == nation || w.says(last+1) == civil) {
		return false
	}
	if last < w.at || last-w.at >= longestWork || !(w.ends(last, ",;.") || w.says(last+1) != none) {
		return false
	}
	if next := last + 1; !w.ends(last, ",;.") && !occupations[w.sheet.Tokens[w.at].Fold] && (w.says(next) == nation || w.says(next) == civil || records[w.sheet.Tokens[last].Fold]) {
		return false // what introduces that: "de nação brasileira", "no estado de casada", "documento RG 6.128.148"
	}
	for k := w.at; k <= last; k++ {
		t := &w.sheet.Tokens[k]
		if n := utf8.RuneCountInString(t.Fold); n < len("nac.") && w.ends(k, ".") || n == 1 || w.at == last && (is(t.Fold, particle) || definite[t.Fold]) {
			return false // an abbreviation, or a word that introduces something
		}
		inner := k > w.at && k < last && occupations[w.sheet.Tokens[w.at].Fold] // "técnico em informática"
		if layout.HasDigit(t.Text) || t.Fold == "" || states[t.Fold] && !inner {
			return false
		}
	}
	w.take(Profession, w.at, last)
	return true
}

// personal reports whether a nationality or a civil state was said of an entity.
func (w *walk) personal(e *Entity) bool {
	_, nation := e.Value(Nationality)
	_, civil := e.Value(CivilState)
	return nation || civil
}

// states are what the law calls persons between commas, and no profession.
var states = dictionary.Words("said of persons")

var occupations = dictionary.Words("occupations")
