package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// "Pago em" leads a sentence on as well, but not to an option whose box is empty.
func TestOptionsThatNobodyTicked(t *testing.T) {
	got := read(t, "RECIBO", documenttest.Typewritten(`
IGREJA DO BOM FUTURO
CNPJ: 11.222.333/0001-81
RECIBO DE ENTRADA
Recebi de Nina Luz Prado a quantia de R$ 380,00 (trezentos e oitenta reais).
Pago em: ( ) Espécie     (X) PIX     ( ) Cartão
Natal - RN, 9 de agosto de 2026.`))
	if want := `"PIX"`; got["forma_pagamento"] != want {
		t.Errorf("it was paid in %s, want %s", got["forma_pagamento"], want)
	}
}

// A line of options goes on with no text: it is a question of its own.
func TestOptionsUnderAText(t *testing.T) {
	got := read(t, "RECIBO", documenttest.Typewritten(`
FUNERÁRIA BOM FUTURO
CNPJ: 11.222.333/0001-81
RECIBO Nº 0099                R$ 2.900,00
RECEBI DE NINA LUZ PRADO
A IMPORTÂNCIA DE DOIS MIL E NOVECENTOS REAIS
REF. A: SERVIÇOS FUNERÁRIOS COMPLETOS
( ) CHEQUE (X) DINHEIRO ( ) CARTÃO
NATAL, 22 DE JANEIRO DE 2026`))
	if want := `"SERVIÇOS FUNERÁRIOS COMPLETOS"`; got["referente_a"] != want {
		t.Errorf("it is for %s, want %s", got["referente_a"], want)
	}
}
