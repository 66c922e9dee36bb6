package pattern

import (
	"strings"

	"lavra.dev/processors/text/correct"
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
	return ToMask(masks, word)
}

// ToMask is a word as OCR read it in one of the forms of a mask: letters that look like
// digits are digits where the mask has them, small letters capitals. KNRI1L is KNRI11.
func ToMask(masks []string, word string) string { return toMask(masks, word, false) }

// CodeToMask is ToMask of a word that surely is a code of that form: the digit that stands
// where its one letter must be is the letter that it looks like. 110 is I10.
func CodeToMask(masks []string, word string) string { return toMask(masks, word, true) }

func toMask(masks []string, word string, code bool) string {
	for _, mask := range masks {
		if len(mask) != len(word) {
			continue
		}
		mended := []byte(word)
		for i, c := range mended {
			switch digit, letter := correct.Digit(c), correct.Letter(c); {
			case mask[i] == '#' && digit != 0:
				mended[i] = digit
			case mask[i] == 'A' && 'a' <= c && c <= 'z':
				mended[i] = c - 'a' + 'A'
			case mask[i] == 'A' && letter != 0 && code && strings.Count(mask, "A") == 1:
				mended[i] = letter
			}
		}
		if fitsMask(mask, string(mended)) {
			return string(mended)
		}
	}
	return ""
}

func fitsMask(mask, word string) bool {
	for i := range len(mask) {
		digit, letter := word[i] >= '0' && word[i] <= '9', word[i] >= 'A' && word[i] <= 'Z'
		if mask[i] == '#' && !digit || mask[i] == 'A' && !letter || mask[i] != '#' && mask[i] != 'A' && mask[i] != word[i] {
			return false
		}
	}
	return true
}
