package correct

import (
	"regexp"
	"slices"
	"strings"

	"lavra.dev/processors/document"
)

var (
	// nought is a number that begins with a small o: figures that hang below the line, as in book
	// type, have a nought as low as that letter. No word is written so.
	nought = regexp.MustCompile(`^\(?o[0-9]+(?:[.,/-][0-9]+)*[.,;:)]?$`)
	// firstOrdinal is the ordinal of one, whose figure looks like a letter.
	firstOrdinal = regexp.MustCompile(`^[Il][º°]$`)
	// amountForm and dateForm are amounts, taken off or not, and full dates, as they are printed.
	amountForm = regexp.MustCompile(`^-?(?:[1-9][0-9]{0,2}(?:\.[0-9]{3})*|0),[0-9]{2}$`)
	dateForm   = regexp.MustCompile(`^(?:0[1-9]|[12][0-9]|3[01])([-/.])(?:0[1-9]|1[0-2])([-/.])(?:19|20)[0-9]{2}$`)
)

// figures sets figures for the letters that were read in a number whose form is known, an
// amount, a date, a number that begins with a nought: two at most, and one in three.
func figures(word string) string {
	if nought.MatchString(word) {
		return Digits(word[:2]) + word[2:]
	}
	if firstOrdinal.MatchString(word) {
		return "1" + word[1:]
	}
	if number, unit := measure(word); unit != "" {
		return number + unit
	}
	const shortest, longest = len("0,00"), len("-000.000.000.000,00")
	if len(word) < shortest || len(word) > longest {
		return word
	}
	right, wrong := 0, 0
	for i := range len(word) {
		switch c := word[i]; {
		case '0' <= c && c <= '9':
			right++
		case c == '$' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z':
			wrong++
		}
	}
	if wrong == 0 || wrong > 2 || right < 2*wrong {
		return word
	}
	number, money := Digits(word), word[0] == '$' || word[1] == '$' && (word[0] < '0' || word[0] > '9')
	if dateForm.MatchString(number) || amountForm.MatchString(number) && !money {
		return number
	}
	return word
}

// measure parts a whole number of some thing, of whose figures some were read as letters, from its unit:
// "I8L" for 18L, "SOOML" for 500ML. Where all were, only a one, or noughts behind another figure, are no word.
func measure(word string) (number, unit string) {
	m := measured.FindStringSubmatch(word)
	if m == nil || !slices.Contains(portuguese["units"], strings.ToUpper(m[2])) {
		return "", ""
	}
	proven := strings.ContainsAny(m[1], "0123456789") || len(m[2]) > 1 && (m[1] == "I" || strings.HasSuffix(m[1], "OO"))
	if number = Digits(m[1]); !proven || number == m[1] || number[0] == '0' {
		return "", ""
	}
	return number, m[2]
}

var measured = regexp.MustCompile(`^([0-9IlOoSZB]{1,5}?)([A-Z]{1,2}|[a-z]{1,2})$`)

// bookNumber is a number of two figures that were both read as letters.
var bookNumber = regexp.MustCompile(`^o[ilzsgqo]$`)

// withBookNumbers sets figures in numbers that stand alone in their cell and have letters only,
// "oi" for 01, on a page whose figures hang below the line: elsewhere in it a nought before
// figures was read as an o. Height is that of a page as wide as one.
func withBookNumbers(lines []document.Line, height float64) {
	const proof, apart = 2, 1.5 // noughts; heights of the word to its neighbours
	noughts := 0
	for _, l := range lines {
		for _, w := range l.Words {
			if nought.MatchString(w.Text) {
				noughts++
			}
		}
	}
	if noughts < proof {
		return
	}
	far := func(a, b document.Word, size float64) bool { return b.Box.Left-a.Box.Right() > apart*size*height }
	for _, l := range lines {
		for i := range l.Words {
			w := &l.Words[i]
			size := w.Box.Height
			if bookNumber.MatchString(w.Text) && (i == 0 || far(l.Words[i-1], *w, size)) && (i+1 == len(l.Words) || far(*w, l.Words[i+1], size)) {
				w.Text, w.Mended = Digits(w.Text), true
			}
		}
	}
}
