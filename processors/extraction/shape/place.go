package shape

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

const mostSaidBefore = 4 // words before a town that say what was done there

// city ends a place before its state: "Natal/RN", "Natal - RN".
func city(r recognise.Run, first, last int) (int, int, float64) {
	for i := first; i < min(last, first+mostSaidBefore); i++ {
		if inPlaces[r.Token(i).Text] {
			first = i // "Dado e passado em Natal"
			break
		}
	}
	for first < last && (placeWords[strings.ToLower(r.Token(first).Text)] || seats[r.Token(first).Fold] && placeWords[r.Token(first+1).Text]) {
		first++ // "no município de Natal", "Sede em Natal"
	}
	if head, _ := utf8.DecodeRuneInString(r.Token(first).Text); unicode.IsLower(head) && !r.Token(first).OCR && !r.Sheet.LineStart(int(r.Index[first])) {
		return 0, 0, 0
	}
	if streets[r.Token(first).Fold] && len(r.Token(first).Fold) > 2 {
		return 0, 0, 0 // an address under "Domicílio"
	}
	end := first - 1
	for i := first; i <= last; i++ {
		t := r.Token(i)
		if strings.ContainsAny(t.Text, "0123456789:") || t.Dash() || strings.HasPrefix(t.Text, "(") {
			break
		}
		bare := recognise.Bare(strings.Trim(t.Text, "-/"))
		if i > first && len(bare) == 2 && bare == strings.ToUpper(bare) && checkdigit.UF(bare) {
			break
		}
		end = i
		if strings.ContainsAny(layout.LastRune(t.Text), ",;/-)") {
			break
		}
	}
	first, end = r.Trim(first, end)
	if first > end || end-first > 6 || len(r.Token(first).Fold) < 2 {
		return 0, 0, 0
	}
	return first, end, Whole
}

// placeWords introduce a place within a sentence, seats before one of them, and inPlaces behind what was done there.
var (
	placeWords = lexicon.Words("before places")
	seats      = lexicon.Words("seats")
	inPlaces   = lexicon.Words("in places")
)

// streets are the words that begin an address: what begins so is hardly a name.
var streets = lexicon.Words("streets")

// address begins with the street, behind the town and the like that introduce
// it ("em Natal - RN, na Rua Um, 2"), and ends before the postal code or a label.
func address(r recognise.Run, first, last int) (int, int, float64) {
	for i := first; i <= min(last, first+introduction) && !estates[r.Token(first).Fold]; i++ {
		if word := r.Token(i).Fold; streets[word] && !registrations[word] && !lexicon.PostalCode(word) {
			first = i
			break
		}
	}
	end := last
	for i := first + 1; i <= last; i++ {
		if text := r.Token(i).Text; lexicon.PostalCode(r.Token(i).Fold) || len(r.Token(i).Fold) > 2 && strings.HasSuffix(text, ":") {
			end = i - 1
			break
		}
		if _, ok := recognise.At(catalogue.CEP, r, i); ok && strings.Contains(r.Token(i).Text, "-") {
			end = i - 1
			break
		}
	}
	first, end = r.Trim(first, end)
	first, end = r.Trim(first, withoutPlace(r, first, end))
	switch {
	case first == end && !layout.HasFigure(r.Token(first).Text):
		return 0, 0, 0 // the word of a label
	case first >= end:
		return first, end, half
	case !streets[r.Token(first).Fold] && !slices.ContainsFunc(r.Index[first:end+1], func(t int32) bool { return layout.HasFigure(r.Sheet.Tokens[t].Text) }):
		return first, end, Loose // a district, perhaps
	}
	return first, end, Whole
}

var estates = lexicon.Words("estates")

const introduction = 14 // words before the street: "Porto Alegre, Estado do Rio Grande do Sul, com residência na"

// withoutPlace drops the town and the state behind a street line: "- Natal/RN".
func withoutPlace(r recognise.Run, first, end int) int {
	if end-first < 3 || !checkdigit.UF(recognise.Bare(r.Token(end).Text)) {
		return end
	}
	town := end - 1
	if !r.Token(town).Dash() && !strings.HasSuffix(r.Token(town).Text, "/") && !strings.HasSuffix(r.Token(town).Text, "-") {
		return recognise.LastOfStreet(r, first, end)
	}
	for i := town - 1; i > first && i > town-6; i-- {
		switch text := r.Token(i).Text; {
		case r.Token(i).Dash():
			return i - 1
		case i < town && strings.HasSuffix(text, ",") && strings.HasSuffix(r.Token(town).Text, "/"):
			return i
		case strings.ContainsAny(text, "0123456789,"):
			return end
		}
	}
	return end
}
