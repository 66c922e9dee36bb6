package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Behind a sentence, a line in smaller letters is no part of the remarks over it.
func TestTextEndsBeforeOtherType(t *testing.T) {
	doc := documenttest.Typewritten(`
CERTIDÃO DE CASAMENTO
Matrícula: 080177 01 55 1999 2 00009 031 0002270 83

Averbações: Não há averbações.
Valide esta folha no portal da serventia`)
	lines := doc.Pages[0].Lines
	for i := range lines[len(lines)-1].Words {
		lines[len(lines)-1].Words[i].Box.Height *= 0.8
	}
	if got, want := read(t, "CERTIDAO_CASAMENTO", doc)["observacoes"], `"Não há averbações."`; got != want {
		t.Errorf("observacoes is %s, want %s", got, want)
	}
}
