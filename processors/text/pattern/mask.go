package pattern

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// Masked is a word that has one of the forms of a mask, without the punctuation
// around it: # is a digit, A a capital letter, all else itself. On OCR pages letters
// that look like digits are digits, where one digit at least is read.
func Masked(masks []string, t *layout.Token) string {
	word := recognise.Bare(t.Text)
	word = strings.TrimRight(word, "/") // which parts it from the next one: "05P/104CV"
	for _, mask := range masks {
		if len(mask) == len(word) && fitsMask(mask, word) {
			return word
		}
	}
	if !t.OCR || !layout.HasDigit(word) {
		return ""
	}
	for _, mask := range masks {
		if len(mask) != len(word) {
			continue
		}
		mended := []byte(word)
		for i := range mended {
			if digit, ok := looksLike[mended[i]]; ok && mask[i] == '#' {
				mended[i] = digit
			}
		}
		if fitsMask(mask, string(mended)) {
			return string(mended)
		}
	}
	return ""
}

// looksLike are the letters that OCR reads in place of digits.
var looksLike = map[byte]byte{'O': '0', 'o': '0', 'I': '1', 'l': '1', 'Z': '2', 'S': '5', 's': '5', 'B': '8', 'g': '9'}

func fitsMask(mask, word string) bool {
	for i := range len(mask) {
		digit, letter := word[i] >= '0' && word[i] <= '9', word[i] >= 'A' && word[i] <= 'Z'
		if mask[i] == '#' && !digit || mask[i] == 'A' && !letter || mask[i] != '#' && mask[i] != 'A' && mask[i] != word[i] {
			return false
		}
	}
	return true
}
