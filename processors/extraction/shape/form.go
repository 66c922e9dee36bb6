package shape

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// Form brings a value to the form that the entry asks for beyond its kind.
func Form(f catalogue.Field, value string) string {
	if f.Like == "name" {
		value = Unstopped(value)
	}
	if f.NamesSomebody() {
		value = strings.TrimRight(value, "!") // "Olá, Nina Prado!"
	}
	if bare, ok := strings.CutSuffix(value, "."); ok && f.Kind == catalogue.String && f.Like != "company" && plainWord(bare) {
		value = bare
	}
	if f.Kind == catalogue.String && f.Like == "" && strings.Count(value, ".") == 1 && strings.Count(value, " ") >= namesWords {
		value = Unstopped(value) // the names of two, as "Carlos Prado e Ana Luz."
	}
	if f.Kind == catalogue.Date && len(value) == len("2026-08") { // told by its month: "Período: 08/2026"
		switch f.Form {
		case "first_day":
			value += "-01"
		case "last_day":
			value = recognise.LastDay(value)
		}
	}
	if f.Form == "plain" {
		if value = strings.TrimLeft(value, "0"); value == "" {
			value = "0"
		}
	}
	return value
}

// namesWords is how many spaces a value has at least that is a part of a sentence.
const namesWords = 3

// plainWord reports whether a text ends with a whole word in small letters, or with a
// number: a full stop behind it is the sentence's, but for that of "I.R.R.F.".
func plainWord(text string) bool {
	word := text[strings.LastIndexAny(text, " /")+1:]
	r, size := utf8.DecodeLastRuneInString(word)
	if unicode.IsLetter(r) && strings.HasSuffix(word[:len(word)-size], ".") {
		return false
	}
	n := utf8.RuneCountInString(word)
	return (n >= 5 || wholeWords[word]) && unicode.IsLower(r) || n >= 6 && unicode.IsUpper(r) || unicode.IsDigit(r) || len(word) > 1 && strings.Trim(word, "IVX") == "" ||
		checkdigit.UF(word) && strings.HasSuffix(text, "/"+word)
}

// wholeWords are short words that are no abbreviation.
var wholeWords = lexicon.Words("whole words")

// Unstopped drops the full stop of the sentence that a value ends, but not that of
// an abbreviation such as "Jr." or "S.A.".
func Unstopped(value string) string {
	bare, ok := strings.CutSuffix(value, ".")
	if last := strings.ToLower(bare[strings.LastIndexAny(bare, " .")+1:]); ok && len(last) > 2 && !shortened[last] {
		return bare
	}
	return value
}

// shortened are the words that are written with a stop at the end of names.
var shortened = lexicon.Words("shortened words")

// Words are those of a run as the value of a field.
func Words(f catalogue.Field, r recognise.Run) string {
	return Form(f, Clean(r.Text(0, r.Len()-1)))
}

// filler is what fills the rest of a line by hand so that nothing can be added: "x.x.x",
// "xxxxx", "###", "=====".
var filler = regexp.MustCompile(`^(?i:(x[.\-]){2,}x?[.\-]*|x{5,}|[#=*~\-.]{3,})$`)

// Clean is the printed text of a value: no white space at its ends, and no
// punctuation that belongs to the sentence around it.
func Clean(text string) string {
	text = strings.ReplaceAll(text, " , ", ", ") // behind a blank that was filled
	text = strings.TrimLeft(text, " \t,;:|_*\"“”'")
	text = strings.TrimRight(text, " \t,;:|_\"“”'")
	if strings.Count(text, "”") > strings.Count(text, "“") {
		text = strings.TrimSuffix(text, "”.")
	}
	text = strings.TrimLeft(text, ".-–—)")
	text = strings.TrimRight(text, "-–—(/")
	if strings.HasSuffix(text, "..") || strings.HasSuffix(text, "…") { // a leader of dots to the next words
		text = strings.TrimRight(text, " .…")
	}
	if filled := text[strings.LastIndexByte(text, ' ')+1:]; len(filled) < len(text) && filler.MatchString(filled) {
		text = strings.TrimRight(text[:len(text)-len(filled)], " ,;:-–—")
	}
	if inside, closes := strings.CutSuffix(strings.TrimSuffix(text, "."), ")"); closes && !strings.Contains(text, "(") {
		text = inside // the words stand in brackets
	}
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ").") {
		text = strings.TrimSuffix(text, ".")
	}
	if strings.HasPrefix(text, "(") && strings.Count(text, "(") > strings.Count(text, ")") {
		text = text[1:]
	} else if bracketed(text) {
		text = text[1 : len(text)-1]
	}
	return strings.Trim(text, " \"“”")
}

// bracketed reports whether a text stands in one pair of brackets as a whole.
func bracketed(text string) bool {
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return false
	}
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 && i < len(text)-1 {
			return false
		}
	}
	return open == 0
}

// FitsMask reports whether a value has one of the forms that the entry allows.
func FitsMask(masks []string, value string) bool {
	return len(masks) == 0 || slices.ContainsFunc(masks, func(mask string) bool {
		if len(mask) != len(value) {
			return false
		}
		for i := range len(mask) {
			c := value[i]
			digit, letter := c >= '0' && c <= '9', c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
			if mask[i] == '#' && !digit || mask[i] == 'A' && !letter || mask[i] != '#' && mask[i] != 'A' && mask[i] != c {
				return false
			}
		}
		return true
	})
}

// WholeMonth is the month that a run names: by itself, or by its first day and its last,
// "01.05.2025 a 31.05.2025".
func WholeMonth(r recognise.Run, v recognise.Value, ok bool) (recognise.Value, bool) {
	days := recognise.All(catalogue.Date, r)
	if len(days) != 2 {
		return v, ok
	}
	first, last := days[0].Text, days[1].Text
	month, opens := strings.CutSuffix(first, "-01")
	if !opens || !strings.HasPrefix(last, month) {
		return v, ok
	}
	return recognise.Value{First: days[0].First, Last: days[1].Last, Text: month, Score: days[0].Score}, true
}

// amount is an amount in words: a run of them, of which one in a row may be
// misread, behind the figures that it repeats.
func amount(r recognise.Run, first, last int) (int, int, float64) {
	for i := first; i <= last; i++ {
		if layout.HasFigure(r.Token(i).Text) {
			first = i + 1
		}
	}
	for ; first < last && !portuguese.InAmount(r.Token(first).Fold) && !portuguese.InAmount(r.Token(first+1).Fold); first++ {
	}
	end, known := first-1, 0
	for i := first; i <= last && i <= end+2; i++ {
		if portuguese.InAmount(r.Token(i).Fold) {
			end, known = i, known+1
		}
	}
	if known < 2 || 4*known < 3*(end-first+1) {
		return 0, 0, 0
	}
	return first, end, Whole
}
