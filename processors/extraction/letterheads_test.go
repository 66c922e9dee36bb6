package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Many print their name at the head of the page and their address at its foot, no word of which says what they are.
func TestNameAtTheHeadOfItsAddressAtTheFoot(t *testing.T) {
	got := read(t, "LAUDO_MEDICO", documenttest.Typewritten(`
Reumacentro Litoral
Reumatologia e infusão

                         LAUDO MÉDICO
Paciente: Nina Luz Prado
CPF: 529.982.247-25
Em seguimento desde 2017, com artrite de mãos e punhos (M05.9).

Pelotas, 3 de novembro de 2025

                      Dr. Heitor Lobato Kruel
                      Reumatologia - CRM 30881-RS


Rua Lobo da Costa, 1450 - Pelotas/RS`))
	if want := `"Reumacentro Litoral"`; got["estabelecimento_nome"] != want {
		t.Errorf("the facility is %q, want %q", got["estabelecimento_nome"], want)
	}
}

// The district in a letterhead is nobody, though the number of who writes stands behind it.
func TestDistrictBeforeTheNumberOfALetterhead(t *testing.T) {
	got := read(t, "RECIBO", documenttest.Typewritten(`
IGREJA DO BOM FUTURO DO CERRADO
Templo Central: Rua Sete de Setembro, 1190 – Setor Norte – Gurupi – TO
CNPJ: 11.222.333/0001-81
TESOURARIA – RECIBO DE ENTRADA                Nº 002917
Nome: Nina Luz Prado
Valor: R$ 380,00
Por extenso: trezentos e oitenta reais
Gurupi - TO, 09 de agosto de 2026.`))
	if want := `"Nina Luz Prado"`; got["pagador_nome"] != want {
		t.Errorf("it is paid by %s, want %s", got["pagador_nome"], want)
	}
}
