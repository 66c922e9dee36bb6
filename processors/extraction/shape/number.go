package shape

import (
	"strings"
	"unicode"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// word is the first word; a long number is none, but where a column has it.
func word(r recognise.Run, first int, alone bool) (int, int, float64) {
	const digits = 4 // of the longest code that stands for a word
	end := wordEnd(r, first)
	if text := r.Text(first, end); alone && len(text)-len(strings.Trim(text, "0123456789")) > digits {
		return 0, 0, 0
	}
	return first, end, Whole
}

// wordEnd is the end of the word that begins at position i.
func wordEnd(r recognise.Run, i int) int {
	for i+1 < r.Len() && !r.Token(i+1).Space && r.Index[i+1] == r.Index[i]+1 {
		i++
	}
	return i
}

// number wants a digit and drops what follows after a dash or a letter word.
func number(r recognise.Run, first, last int) (int, int, float64) {
	if v, ok := recognise.At(catalogue.CNPJ, r, first); ok && v.Checked && v.Last == last && r.Token(first).Text != r.Token(first).Fold {
		return 0, 0, 0 // set as a CNPJ is: somebody's
	}
	for i := first; i <= last; i++ {
		if layout.HasDigit(r.Token(i).Text) {
			return first, beforeOwner(r, i, last), Whole
		}
	}
	return 0, 0, 0
}

// beforeOwner is where a number ends that its owner's name follows on the line: "19190-1 LAURA
// GARCIA", "0214 - Sobral". Two words of three letters or more with capitals make a name, behind a dash
// that stands alone a single one; "SSP SP" is of the number.
func beforeOwner(r recognise.Run, number, last int) int {
	for i := number + 1; i <= last; i++ {
		if town(r, i, last) {
			return i - 1
		}
		if i == last {
			break
		}
		if (nameWord(r.Token(i)) || r.Token(i).Dash() && r.Token(i).Space && r.Token(i+1).Space) && nameWord(r.Token(i+1)) {
			return i - 1
		}
	}
	return last
}

// town reports whether nothing but a town and its state stands from position i on: "PETROLINA-PE".
func town(r recognise.Run, i, last int) bool {
	text := r.Text(i, last)
	at := strings.LastIndexAny(text, "-/")
	return at > 0 && checkdigit.UF(strings.TrimSpace(text[at+1:])) && lexicon.Town(fold.Text(text[:at]), strings.TrimSpace(text[at+1:]))
}

func nameWord(t *layout.Token) bool {
	return len(t.Fold) >= 3 && layout.HasCapital(t.Text) && !layout.HasDigit(t.Text)
}

// numbered ends with its number, such as an entry at a professional council:
// "OAB/SP nº 123.456".
func numbered(r recognise.Run, first, last int) (int, int, float64) {
	for i := first; i <= last && i < first+8; i++ {
		if layout.HasDigit(r.Token(i).Text) {
			return first, min(wordEnd(r, i), last), Whole
		}
	}
	return 0, 0, 0
}

var (
	durationHeads = lexicon.Words("heads of duration")
	durationUnits = lexicon.Words("units of duration")
	durationTails = lexicon.Words("kinds of days")
)

// duration ends with the unit: "12 (doze) meses", "prazo indeterminado".
func duration(r recognise.Run, first, last int) (int, int, float64) {
	if _, ok := recognise.At(catalogue.Date, r, first); ok {
		return 0, 0, 0 // from a day to another
	}
	for i := first; i <= last && i < first+16; i++ {
		if !durationUnits[r.Token(i).Fold] {
			continue
		}
		start := durationStart(r, first, i)
		if i < last && durationTails[r.Token(i+1).Fold] {
			i++
		}
		return start, i, Whole
	}
	return 0, 0, 0
}

// durationStart is where a duration begins that ends at position i: at its number in
// figures or letters, behind "de execução:", or at "prazo" of one without end.
func durationStart(r recognise.Run, first, i int) int {
	start := i
	for j := i - 1; j >= first; j-- {
		switch t := r.Token(j); {
		case unicode.IsDigit(rune((t.Text + " ")[0])), lexicon.NumberWord(t.Fold):
			start = j
		case lexicon.And(t.Fold), t.Fold == "":
		case start < i:
			return start
		case durationHeads[t.Fold]:
			return j
		default:
			return first
		}
	}
	return start
}
