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
