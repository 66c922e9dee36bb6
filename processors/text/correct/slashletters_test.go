package correct

import "testing"

func TestSlashBeforeState(t *testing.T) {
	for text, want := range map[string]string{
		"CUIABÁIMT": "CUIABÁ/MT", "SANTOSlSP": "SANTOS/SP", "CURITIBA": "CURITIBA", "SERGIPE": "SERGIPE", "Maringá": "Maringá", "VIN1SP": "VIN/SP", "SP": "SP", "12196/G0": "12196/GO", "LONDRINA/5P,": "LONDRINA/SP,", "QUADRA 5/P1": "QUADRA 5/P1", "10/B8": "10/B8", "A12IRJ": "A12IRJ",
	} {
		if got := slashBeforeState(text); got != want {
			t.Errorf("%s is taken for %s, want %s", text, got, want)
		}
	}
}
