package reader

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

func TestMended(t *testing.T) {
	for in, want := range map[string]string{
		"5º VARA DO TRABALHO":        "5ª VARA DO TRABALHO",
		"31º Câmara de Direito":      "31ª Câmara de Direito",
		"TRIBUNAL DA 5º REGIÃO":      "TRIBUNAL DA 5ª REGIÃO",
		"2º Tabelionato de Notas":    "2º Tabelionato de Notas",
		"1º dia útil":                "1º dia útil",
		"Art. 1º A posse":            "Art. 1º A posse",
		"“CUNHA INDÚSTRIA LTDA":      "CUNHA INDÚSTRIA LTDA",
		"denominada “CONTRATANTE” e": "denominada “CONTRATANTE” e",
		"| 171.856,55 |15.467,09":    "171.856,55 15.467,09",
	} {
		var words []document.Word
		for _, w := range strings.Fields(in) {
			words = append(words, document.Word{Text: w})
		}
		if got := (document.Line{Words: mended(words)}).String(); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
