package entity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	dictionary "lavra.dev/processors/text/lexicon"
)

const longestName = 14 // words of the name of a company

// name reads the name of a person or a company that begins at a token: capitalised words with
// the small ones between them, up to a mark, an attribute or a word in small letters.
func (w *walk) name(first int) (last int, company, ok bool) {
	if !w.startsName(first) {
		return 0, false, false
	}
	last = first
	for k := first + 1; k < min(first+longestName, w.past) && w.goesOn(first, k); k++ {
		last = k
	}
	last = w.beforeParticles(first, last)
	if far, long := w.companyEnd(first, last); long {
		return far, true, true
	}
	for k := first; k <= last; k++ {
		company = company || w.formAt(k)
	}
	return last, company, last > first
}

// startsName reports whether a name may begin at a token.
func (w *walk) startsName(i int) bool {
	if i >= w.past {
		return false
	}
	t := &w.sheet.Tokens[i]
	if !w.proper(i) || len(t.Fold) < 2 && !w.lineStart(i) || is(t.Fold, title) || layout.HasDigit(t.Text) || w.says(i) != none || is(t.Fold, companyKind) && t.Text == strings.ToUpper(t.Text) {
		return false
	}
	if is(t.Fold, particle) && !w.leads(i) || is(t.Fold, filler) || verbs[t.Fold] {
		return false
	}
	return !w.ends(i, ":,/") && !w.page.Label(i) && !w.beginsAddress(i)
}

var verbs = dictionary.Words("verbs before names")

// leads reports whether a particle begins the name of a company, whose form follows: "DA PAZ COMÉRCIO LTDA".
func (w *walk) leads(i int) bool {
	return !joins(&w.sheet.Tokens[i]) && w.company(i+1, i+2)
}

// goesOn reports whether a name that began at token first may hold token k.
func (w *walk) goesOn(first, k int) bool {
	t, before := &w.sheet.Tokens[k], &w.sheet.Tokens[k-1]
	switch {
	case w.ends(k-1, ",;:)"), w.ends(k-1, ".") && (len(before.Fold) > 3 && !is(before.Fold, companyKind) || w.opens(k)):
		return false
	case strings.HasPrefix(t.Text, "("), w.sheet.BlockStart(k), copulas[t.Text]:
		return false
	case is(before.Fold, particle) && !joins(before) && w.proper(k) && !layout.HasDigit(t.Text):
		return true // "da Nascimento" is no birth
	case w.page.Label(k), w.says(k) != none && !w.withinName(k), w.lineStart(k) && !w.page.GoesOn(first, k):
		return false
	case t.Text == "à" || t.Text == "às":
		return k+1 < w.past && w.proper(k+1) && !w.beginsAddress(k+1) // "Casa de Amparo à Criança"
	case is(t.Fold, particle) || t.Text == "&":
		return !joins(t) || w.company(first, k+4)
	case t.Fold == "":
		return strings.Trim(t.Text, "-–/") == "" && k+1 < w.past && (w.formAt(k+1) || w.ofPart(first, k+1))
	}
	return w.proper(k) && !layout.HasDigit(t.Text)
}

// ofPart reports whether the name that begins right behind a role and its colon goes on behind a dash, at a token of
// its line: "EXEQUENTE: UNIÃO - FAZENDA NACIONAL".
func (w *walk) ofPart(first, k int) bool {
	fold := w.sheet.Tokens[k].Fold
	return first == w.roleEnd+1 && w.ends(w.roleEnd, ":") && w.proper(k) && !w.lineStart(k) && w.says(k) == none && len(fold) > 2 && !is(fold, officer) && !is(fold, title)
}

// company reports whether the form of a company stands among tokens first to before past.
func (w *walk) company(first, past int) bool {
	for k := first; k < min(past+longestName, w.past); k++ {
		if w.formAt(k) {
			return true
		}
		if k > first && w.ends(k, ";:,") {
			return false
		}
	}
	return false
}

// companyEnd goes on with the name of a company over a comma, up to its form: "Órion
// Corretora de Câmbio, Títulos e Valores Mobiliários Ltda".
func (w *walk) companyEnd(first, last int) (int, bool) {
	end := -1
	for k := first; k < min(first+longestName, w.past); k++ {
		t := &w.sheet.Tokens[k]
		if k > last && (w.says(k) != none || layout.HasDigit(t.Text) || strings.HasPrefix(t.Text, "(") || w.sheet.BlockStart(k) || copulas[t.Text] || !w.proper(k) && !is(t.Fold, particle) && t.Fold != "" || w.lineStart(k) && !w.page.GoesOn(first, k)) {
			break
		}
		if k > first && w.formAt(k) {
			end = k
			if w.ends(k, ",;:)") {
				break
			}
			continue
		}
		if end >= 0 && t.Fold != "" {
			break
		}
	}
	return end, end >= 0
}

// formAt reports whether a token is, or ends, the form of a company: "LTDA", "S.A.", "S/A", not "Sá".
func (w *walk) formAt(k int) bool {
	t := &w.sheet.Tokens[k]
	return (is(t.Fold, companyKind) || t.Fold == "a" && k > 0 && w.sheet.Tokens[k-1].Text == "S/") && !strings.ContainsAny(t.Text, "áÁ") && w.proper(k)
}

// proper reports whether a word begins with a capital.
func (t *Text) proper(i int) bool {
	c, _ := utf8.DecodeRuneInString(strings.TrimLeft(t.sheet.Tokens[i].Text, "\"“'"))
	return unicode.IsUpper(c)
}

// skipTo is the first token from here that may begin a name, behind fillers and titles.
func (w *walk) skipTo() int {
	k := w.at
	for k < w.past && k-w.at < cueReach && !w.startsName(k) {
		t := &w.sheet.Tokens[k]
		if t.Fold != "" && !is(t.Fold, filler) && !is(t.Fold, being) && !is(t.Fold, title) && !is(t.Fold, particle) && t.Text != ":" {
			return w.past
		}
		k++
	}
	return min(k, w.past)
}

// opens reports whether a sentence begins at a token: a single letter before a word in small letters,
// as in "Ana Paz. O regime".
func (w *walk) opens(k int) bool {
	return len(w.sheet.Tokens[k].Fold) == 1 && k+1 < w.past && w.sheet.Tokens[k+1].Small() && !is(w.sheet.Tokens[k+1].Fold, particle)
}
