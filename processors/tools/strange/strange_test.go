package strange

import (
	"fmt"
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// A strange document has other words for some of its labels, and all of its values.
func TestAStrangeDocumentKeepsItsValues(t *testing.T) {
	doc := documenttest.Typewritten("Nome do paciente: Rosa Luz Prado\nNascimento: 12/05/1990\nEndereço residencial completo: Rua das Flores, 12\nObservações gerais sobre atendimento prestado anteriormente")
	truth := map[string]any{"paciente_nome": "Rosa Luz Prado", "endereco": "Rua das Flores, 12"}
	plain, changed := words(layout.Of(doc)), 0
	for variant := range 5 {
		for i, other := range words(layout.Of(Document(doc, truth, fmt.Sprint(variant), Share))) {
			if plain[i] == other {
				continue
			}
			changed++
			if strings.Contains("rosa luz prado rua das flores 12051990", plain[i]) {
				t.Errorf("%q of a value became %q", plain[i], other)
			}
			if len(plain[i]) != len(other) {
				t.Errorf("%q became %q", plain[i], other)
			}
		}
	}
	if changed == 0 || changed == 5*len(plain) {
		t.Errorf("%d words are others", changed)
	}
}

func words(sheet *layout.Sheet) []string {
	out := make([]string, len(sheet.Tokens))
	for i := range out {
		out[i] = sheet.Tokens[i].Fold
	}
	return out
}
