package correct

import (
	"regexp"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
)

// twoDots is an ü whose dots were taken for those of two i's: "Riidiger", "Schiitz". Before another consonant only names
// out of Japanese have two i's, behind an n or an h: "Niimi", "Shiino".
var twoDots = regexp.MustCompile(`^(\p{Lu}(?:\p{Ll}*(?:[bdfgklmprtwz]|sch|ch))?|Sch|Ch)ii([bcdfghklmnrstz]\p{Ll}*[.,;:]?)$`)

// umlaut sets right a name with an ü that was read as two i's.
func umlaut(word string) string {
	m := twoDots.FindStringSubmatch(word)
	if m == nil || m[1] == "N" || m[1] == "Ch" || m[1] == "H" && m[2][0] == 'n' {
		return word
	}
	return m[1] + "ü" + m[2]
}

// capitalOfName sets right the I that begins a given name and looks like a small l: "lan Castilho". Behind a small word
// it may be one: "do lago Azul".
func capitalOfName(words []document.Word) {
	for i := 0; i+1 < len(words); i++ {
		text := words[i].Text
		if len(text) < 3 || text[0] != 'l' || !capitalised(words[i+1].Text) || i > 0 && !capitalised(words[i-1].Text) && !endsLabel(words[i-1].Text) {
			continue
		}
		if name := "I" + text[1:]; lexicon.GivenName(fold.Text(name)) {
			words[i].Text, words[i].Mended = name, true
		}
	}
}

// capitalised reports whether a word begins with a capital and goes on with small letters.
func capitalised(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	second, _ := utf8.DecodeRuneInString(word[size:])
	return unicode.IsUpper(first) && unicode.IsLower(second)
}

// endsLabel reports whether a value begins behind a word.
func endsLabel(word string) bool { return word[len(word)-1] == ':' || word[len(word)-1] == '-' }
