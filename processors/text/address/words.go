package address

import (
	_ "embed"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

//go:embed words.tsv
var wordsFile string

// leads are the words that tell what stands behind them.
var leads = func() (l struct{ street, estate, house, whole, numberless, district, area, head, town, phone map[string]bool }) {
	kinds := map[string]*map[string]bool{"street": &l.street, "estate": &l.estate, "house": &l.house, "whole": &l.whole, "numberless": &l.numberless, "district": &l.district, "area": &l.area, "head": &l.head, "town": &l.town, "phone": &l.phone}
	for _, line := range strings.Split(strings.TrimSpace(wordsFile), "\n") {
		kind, words, ok := strings.Cut(line, "\t")
		into := kinds[kind]
		if !ok || into == nil {
			continue
		}
		*into = map[string]bool{}
		for _, w := range strings.Split(words, ",") {
			(*into)[fold.Text(w)] = true
		}
	}
	return l
}()

// Begins reports whether an address begins at a position: with what a street is called, in a
// capital, or alone on its line, and the name or number behind it.
func Begins(r recognise.Run, i int) bool {
	t := r.Token(i)
	if i+1 >= r.Len() || !leads.street[strings.TrimRight(t.Fold, "0123456789")] || small(t.Text) {
		return false
	}
	if leads.estate[t.Fold] && !numberSoon(r, i) {
		return false
	}
	if len(t.Fold) > 2 {
		return !strings.ContainsAny(t.Text[len(t.Text)-1:], ":,/")
	}
	return strings.HasSuffix(t.Text, ".") || t.Text == strings.ToUpper(t.Text) && !small(r.Token(i+1).Text) && len(t.Text) == len(t.Fold)
}

// numberSoon reports whether the number of a house stands a few words behind position i: what
// an estate is called is also of the names of companies.
func numberSoon(r recognise.Run, i int) bool {
	const soon = 7
	for k := i + 1; k < min(i+soon, r.Len()); k++ {
		if t := r.Token(k); layout.HasDigit(t.Text) && len(t.Fold) <= 5 || withoutNumber(r, k) || t.Fold == "km" {
			return true
		}
	}
	return false
}

// OfHouse reports whether an address goes on with a word behind a comma or a dash: a number,
// a part of a building, a district or town said to be one.
func OfHouse(word string) bool {
	return leads.house[word] || leads.district[word] || leads.area[word] || leads.town[word]
}

// NamesHouse reports whether a word is one for the number of a house or a part of it: "Apto", "Complemento".
func NamesHouse(word string) bool { return leads.house[word] }

// WholeOfHouse reports whether a word says which part of a building it is without a number: "Fundos".
func WholeOfHouse(word string) bool { return leads.whole[word] }

// Numbers reports whether a word gives the number of a house, or says that it has none: "12", "S/N"
// and "s/nº", which may be two words.
func Numbers(r recognise.Run, i int) bool {
	return layout.HasDigit(r.Token(i).Text) || withoutNumber(r, i)
}
