package recognise

import (
	"lavra.dev/processors/text/correct"
	"lavra.dev/schemas/checkdigit"
)

// mendedPlate sets right what OCR took for a letter where a plate has a digit, or
// for a digit where it has a letter: its form says which of them it is. The fifth
// place may hold either and stays, but for a J read as a bracket. More than two such signs are no plate.
func mendedPlate(text string) (string, bool) {
	if len(text) != 7 {
		return "", false
	}
	mended, changes := []byte(text), 0
	for i, c := range mended {
		digit := c >= '0' && c <= '9'
		switch {
		case i < 3 && digit:
			mended[i] = correct.Letter(c)
		case (i == 3 || i > 4) && !digit:
			mended[i] = correct.Capital(c)
		case i == 4 && (c == ')' || c == ']'):
			mended[i] = 'J'
		default:
			continue
		}
		changes++
	}
	return string(mended), changes > 0 && changes <= 2 && checkdigit.Plate(string(mended))
}

// rules are the marks that OCR makes of the rule of a box before or behind a value.
const rules = "!|'´`,.:;()[]{}"
