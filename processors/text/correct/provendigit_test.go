package correct

import (
	"strings"
	"testing"
)

// 529.982.247-25 and 11.222.333/0001-81 have right check digits.
func TestADigitIsSetRightOnlyWhereReadingWasUnsure(t *testing.T) {
	for name, c := range map[string]struct{ read, unsure, want string }{
		"unsure of the wrong digit":          {"529.982.241-25", "          x   ", "529.982.247-25"},
		"sure of every digit: printed so":    {"529.982.241-25", "              ", "529.982.241-25"},
		"unsure of another digit":            {"529.982.241-25", "x             ", "529.982.241-25"},
		"right, though unsure":               {"529.982.247-25", "          x   ", "529.982.247-25"},
		"a company's":                        {"11.222.333/0007-81", "              x   ", "11.222.333/0001-81"},
		"eleven digits of another number":    {"52998224125", "          x", "52998224125"},
		"a letter, which is no other digit":  {"529.982.24l-25", "          x   ", "529.982.24l-25"},
		"a telephone with a dash and points": {"529.982.2412-5", "          x   ", "529.982.2412-5"},
	} {
		t.Run(name, func(t *testing.T) {
			confidence := make([]float32, len(c.read))
			for i := range confidence {
				confidence[i] = 0.99
				if strings.HasPrefix(c.unsure[i:], "x") {
					confidence[i] = 0.6
				}
			}
			got, changed := ProvenDigit(c.read, confidence)
			if got != c.want || changed != (c.read != c.want) {
				t.Errorf("%s, changed %v, want %s", got, changed, c.want)
			}
			if again, _ := ProvenDigit(c.read, nil); again != c.read {
				t.Errorf("without confidences: %s", again)
			}
		})
	}
}

func TestConfusionsGoBothWays(t *testing.T) {
	for digit := byte('0'); digit <= '9'; digit++ {
		if letter := Letter(digit); letter != 0 && Digit(letter) != digit {
			t.Errorf("%c is read as %c, which stands for %c", digit, letter, Digit(letter))
		}
		if strings.IndexByte(twins(digit), digit) >= 0 || twins(digit) == "" {
			t.Errorf("%c is read as %q", digit, twins(digit))
		}
	}
	if Digit('X') != 0 || Digit(0xC3) != 0 || Capital('l') != 0 || Letter('x') != 0 {
		t.Error("what looks like no digit is one")
	}
}

func FuzzProvenDigit(f *testing.F) {
	f.Add("529.982.241-25", byte(10))
	f.Fuzz(func(t *testing.T, word string, at byte) {
		confidence := make([]float32, len(word))
		if got, changed := ProvenDigit(word, confidence); len(got) != len(word) || !changed && got != word {
			t.Errorf("%q gives %q", word, got)
		}
	})
}
