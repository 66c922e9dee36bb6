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

// The number under each name of a row is his, without a label.
func TestNumbersUnderNamesSideBySide(t *testing.T) {
	got := read(t, "RECIBO", documenttest.Typewritten(`
                     Recibo de Pagamento

Pagador             Recebedor           Valor
Sandro Vidal Pires  Ivone Castro Luz    R$ 900,00
529.982.247-25      111.444.777-35

Descrição: aulas particulares de piano em outubro de 2026
Pagamento: Pix em 30/10/2026
Documento gerado em Joinville - SC, 30/10/2026.`))
	if got["pagador_cpf_cnpj"] != `"52998224725"` || got["recebedor_cpf_cnpj"] != `"11144477735"` {
		t.Errorf("who pays has %s and who receives %s", got["pagador_cpf_cnpj"], got["recebedor_cpf_cnpj"])
	}
}
