package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction"
	"lavra.dev/schemas/catalogue"
)

// What follows a sum in figures is the sum in words only where it is one.
func TestAmountsInWords(t *testing.T) {
	typ, _ := catalogue.Lookup("RECIBO")
	for behind, want := range map[string]string{
		"R$ 300,00 referente a aulas de piano":                                                         "",
		"R$ 300,00 (trezentos reais) referente a aulas de piano":                                       `"trezentos reais"`,
		"R$ 1.210,50 (hum mil, duzentos e dez reais e cinquenta centavos), referente a aulas de piano": `"hum mil, duzentos e dez reais e cinquenta centavos"`,
		"R$ 42,00 (quarenia e dois reais) referente a aulas de piano":                                  `"quarenia e dois reais"`,
	} {
		doc := documenttest.Typewritten("RECIBO\nRecebi de Ana Luz Prado a quantia de " + behind + ".\nNatal, 12 de maio de 2025.\nCaio Brito Nunes")
		got := ""
		for _, f := range extraction.Extract(doc, typ) {
			if f.Name == "valor_por_extenso" {
				got = f.Value
			}
		}
		if got != want {
			t.Errorf("%q: read %s, want %s", behind, got, want)
		}
	}
}
