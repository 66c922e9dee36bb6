package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Statements that group their entries by days, or tell the account in a phrase.
func TestStatementForms(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"a line with the date and the balance over the entries of each day", `
                                                             Banco do Sol S.A.
Otávio Luz Prado                                             Instituição: 077 - Banco do Sol
CPF: 529.982.247-25                                          Agência: 0001-9   Conta: 1234567-8
Extrato conta corrente
Período: 01/03/2025 a 31/03/2025

3 de Março de 2025                                                  Saldo do dia: R$ 1.150,00
Pix recebido de NINA LUZ                       R$ 50,00             R$ 1.150,00
4 de Março de 2025                                                  Saldo do dia: R$ 1.069,75
Compra no débito MERCADO                      -R$ 30,25             R$ 1.119,75
Pix enviado a BENTO PRADO                     -R$ 50,00             R$ 1.069,75

SAC: 0800 940 9999      Ouvidoria: 0800 940 7772`,
			map[string]string{
				"titular_nome": `"Otávio Luz Prado"`, "titular_cpf_cnpj": `"52998224725"`, "banco_codigo": `"077"`, "agencia": `"0001-9"`, "conta": `"1234567-8"`, "saldo_final": "1069.75",
				"lancamentos": `[{"data":"2025-03-03","descricao":"Pix recebido de NINA LUZ","valor":50,"saldo":1150},` +
					`{"data":"2025-03-04","descricao":"Compra no débito MERCADO","valor":-30.25,"saldo":1119.75},` +
					`{"data":"2025-03-04","descricao":"Pix enviado a BENTO PRADO","valor":-50,"saldo":1069.75}]`,
			}},
		{"the sums of the day tell credits from debits", `
Nina Luz Prado
CPF •••.982.247-••   Agência 0001   Conta 12345678-9

Movimentações

03 MAR 2025                Total de entradas                              + 1.050,00
                           Transferência recebida pelo Pix     OTÁVIO LUZ PRADO      50,00
                           Depósito recebido                   Boleto 123         1.000,00
04 MAR 2025                Total de saídas                                - 30,25
                           Compra no débito                    MERCADO BOM           30,25

Nu Pagamentos S.A. - Instituição de Pagamento    CNPJ: 18.236.120/0001-58`,
			map[string]string{
				"banco_nome": `"Nu Pagamentos S.A. - Instituição de Pagamento"`, "titular_nome": `"Nina Luz Prado"`, "agencia": `"0001"`, "conta": `"12345678-9"`, "total_creditos": "1050", "total_debitos": "30.25",
				"lancamentos": `[{"data":"2025-03-03","descricao":"Transferência recebida pelo Pix OTÁVIO LUZ PRADO","valor":50},` +
					`{"data":"2025-03-03","descricao":"Depósito recebido Boleto 123","valor":1000},{"data":"2025-03-04","descricao":"Compra no débito MERCADO BOM","valor":-30.25}]`,
			}},
		{"the account in a phrase, and later entries under words that end the table", `
Banco do Sol                                              Data: 02/04/2025 - 09h12
Nome: NINA LUZ PRADO
Extrato de: Ag: 8772 | CC: 0063551-0 | Entre 01/03/2025 e 31/03/2025
Data        Histórico                                Docto.      Crédito (R$)   Débito (R$)    Saldo (R$)
28/02/2025  SALDO ANTERIOR                                                                     100,00
03/03/2025  TRANSFERENCIA PIX                        1522314     50,00                         150,00
            REM: OTAVIO LUZ 03/03
04/03/2025  PAGTO ELETRON COBRANCA                   0000123                    -30,25         119,75
Total                                                            50,00          -30,25         119,75

Últimos Lançamentos
Data        Histórico                                Docto.      Crédito (R$)   Débito (R$)    Saldo (R$)
01/04/2025  TARIFA BANCARIA                          10425                      -15,00         104,75`,
			map[string]string{
				"titular_nome": `"NINA LUZ PRADO"`, "agencia": `"8772"`, "conta": `"0063551-0"`, "periodo_inicio": `"2025-03-01"`, "periodo_fim": `"2025-03-31"`,
				"saldo_inicial": "100", "saldo_final": "119.75", "total_creditos": "50", "total_debitos": "30.25",
				"lancamentos": `[{"data":"2025-03-03","descricao":"TRANSFERENCIA PIX REM: OTAVIO LUZ 03/03","documento":"1522314","valor":50,"saldo":150},` +
					`{"data":"2025-03-04","descricao":"PAGTO ELETRON COBRANCA","documento":"0000123","valor":-30.25,"saldo":119.75}]`,
			}},
		{"the last balance where no line names it, words that run on to the next heading", `
EXTRATO DE CONTA CORRENTE
NINA LUZ PRADO              Agência e Conta: 3512 / 01.001234-5

Data          Histórico                           Nº Documento      Crédito (R$)     Débito (R$)      Saldo (R$)
              SALDO ANTERIOR                                        0,00                              500,00
05/03/2025    PIX RECEBIDO                        000000            1.000,00                          1.500,00
10/03/2025    TARIFA MENSALIDADE PACOTE SERVICOS  030325                             49,90            1.450,10`,
			map[string]string{
				"titular_nome": `"NINA LUZ PRADO"`, "agencia": `"3512"`, "conta": `"01.001234-5"`, "saldo_inicial": "500", "saldo_final": "1450.1",
				"lancamentos": `[{"data":"2025-03-05","descricao":"PIX RECEBIDO","documento":"000000","valor":1000,"saldo":1500},` +
					`{"data":"2025-03-10","descricao":"TARIFA MENSALIDADE PACOTE SERVICOS","documento":"030325","valor":-49.9,"saldo":1450.1}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
