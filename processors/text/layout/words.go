package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// HasDigit reports whether a digit stands in a word.
func HasDigit(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}

// OnlyDigits reports whether nothing but digits stands in a word, if anything.
func OnlyDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// HasFigure reports whether a digit or the sign of a currency stands in a word.
func HasFigure(s string) bool { return strings.ContainsAny(s, "0123456789$") }

// HasCapital reports whether a word begins with a capital.
func HasCapital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// Small reports whether a word begins with a small letter.
func (t *Token) Small() bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(t.Text, "\"“”'(-"))
	return unicode.IsLower(r)
}

// Dash reports whether a token parts two things on a line.
func (t *Token) Dash() bool {
	return t.Fold == "" && strings.Trim(t.Text, "-–—|•·/") == "" && t.Text != ""
}

// LastRune is the last character of a word.
func LastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}
