// Package shape says what the value of a field looks like in a run of words.
//
// In come a run, and the field or the column as the catalogue declares it; out goes the part of
// the run that is the value with a score, or its printed text in the form that the entry asks for.
// It never asks where the words stand on the page, what other values there are, or which field
// should have them.
package shape

import (
	"slices"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// How much words look like a value. What that is worth beside all else that is known of them is for the fitted choice.
const (
	proven = 1    // as nothing else does: a name with the form of a company
	Whole  = 0.93 // as one does, from the first word to the last
	Loose  = 0.85 // any words look so
	half   = 0.5  // a name of one word, one too long, the words of a sentence
	hardly = 0.3  // as something else: a street under the label of a name
)

// Cut cuts a run to what a value of the field looks like: positions first to last, and how much it
// looks like it; 0 where it does not. Stops are the folded words that end the value.
func Cut(f catalogue.Field, stops []string, r recognise.Run) (first, last int, score float64) {
	return cut(f, stops, r, true)
}

// CutCell is Cut for a column of a list.
func CutCell(c catalogue.Field, r recognise.Run) (first, last int, score float64) {
	stops := make([]string, len(c.Stop))
	for i, text := range c.Stop {
		stops[i] = fold.Text(text)
	}
	return cut(c, stops, r, false)
}

// cut is cutAs, but no word that only says where an attribute is from: "informado" is the rest of a label.
func cut(f catalogue.Field, stops []string, r recognise.Run, alone bool) (first, last int, score float64) {
	first, last, score = cutAs(f, stops, r, alone)
	if score > 0 && first == last && given[r.Token(first).Fold] {
		return 0, 0, 0
	}
	return first, last, score
}

func cutAs(f catalogue.Field, stops []string, r recognise.Run, alone bool) (first, last int, score float64) {
	first, last = r.Trim(0, stop(stops, r, r.Len()-1))
	if first > last || f.NamesSomebody() && refers(r, first, last) {
		return 0, 0, 0
	}
	switch f.Like {
	case "name":
		if alone && endsName(r, first) {
			return 0, 0, 0
		}
		return person(r, first, last)
	case "company":
		return company(r, first, last)
	case "address":
		return address(r, first, last)
	case "address_full":
		return first, last, Loose
	case "city":
		return city(r, first, last)
	case "word":
		return word(r, first, alone)
	case "number":
		return number(r, first, last)
	case "numbered":
		return numbered(r, first, last)
	case "duration":
		return duration(r, first, last)
	case "amount":
		return amount(r, first, last)
	}
	switch {
	case f.Kind == catalogue.Text && (numeric(r, first, last) || dated(r, first, last)):
		return 0, 0, 0
	case last-first > 25 && f.Kind == catalogue.String:
		return first, last, half
	}
	return first, last, Loose
}

// dated reports whether words are a date and nothing else: "dezoito de dezembro de dois mil e dezoito".
func dated(r recognise.Run, first, last int) bool {
	v, ok := recognise.At(catalogue.Date, r, first)
	return ok && v.Last == last
}

var (
	given      = lexicon.Words("said of attributes")
	references = lexicon.Words("references to a name")
	sames      = lexicon.Words("references to a name right before")
)

// refers reports whether words stand for a name given elsewhere: "o locatário acima
// qualificado", "o próprio".
func refers(r recognise.Run, first, last int) bool {
	for i := first; i <= min(last, first+4); i++ {
		if word := r.Token(i).Fold; references[word] || sames[word] {
			return references[word] || last-first < 3
		}
	}
	return false
}

// numeric reports whether a run has more digits than letters: no text is so.
func numeric(r recognise.Run, first, last int) bool {
	letters, digits := 0, 0
	for i := first; i <= last; i++ {
		for _, c := range r.Token(i).Fold {
			if c >= 'a' {
				letters++
			} else {
				digits++
			}
		}
	}
	return digits > letters
}

// stop is the last position before such words.
func stop(stops []string, r recognise.Run, last int) int {
	if len(stops) == 0 {
		return last
	}
	for i := 1; i <= last; i++ {
		if r.Token(i).Fold != "" && slices.ContainsFunc(stops, func(s string) bool { return r.Begins(i, s) }) {
			return i - 1
		}
	}
	return last
}
