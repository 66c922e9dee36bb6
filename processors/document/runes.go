package document

import "unicode"

func isLetter(c rune) bool {
	if c < 0x80 {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return unicode.IsLetter(c)
}

func isLower(c rune) bool { return unicode.IsLower(c) }
