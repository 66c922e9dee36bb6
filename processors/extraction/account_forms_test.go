package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Bank statements in the columns of other banks.
func TestAccountForms(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"letters apart from the sums, the branch and the batch in columns of their own", `
BANCO DO BRASIL S.A.                                   Extrato de conta corrente
Agência    1234-5
Conta      67.890-1   MARIA LUZ PRADO
Período do extrato   03 / 2025

Dt. balancete   Dt. movimento   Ag. origem   Lote    Histórico                     Documento         Valor R$       Saldo
28/02/2025                      0000         00000   000 Saldo Anterior                                             100,00 C
05/03/2025                      0000         14397   821 Pix - Recebido            51.633.241        50,00 C
05/03/2025                      0000         13105   109 Pagamento de Boleto       30.501            30,25 D        119,75 C
31/03/2025                      0000         00000   999 S A L D O                                                  119,75 C`,
			map[string]string{
				"banco_nome": `"BANCO DO BRASIL S.A."`, "agencia": `"1234-5"`, "conta": `"67.890-1"`, "saldo_inicial": "100", "saldo_final": "119.75",
				"lancamentos": `[{"data":"2025-03-05","descricao":"821 Pix - Recebido","documento":"51.633.241","valor":50},{"data":"2025-03-05","descricao":"109 Pagamento de Boleto","documento":"30.501","valor":-30.25,"saldo":119.75}]`,
			}},
		{"the number before the words, a letter behind each sum", `
CAIXA ECONÔMICA FEDERAL
Extrato por período
Cliente: NINA LUZ PRADO
Conta: 3512 / 001 / 00012345-6          Data: 01/04/2025 - 10:15          Mês: Março/2025
Período: 01/03/2025 a 31/03/2025

Data Mov.     Nr. Doc.     Histórico                 Valor           Saldo
              000000       SALDO ANTERIOR            0,00            100,00 C
05/03/2025    051234       CRED PIX                  50,00 C         150,00 C
06/03/2025    061235       PAG BOLETO                30,25 D         119,75 C`,
			map[string]string{
				"banco_nome": `"CAIXA ECONÔMICA FEDERAL"`, "titular_nome": `"NINA LUZ PRADO"`, "periodo_inicio": `"2025-03-01"`, "periodo_fim": `"2025-03-31"`, "saldo_inicial": "100",
				"saldo_final": "119.75",
				"lancamentos": `[{"data":"2025-03-05","descricao":"CRED PIX","documento":"051234","valor":50,"saldo":150},{"data":"2025-03-06","descricao":"PAG BOLETO","documento":"061235","valor":-30.25,"saldo":119.75}]`,
			}},
		{"the wallet of a shop, with the number of each operation", `
EXTRATO DE CONTA
Mercado Pago Instituição de Pagamento Ltda.
Nina Luz Prado
CPF/CNPJ: 52998224725
Agência: 0001   Conta: 1234567890-1
Período: De 01-03-2025 a 31-03-2025

Saldo inicial: R$ 100,00     Entradas: R$ 50,00     Saídas: R$ -30,25     Saldo final: R$ 119,75

DETALHE DOS MOVIMENTOS
Data          Descrição                                  ID da operação     Valor          Saldo
05-03-2025    Transferência Pix recebida OTAVIO LUZ      104123456789       R$ 50,00       R$ 150,00
06-03-2025    Pagamento com QR Pix MERCADO BOM           104123456790       R$ -30,25      R$ 119,75`,
			map[string]string{
				"banco_nome": `"Mercado Pago Instituição de Pagamento Ltda."`, "titular_nome": `"Nina Luz Prado"`, "titular_cpf_cnpj": `"52998224725"`, "agencia": `"0001"`, "conta": `"1234567890-1"`,
				"periodo_inicio": `"2025-03-01"`, "periodo_fim": `"2025-03-31"`, "saldo_inicial": "100", "saldo_final": "119.75", "total_creditos": "50",
				"lancamentos": `[{"data":"2025-03-05","descricao":"Transferência Pix recebida OTAVIO LUZ","documento":"104123456789","valor":50,"saldo":150},{"data":"2025-03-06","descricao":"Pagamento com QR Pix MERCADO BOM","documento":"104123456790","valor":-30.25,"saldo":119.75}]`,
			}},
		{"an application: the day over its entries, the hour before each", `
Banco Inter S.A. - CNPJ 00.416.968/0001-01
Extrato conta corrente
Nina Luz Prado     CPF: 529.982.247-25
Instituição: Banco Inter     Agência: 0001-9     Conta: 12345678-9
Período: 01/03/2025 a 31/03/2025
Saldo total R$ 119,75       Saldo disponível R$ 119,75       Saldo bloqueado R$ 0,00

5 de Março de 2025      Saldo do dia: R$ 150,00
Pix recebido: "Cp :12345-OTAVIO LUZ"           R$ 50,00        R$ 150,00
6 de Março de 2025      Saldo do dia: R$ 119,75
Pagamento efetuado: "MERCADO BOM"              - 30,25         R$ 119,75`,
			map[string]string{
				"banco_nome": `"Banco Inter"`, "titular_nome": `"Nina Luz Prado"`, "agencia": `"0001-9"`, "conta": `"12345678-9"`, "saldo_final": "119.75",
				"lancamentos": `[{"data":"2025-03-05","descricao":"Pix recebido: \"Cp :12345-OTAVIO LUZ","valor":50,"saldo":150},{"data":"2025-03-06","descricao":"Pagamento efetuado: \"MERCADO BOM","valor":-30.25,"saldo":119.75}]`,
			}},
		{"credits and debits under one heading, days as figures, the words in two lines", `
SANTANDER                                                        EXTRATO CONSOLIDADO INTELIGENTE
Banco Santander (Brasil) S.A.                                    março/2025
Nome                         Agência        Conta Corrente
NINA LUZ PRADO               1234           01.012345.6

Conta Corrente - Movimentação
                                                                 Movimentos (R$)
Data      Descrição                        Nº Documento     Créditos        Débitos         Saldo (R$)
28/02     SALDO EM 28/02                                                                    100,00
05/03     PIX RECEBIDO                     -                50,00                           150,00
          OTAVIO LUZ
06/03     PAGAMENTO DE BOLETO              061235                           30,25-          119,75
31/03     SALDO EM 31/03                                                                    119,75

Saldos por período`,
			map[string]string{
				"banco_nome": `"Banco Santander (Brasil) S.A."`, "titular_nome": `"NINA LUZ PRADO"`, "agencia": `"1234"`, "conta": `"01.012345.6"`, "saldo_final": "119.75",
				"lancamentos": `[{"data":"2025-03-05","descricao":"PIX RECEBIDO OTAVIO LUZ","valor":50,"saldo":150},{"data":"2025-03-06","descricao":"PAGAMENTO DE BOLETO","documento":"061235","valor":-30.25,"saldo":119.75}]`,
			}},
		{"a letter in a column of its own, totals in a box", `
COOPERATIVA DE CRÉDITO BOM FUTURO - SICOOB BOM FUTURO
Cooperativa: 3512-8          Conta corrente: 12.345-6          Associado: NINA LUZ PRADO
Extrato do período de 01/03/2025 a 31/03/2025                  Emitido em 01/04/2025 às 08:30

Data         Documento     Histórico                      Valor         D/C
01/03/2025                 SALDO ANTERIOR                 100,00        C
05/03/2025   PIX           PIX RECEBIDO - OUTRA IF        50,00         C
06/03/2025   061235        DÉB. TÍTULO COMPE EFETIVADO    30,25         D
06/03/2025                 SALDO DO DIA                   119,75        C

RESUMO
(+) Total de créditos: 50,00
(-) Total de débitos: 30,25
(=) Saldo em conta: 119,75`,
			map[string]string{
				"titular_nome": `"NINA LUZ PRADO"`, "agencia": `"3512-8"`, "conta": `"12.345-6"`, "saldo_inicial": "100", "saldo_final": "119.75", "total_creditos": "50", "total_debitos": "30.25", "data_emissao": `"2025-04-01"`,
				"lancamentos": `[{"data":"2025-03-05","descricao":"PIX RECEBIDO - OUTRA IF","valor":50},{"data":"2025-03-06","descricao":"DÉB. TÍTULO COMPE EFETIVADO","documento":"061235","valor":-30.25}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
