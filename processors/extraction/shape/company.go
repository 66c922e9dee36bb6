package shape

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	street "lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// companyWords are words that only names of companies and offices have.
var companyWords = lexicon.Words("words of companies")

// NamesBody reports whether a folded word is one that only names of companies and offices have.
func NamesBody(word string) bool { return companyWords[word] }

// papers are the words that the title of a document begins with, and no company's name.
var papers = lexicon.Words("papers")

// greetings begin a letter, before the name of whom it is to and not of who wrote it.
var greetings = lexicon.Words("greetings")

// subtitles are what stands under the title of a document, and is no company's name.
var subtitles = lexicon.Listed("subtitles of papers")

// titles are the words that begin the title of a document, which stands under the name
// of who issued it.
var titles = lexicon.Words("titles of papers")

// BeginsTitle reports whether a folded word begins the title of a document.
func BeginsTitle(word string) bool { return titles[word] }

// sentenceIn reports whether a sentence ends among words, "negar provimento ao recurso.": with
// a word in small letters, or where a name was whole before them with any long word.
func sentenceIn(r recognise.Run, first, last int, whole bool) bool {
	for i := first; i <= last; i++ {
		if t := r.Token(i); strings.HasSuffix(t.Text, ".") && len(t.Fold) > 3 && (whole || t.Text == strings.ToLower(t.Text)) {
			return true
		}
	}
	return false
}

// sentenceFrom reports whether a sentence goes on at position i behind a name: two words in small
// letters follow words with capitals, and what ends the name of a company is not to come.
func sentenceFrom(r recognise.Run, first, i, last int) bool {
	if i-first < 2 || i == last || !layout.HasCapital(r.Token(first).Text) || !layout.HasCapital(r.Token(i-1).Text) || r.Token(i).OCR {
		return false
	}
	small := func(t *layout.Token) bool { return t.Small() && !particles[t.Fold] }
	if !small(r.Token(i)) || !small(r.Token(i+1)) {
		return false
	}
	for k := i; k <= last; k++ {
		if pattern.EndsCompany(r.Token(k).Fold) {
			return false
		}
	}
	return true
}

// company finds the name of a company in a run, and how well it looks like one.
func company(r recognise.Run, first, last int) (int, int, float64) {
	if beginsStreet(r, first) {
		return first, last, hardly
	}
	if word := r.Token(first).Fold; papers[word] || greetings[word] || slices.ContainsFunc(subtitles, func(text string) bool { return r.Begins(first, text) }) {
		return 0, 0, 0
	}
	if text := r.Token(first).Text; first < last && len(text) > 1 && len(text) <= 3 && strings.Trim(text, "0123456789") == "." {
		first++ // its number in a list: "1. Hospital do Sol Ltda"
	}
	if code := r.Token(first).Text; strings.Trim(code, "0123456789/") == "" {
		switch {
		case first+2 <= last && r.Token(first+1).Dash():
			first += 2 // "341 - Banco Tal": its code
		case first < last && (code[0] == '0' || strings.Contains(code, "/")):
			first++ // "01/0101 Cooperativa Tal": what a program calls it
		}
	}
	for i := first; i < last; i++ {
		if c, n := utf8.DecodeRuneInString(r.Token(i).Text); n == len(r.Token(i).Text) && unicode.Is(unicode.So, c) {
			first = i + 1 // the picture of a logo: "Unimed ▲ UNIMED OESTE COOPERATIVA"
		}
	}
	first = behindLogo(r, first, last)
	first, end := r.Trim(first, companyEnd(r, first, last))
	if first > end || numeric(r, first, end) {
		return 0, 0, 0
	}
	fit := companyFit(r, first, end)
	if forms[r.Token(first).Fold] && strings.HasSuffix(r.Token(first).Text, ".") && fit < proven {
		if from, to, whole := person(r, first, end); to == end && whole == Whole {
			return from, to, whole // "Dr. Ana Luz", who works by herself
		}
	}
	return first, end, fit
}

// beginsStreet reports whether a street begins at a position, "Rua Tal", "R. Tal, 300" or "4ª Avenida".
func beginsStreet(r recognise.Run, i int) bool {
	word := r.Token(i).Fold
	if i+1 < r.Len() && strings.Trim(word, "0123456789") == "a" {
		word, i = r.Token(i+1).Fold, i+1
	}
	return streets[word] || len(word) <= 3 && street.Begins(r, i)
}

// behindLogo is where a name begins whose first words stand before it once more, as a logo has them:
// "Amparo Assistência Amparo Assistência Médica Ltda". One word must be set otherwise than the name: "Tok Tok Ltda" is one.
func behindLogo(r recognise.Run, first, last int) int {
	for n := (last - first + 1) / 2; n > 0; n-- {
		a, b := r.Token(first), r.Token(first+1)
		again := n > 1 || a.Text != b.Text || a.Cell != b.Cell || math.Abs(a.Height()-b.Height()) > layout.OtherSize*b.Height()
		for i := first; i < first+n && again; i++ {
			again = r.Token(i).Fold == r.Token(i+n).Fold && r.Token(i).Fold != ""
		}
		if again {
			return first + n
		}
	}
	return first
}

// companyEnd is the last word of a run that may be a company's name which begins with first.
func companyEnd(r recognise.Run, first, last int) int {
	for i := first + 1; i <= last; i++ {
		t := r.Token(i)
		if before := r.Token(i - 1); strings.HasSuffix(before.Text, ",") && pattern.EndsCompany(before.Fold) {
			return i - 1
		}
		if r.Sheet.LineStart(int(r.Index[i])) && (beginsStreet(r, i) || titles[t.Fold] || pattern.EndsCompany(r.Token(i-1).Fold) && !pattern.EndsCompany(t.Fold)) {
			return i - 1
		}
		if strings.HasPrefix(t.Text, "(") && pattern.EndsCompany(r.Token(i-1).Fold) || sentenceFrom(r, first, i, last) {
			return i - 1
		}
		if streets[t.Fold] && len(t.Fold) > 2 && strings.HasSuffix(r.Token(i-1).Text, ",") {
			return i - 1 // "Fulano de Tal, Rua Um, 2"
		}
		if t.Dash() && i+1 <= last {
			next := recognise.Bare(r.Token(i + 1).Text)
			if layout.HasDigit(next) || beginsStreet(r, i+1) || strings.Contains("|·•", t.Text) || sentenceIn(r, i+1, last, pattern.EndsCompany(r.Token(i-1).Fold)) {
				return i - 1
			}
		}
		if _, ok := recognise.At(catalogue.CPFCNPJ, r, i); ok || registrations[t.Fold] || leadsOn(t) {
			return i - 1
		}
	}
	return last
}

// companyFit tells how well words look like a company's name, 0 for not at all.
func companyFit(r recognise.Run, first, end int) float64 {
	letters, digits, marked := 0, false, false
	for i := first; i <= end; i++ {
		word := r.Token(i).Fold
		marked = marked || companyWords[word] || i > first && lexicon.StockCompany(r.Token(i-1).Fold, word)
		digits = digits || layout.HasDigit(word)
		letters += len(strings.TrimLeft(word, "0123456789"))
	}
	switch {
	case letters < 3, letters < 5 && digits: // "Insc." before "CNPJ"
		return 0
	case !marked && end > first+2 && r.Token(first).Small():
		return 0 // words of a sentence
	case end-first > 14, r.Token(first).Small() && end > first+3:
		return half // a sentence rather than a name
	case marked:
		return proven
	case first == end && r.Token(first).Small():
		return 0 // a word of a text, or what OCR made of a rule or a label
	case first == end:
		return Loose
	}
	return Whole
}

// registrations are what the numbers of companies and clinics are called.
var registrations = lexicon.Words("registrations")
