package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Words beside a label are nobody, though the label could be a role.
func TestSubjectsAreNoParties(t *testing.T) {
	got := read(t, "DOCUMENTO_JURIDICO", documenttest.Typewritten(`
                    PODER JUDICIÁRIO
     JUSTIÇA FEDERAL DE PRIMEIRA INSTÂNCIA - 5ª REGIÃO
             Seção Judiciária do Ceará
                 9ª Vara Federal

     MANDADO DE CITAÇÃO, PENHORA E AVALIAÇÃO

PROCESSO: 0803311-57.2025.4.05.8101
CLASSE: EXECUÇÃO FISCAL
ASSUNTO: Dívida Ativa (Execução Fiscal)
EXEQUENTE: UNIÃO FEDERAL - FAZENDA NACIONAL
EXECUTADO: CERÂMICA ARACATIAÇU LTDA e outro
VALOR DA DÍVIDA: R$ 118.440,06 (atualizado até 02/2025)

O Doutor TELMO BARBOSA SIQUEIRA, Juiz Federal da 9ª Vara, MANDA que CITE o corresponsável
na Rua Coronel José Sabóia, 419, Centro, Sobral/CE, para pagar a dívida em 5 (cinco) dias.`))
	if want := `[{"papel":"EXEQUENTE","nome":"UNIÃO FEDERAL - FAZENDA NACIONAL"},{"papel":"EXECUTADO","nome":"CERÂMICA ARACATIAÇU LTDA"}]`; got["partes"] != want {
		t.Errorf("the parties are %s, want %s", got["partes"], want)
	}
}
