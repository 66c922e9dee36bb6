package correct

import (
	"regexp"

	"lavra.dev/schemas/checkdigit"
)

// unsure is the confidence of a character below which another reading of it counts. Of
// digits that recognition reads right, 98 in 100 are above it.
const unsure = 0.9

// printed are the forms of numbers whose two check digits leave less than one false
// correction in thirty among a few unsure digits. One check digit would leave one in three.
var printed = []struct {
	kind string
	form *regexp.Regexp
}{
	{"cpf", regexp.MustCompile(`^\d{3}\.\d{3}\.\d{3}-\d{2}$`)},
	{"cnpj", regexp.MustCompile(`^\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}$`)},
	{"lawsuit", regexp.MustCompile(`^\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}$`)},
	{"registry", regexp.MustCompile(`^\d{6}[ .]?\d{2}[ .]?\d{2}[ .]?\d{4}[ .]?\d[ .]?\d{5}[ .]?\d{3}[ .]?\d{7}[-. ]?\d{2}$`)},
}

// ProvenDigit sets the one digit right that recognition was unsure of, where exactly one
// other reading of an unsure digit makes the check digits of a number right, and reports
// whether it did. Confidence is that of each byte of the word. A number that was read
// surely stays as it is: it may be printed so.
func ProvenDigit(word string, confidence []float32) (string, bool) {
	if len(confidence) != len(word) || len(word) < MinProven {
		return word, false
	}
	for _, p := range printed {
		if p.form.MatchString(word) {
			if text, ok := proven(p.kind, word, confidence); ok {
				return text, true
			}
			break
		}
	}
	return word, false
}

// MinProven is the length of the shortest number that ProvenDigit knows.
const MinProven = len("000.000.000-00")

// proven reports whether one reading of one unsure digit alone makes a number right that
// is wrong, and the number read so.
func proven(kind, text string, confidence []float32) (string, bool) {
	var digits []byte
	var at []int // of each digit in the text
	for i := range len(text) {
		if '0' <= text[i] && text[i] <= '9' {
			digits, at = append(digits, text[i]), append(at, i)
		}
	}
	if right, _ := checkdigit.Verify(kind, string(digits)); right {
		return "", false
	}
	found := ""
	for k, was := range digits {
		if confidence[at[k]] >= unsure {
			continue
		}
		for _, twin := range []byte(twins(was)) {
			digits[k] = twin
			if right, _ := checkdigit.Verify(kind, string(digits)); right {
				if found != "" {
					return "", false
				}
				found = text[:at[k]] + string(twin) + text[at[k]+1:]
			}
		}
		digits[k] = was
	}
	return found, found != ""
}
