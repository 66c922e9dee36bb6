// Package fold reduces words to what two printings of them share, which is how words are looked up everywhere.
//
// In comes any text; out go its small letters without accents and its digits, nothing else. It knows no word.
package fold

import (
	"strings"
	"unicode/utf8"
)

// Text reduces text to what two printings of the same words share: small letters
// without accents and digits, nothing else. "Nº do Documento:" is "nododocumento".
func Text(s string) string {
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
