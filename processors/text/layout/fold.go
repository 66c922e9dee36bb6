package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold reduces text to what two printings of the same words share: small letters
// without accents and digits, nothing else. "Nº do Documento:" is "nododocumento".
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			if f := foldASCII[c]; f != 0 {
				b.WriteByte(f)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		b.WriteString(foldRune(r))
	}
	return b.String()
}

// HasDigit reports whether a digit stands in a word.
func HasDigit(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}

var foldASCII = func() (t [utf8.RuneSelf]byte) {
	for c := byte('a'); c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = c, c
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = c
	}
	t['$'] = 's'
	return t
}()

func foldRune(r rune) string {
	switch r {
	case 'á', 'à', 'â', 'ã', 'ä', 'å', 'Á', 'À', 'Â', 'Ã', 'Ä', 'Å', 'ª':
		return "a"
	case 'é', 'è', 'ê', 'ë', 'É', 'È', 'Ê', 'Ë':
		return "e"
	case 'í', 'ì', 'î', 'ï', 'Í', 'Ì', 'Î', 'Ï':
		return "i"
	case 'ó', 'ò', 'ô', 'õ', 'ö', 'Ó', 'Ò', 'Ô', 'Õ', 'Ö', 'º', '°':
		return "o"
	case 'ú', 'ù', 'û', 'ü', 'Ú', 'Ù', 'Û', 'Ü':
		return "u"
	case 'ç', 'Ç':
		return "c"
	case 'ñ', 'Ñ':
		return "n"
	case '³':
		return "3"
	case '²':
		return "2"
	}
	return ""
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
