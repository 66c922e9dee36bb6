package correct

import (
	_ "embed"
	"strings"
)

//go:embed confusions.txt
var confusionsFile string

// confusions are the signs taken for each digit, and the digits taken for it.
var confusions = func() (c struct {
	digit  [128]byte  // that a letter or sign stands for; 0: none
	letter [10]byte   // that a digit stands for where a letter must be; 0: none
	twins  [10]string // digits that are read for it
}) {
	for line := range strings.Lines(confusionsFile) {
		parts := strings.Fields(line)
		if len(parts) != 3 || parts[0] == "#" {
			continue
		}
		digit := parts[0][0]
		c.twins[digit-'0'] = parts[2]
		if parts[1] == "-" {
			continue
		}
		c.letter[digit-'0'] = parts[1][0]
		for _, sign := range []byte(parts[1]) {
			c.digit[sign] = digit
		}
	}
	return c
}()

// Digit is the digit that a letter or sign is read for; 0 if none.
func Digit(sign byte) byte {
	if sign >= 128 {
		return 0
	}
	return confusions.digit[sign]
}

// Digits is a text with digits for the letters and signs that are read for them.
func Digits(text string) string {
	out := []byte(text)
	for i, sign := range out {
		if digit := Digit(sign); digit != 0 {
			out[i] = digit
		}
	}
	return string(out)
}

// Capital is the digit that a capital letter is read for; 0 if none. It is for codes that
// have capitals only, where small letters and signs are no reading of a digit.
func Capital(letter byte) byte {
	if letter < 'A' || letter > 'Z' {
		return 0
	}
	return Digit(letter)
}

// Letter is the capital that a digit is read for; 0 if none.
func Letter(digit byte) byte {
	if digit < '0' || digit > '9' {
		return 0
	}
	return confusions.letter[digit-'0']
}

// twins are the digits that one is read for.
func twins(digit byte) string { return confusions.twins[digit-'0'] }
