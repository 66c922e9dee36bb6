package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// A program sets its lines as far apart as boxes of forms: those of one text belong together all the same.
func TestInstructionsOnLinesFarApart(t *testing.T) {
	doc := documenttest.Typewritten(`
Agência / Código do Beneficiário      Nosso Número            Valor do Documento
7110-7/9422621-1                      06/33523458567-1        53,74
Informações de Responsabilidade do Beneficiário
Referente ao contrato nº 7609.
Após o vencimento cobrar multa de 2,00% e juros de 1,00% ao mês.
Não receber após 30 dias do vencimento.`)
	const apart = 1.35
	page := &doc.Pages[0]
	for i := range page.Lines {
		page.Lines[i].Box.Top *= apart
		for k := range page.Lines[i].Words {
			page.Lines[i].Words[k].Box.Top *= apart
		}
	}
	want := `"Referente ao contrato nº 7609. Após o vencimento cobrar multa de 2,00% e juros de 1,00% ao mês. Não receber após 30 dias do vencimento."`
	if got := read(t, "BOLETO", doc)["instrucoes"]; got != want {
		t.Errorf("instrucoes: got %s, want %s", got, want)
	}
}
