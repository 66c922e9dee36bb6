package extraction_test

import (
	"strings"
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

// Rows of a declaration stand as far apart as the longest description asks for.
func TestRowsFarApart(t *testing.T) {
	const apart = "\n\n\n\n"
	got := read(t, "IRPF", documenttest.Typewritten(`
NOME: NINA LUZ PRADO       IMPOSTO SOBRE A RENDA - PESSOA FÍSICA       EXERCÍCIO 2026
CPF: 529.982.247-25        DECLARAÇÃO DE AJUSTE ANUAL                  ANO-CALENDÁRIO 2025

DECLARAÇÃO DE BENS E DIREITOS
GRUPO   CÓDIGO   DISCRIMINAÇÃO                     SITUAÇÃO EM 31/12/2024   SITUAÇÃO EM 31/12/2025
01      11       Apartamento na Rua das Acácias    165.377,76               136.222,32`+apart+`
01      12       Casa na Rua do Sol 44             191.848,68               360.115,04`+apart+`
02      01       Automóvel Onix 2022                21.597,08               224.805,26`+apart+`
03      01       Ações da Vale                      79.212,60               262.613,20`))["bens_direitos"]
	if n := strings.Count(got, `"codigo"`); n != 4 {
		t.Errorf("%d of 4 rows are read: %s", n, got)
	}
}

// A text ends before the next line of the form, though nobody knows what that is called.
func TestTextsEndBeforeLabelsThatNobodyKnows(t *testing.T) {
	got := read(t, "RECIBO", documenttest.Typewritten(`
ESTACIONAMENTO CENTRAL LTDA
CNPJ 11.222.333/0001-81
RECIBO DE MENSALIDADE
No 000872
CLIENTE: BRENO AGUIAR SOUTO
CPF: 529.982.247-25
REF.: MENSALIDADE 11/2026
VAGA: 42
VALOR PAGO: R$ 280,00
FORMA: CARTAO DEBITO
DATA: 04/11/2026`))["referente_a"]
	if want := `"MENSALIDADE 11/2026"`; got != want {
		t.Errorf("it is for %s, want %s", got, want)
	}
}

// A note under an item runs across its columns, as the rest of what stands in one of them does not; what an item is may
// stand under its values.
func TestNotesUnderItems(t *testing.T) {
	got := read(t, "NFE", documenttest.Typewritten(`
DANFE     Nº 1.234   SÉRIE 1     SAÍDA 1
DADOS DOS PRODUTOS
CÓDIGO   DESCRIÇÃO          NCM/SH     CST   CFOP   UN   QUANT     VL UNIT    VL TOTAL
7891     VACINA AFTOSA      30024200   040   5102   FR   20,0000   62,5000    1.250,00
         BIVALENTE
Lote: PA0417B Fab: 02/2026 Val: 02/2028
8120     IVERMECTINA 1%     30049059   000   5102   FR   12,0000   88,9000    1.066,80
Lote: IV22881 Fab: 11/2025 Val: 11/2027`))["itens"]
	for _, want := range []string{`"codigo":"7891","descricao":"VACINA AFTOSA BIVALENTE"`, `"codigo":"8120","descricao":"IVERMECTINA 1%"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s among %s", want, got)
		}
	}
}
