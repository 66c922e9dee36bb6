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

// The rows behind one that was misread are still those of their table, and no items of another list.
func TestRestOfATableBehindAMisreadRow(t *testing.T) {
	got := read(t, "INFORME_RENDIMENTOS_CORRETORAS", documenttest.Scanned(0.96, `
CUSTÓDIA DE TÍTULOS E VALORES MOBILIÁRIOS
Papel      Emissor          Quantidade     31/12/2024     31/12/2025
ITSA4      ITAUSA S.A.      1.310          9.124,15       11.788,69
KNCR11     FII KINEA        85             0,00           8.748,20

IMPOSTO DE RENDA RETIDO NA FONTE - RENDA VARIÁVEL
Mês          Operações comuns (0,005%)     Operações day-trade (1%)
Mai/2025     0,00                          0,00
Jun/2025     112                           0,00
Jul/2025     0,00                          0,00
Ago/2025     0,00                          0,00
Set/2025     0,00                          0,00
Out/2025     0,31                          0,00
Nov/2025     0,00                          0,00
Dez/2025     0,00                          0,00`))
	const want = `[{"ativo":"ITSA4","quantidade":1310,"valor_anterior":9124.15,"valor_atual":11788.69},{"ativo":"KNCR11","quantidade":85,"valor_anterior":0,"valor_atual":8748.2}]`
	if got["posicoes"] != want || got["proventos"] != "" {
		t.Errorf("positions are\n%s\nwant\n%s\nand proceeds %q", got["posicoes"], want, got["proventos"])
	}
}
