package correct

import (
	"testing"

	"lavra.dev/processors/document"
)

func TestDaysReadAsLetters(t *testing.T) {
	for in, want := range map[string]string{
		"Guarulhos, SP, s de junho de 2026.": "Guarulhos, SP, 5 de junho de 2026.",
		"Santos, lO de março de 2025":        "Santos, 10 de março de 2025",
		"em l7 de maio de 1998, sendo":       "em 17 de maio de 1998, sendo",
		"e de junho de 2026":                 "e de junho de 2026",
		"o de março de 2025":                 "o de março de 2025", // none has the day 0
		"5 de junho de 2026":                 "5 de junho de 2026",
	} {
		if got := (document.Line{Words: misreadWords(set(in))}).String(); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
