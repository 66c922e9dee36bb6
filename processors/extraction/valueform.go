package extraction

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// form brings a value to the form that the entry asks for beyond its kind.
func (x *extractor) form(f catalogue.Field, value string) string {
	if f.Like == "name" {
		value = unstopped(value)
	}
	if f.Like == "name" || f.Like == "company" {
		value = strings.TrimRight(value, "!") // "Olá, Nina Prado!"
	}
	if bare, ok := strings.CutSuffix(value, "."); ok && f.Kind == catalogue.String && f.Like != "company" && plainWord(bare) {
		value = bare
	}
	if f.Kind == catalogue.String && f.Like == "" && strings.Count(value, ".") == 1 && strings.Count(value, " ") >= namesWords {
		value = unstopped(value) // the names of two, as "Carlos Prado e Ana Luz."
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

// plainWord tells whether a text ends with a whole word in small letters, or with a
// number: a full stop behind it is the sentence's.
func plainWord(text string) bool {
	word := text[strings.LastIndexAny(text, " /")+1:]
	r, _ := utf8.DecodeLastRuneInString(word)
	n := utf8.RuneCountInString(word)
	return (n >= 5 || wholeWords[word]) && unicode.IsLower(r) || n >= 6 && unicode.IsUpper(r) || unicode.IsDigit(r) || len(word) > 1 && strings.Trim(word, "IVX") == "" ||
		checkdigit.UF(word) && strings.HasSuffix(text, "/"+word)
}

// wholeWords are short words that are no abbreviation.
var wholeWords = map[string]bool{"bens": true, "anos": true, "dias": true, "nada": true, "pais": true}

// unstopped drops the full stop of the sentence that a value ends, but not that of
// an abbreviation such as "Jr." or "S.A.".
func unstopped(value string) string {
	bare, ok := strings.CutSuffix(value, ".")
	if last := strings.ToLower(bare[strings.LastIndexAny(bare, " .")+1:]); ok && len(last) > 2 && !shortened[last] {
		if strings.HasSuffix(bare, ")") && !strings.Contains(bare, "(") {
			return bare[:len(bare)-1] // of the brackets in which the value stands
		}
		return bare
	}
	return value
}

// shortened are the words that are written with a stop at the end of names.
var shortened = map[string]bool{"ltda": true, "cia": true, "inc": true, "jun": true, "epp": true, "com": true, "ind": true, "serv": true}
