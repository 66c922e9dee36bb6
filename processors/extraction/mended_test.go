package extraction_test

import (
	"slices"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction"
	"lavra.dev/schemas/catalogue"
)

// A value in which the reader set letters right says so.
func TestMendedWordsAreRepairedValues(t *testing.T) {
	doc := documenttest.Typewritten(`
RECIBO
Recebi de Ana Luz Prado, CPF 529.982.247-25, a quantia de R$ 300,00 referente a aulas de piano.
Natal, 12 de maio de 2025.
Caio Brito Nunes`)
	typ, _ := catalogue.Lookup("RECIBO")
	for _, mended := range []bool{false, true} {
		for _, l := range doc.Pages[0].Lines {
			for i := range l.Words {
				if l.Words[i].Text == "529.982.247-25," {
					l.Words[i].Mended = mended
				}
			}
		}
		found := false
		for _, f := range extraction.Extract(doc, typ) {
			if f.Name != "pagador_cpf_cnpj" {
				continue
			}
			found = true
			if got := slices.Contains(f.Leaves[0].Witnesses, "repaired"); got != mended {
				t.Errorf("%s: mended %t, witnesses %v", f.Name, mended, f.Leaves[0].Witnesses)
			}
		}
		if !found {
			t.Error("the CPF was not read")
		}
	}
}
