package quality

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/schemas/catalogue"
)

// label names a field with its article: "a data de emissão".
func (a *assessment) label(name string) label {
	if l, ok := catalogue.Words().Field(a.typ.Name, name); ok {
		return label(l)
	}
	return label("o campo " + name)
}

// label is a noun with its article.
type label string

// of is "da data de emissão".
func (l label) of() string { return "d" + string(l) }

// to is "à data de emissão", "ao valor".
func (l label) to() string {
	if strings.HasPrefix(string(l), "a") {
		return "à" + string(l[1:])
	}
	return "a" + string(l)
}

// bare is "data de emissão".
func (l label) bare() string {
	_, noun, _ := strings.Cut(string(l), " ")
	return noun
}

// opening is "A data de emissão", to begin a sentence.
func (l label) opening() string { return capital(string(l)) }

func (l label) feminine() bool { return strings.HasPrefix(string(l), "a") }

func (l label) plural() bool {
	article, _, _ := strings.Cut(string(l), " ")
	return strings.HasSuffix(article, "s")
}

// adjective gives a word in -o the label's gender and number.
func (l label) adjective(masculine string) string {
	word := masculine
	if l.feminine() {
		word = strings.TrimSuffix(word, "o") + "a"
	}
	if l.plural() {
		word += "s"
	}
	return word
}

// verb is the form that agrees with the label.
func (l label) verb(one, many string) string {
	if l.plural() {
		return many
	}
	return one
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}
