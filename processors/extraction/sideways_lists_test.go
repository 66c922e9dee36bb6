package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Yearly statements whose lists are no plain tables: on their side, in sentences, beside
// another list.
func TestSidewaysLists(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"products side by side, one without all its sums, and their total", "INFORME_RENDIMENTOS_BANCOS", `
BANCO BOM SABER S.A.                                                       CNPJ 11.222.333/0001-81
Informe de Rendimentos Financeiros - Ano-calendário 2024

Cliente: OTAVIO LUZ PRADO                CPF: 529.982.247-25
Ag. e conta: 0710 / 12345-6

Produto                          Poupança        CDB Pós-fixado       LCI Imobiliária            Total
Saldo em 31/12/2023              1.000,00              5.000,00              2.000,00         8.000,00
Saldo em 31/12/2024              1.100,00              6.000,00                               7.100,00
Rendimento líquido                  70,00                410,00                180,00           660,00
IR retido na fonte                                        89,25                                  89,25
Tributação                         Isento             Exclusiva                Isento

Emitido em 10/02/2025
`,
			map[string]string{
				"agencia": `"0710"`,
				"conta":   `"12345-6"`,
				"produtos": `[{"descricao":"Poupança","saldo_anterior":1000,"saldo_atual":1100,"rendimento":70},` +
					`{"descricao":"CDB Pós-fixado","saldo_anterior":5000,"saldo_atual":6000,"rendimento":410,"imposto_retido":89.25},` +
					`{"descricao":"LCI Imobiliária","saldo_anterior":2000,"rendimento":180}]`,
				"total_imposto_retido": "89.25",
			}},
		{"members side by side", "INFORME_PLANO_SAUDE", `
VIDA PLENA OPERADORA DE SAÚDE LTDA
CNPJ 11.222.333/0001-81        Registro ANS 312345

Demonstrativo de pagamentos para imposto de renda - ano-calendário 2024

Titular: OTAVIO LUZ PRADO            CPF: 529.982.247-25

Beneficiário            OTAVIO LUZ PRADO        MARIA SOL PRADO         NINA LUZ PRADO
CPF                     529.982.247-25          111.444.777-35          390.533.447-05
Parentesco              Titular                 Cônjuge                 Filha
Valor pago              3.600,00                3.200,00                1.800,00
Reembolso                 200,00                    0,00                   50,00

Total pago: R$ 8.600,00        Total reembolsado: R$ 250,00
`,
			map[string]string{
				"beneficiarios": `[{"nome":"OTAVIO LUZ PRADO","cpf":"52998224725","parentesco":"Titular","valor_pago":3600,"valor_reembolsado":200},` +
					`{"nome":"MARIA SOL PRADO","cpf":"11144477735","parentesco":"Cônjuge","valor_pago":3200,"valor_reembolsado":0},` +
					`{"nome":"NINA LUZ PRADO","cpf":"39053344705","parentesco":"Filha","valor_pago":1800,"valor_reembolsado":50}]`,
				"valor_total":       "8600",
				"total_reembolsado": "250",
			}},
		{"members side by side, under half of whose labels nobody knows what stands", "INFORME_PLANO_SAUDE", `
VIDA PLENA OPERADORA DE SAÚDE LTDA
CNPJ 11.222.333/0001-81        Registro ANS 312345

Demonstrativo de pagamentos para imposto de renda - ano-calendário 2024

Titular: OTAVIO LUZ PRADO            CPF: 529.982.247-25

Valores de cada pessoa
Gente coberta           OTAVIO LUZ              MARIA SOL               NINA LUZ
                        PRADO                   PRADO                   PRADO
Cadastro 1              529.982.247-25          111.444.777-35          390.533.447-05
Parentesco              Titular                 Cônjuge                 Filha
Entregue                3.600,00                3.200,00                1.800,00
Reembolso                 200,00                                           50,00

Total pago: R$ 8.600,00        Total reembolsado: R$ 250,00
`,
			map[string]string{
				"beneficiarios": `[{"nome":"OTAVIO LUZ PRADO","cpf":"52998224725","parentesco":"Titular","valor_pago":3600,"valor_reembolsado":200},` +
					`{"nome":"MARIA SOL PRADO","cpf":"11144477735","parentesco":"Cônjuge","valor_pago":3200},` +
					`{"nome":"NINA LUZ PRADO","cpf":"39053344705","parentesco":"Filha","valor_pago":1800,"valor_reembolsado":50}]`,
			}},
		{"members in items, the kin in brackets", "INFORME_PLANO_SAUDE", `
              DECLARAÇÃO DE QUITAÇÃO ANUAL

A Vida Plena Operadora de Saúde Ltda, CNPJ 11.222.333/0001-81, registro ANS nº 312345,
declara, para fins de imposto de renda, que o Sr. Otavio Luz Prado, CPF 529.982.247-25,
contrato nº 778812, produto Essencial Plus, pagou no ano-calendário de 2024 os valores
abaixo relacionados:

1) Otavio Luz Prado (titular), CPF 529.982.247-25: pagamentos de R$ 3.600,00 e reembolso
   de R$ 200,00;
2) Maria Sol Prado (cônjuge), CPF 111.444.777-35: pagamentos de R$ 3.200,00;
3) Nina Luz Prado (filha), CPF 390.533.447-05: pagamentos de R$ 1.800,00 e reembolso de
   R$ 50,00.

Total de pagamentos: R$ 8.600,00. Total de reembolsos: R$ 250,00.

Salvador, 20 de janeiro de 2025.
`,
			map[string]string{
				"operadora_nome": `"Vida Plena Operadora de Saúde Ltda"`,
				"plano":          `"Essencial Plus"`,
				"beneficiarios": `[{"nome":"Otavio Luz Prado","cpf":"52998224725","parentesco":"titular","valor_pago":3600,"valor_reembolsado":200},` +
					`{"nome":"Maria Sol Prado","cpf":"11144477735","parentesco":"cônjuge","valor_pago":3200},` +
					`{"nome":"Nina Luz Prado","cpf":"39053344705","parentesco":"filha","valor_pago":1800,"valor_reembolsado":50}]`,
				"valor_total":       "8600",
				"total_reembolsado": "250",
			}},
		{"papers, and beside them what they paid", "INFORME_RENDIMENTOS_CORRETORAS", `
INFORME DE RENDIMENTOS                                                       Ano-calendário 2024

Cliente: OTAVIO LUZ PRADO      CPF: 529.982.247-25      Código do cliente: 778812

Ativos em custódia                                             Proventos do ano
Papel       Qtde      31/12/2023      31/12/2024               PETR4 - Dividendos          350,00
PETR4        100        3.050,00        3.050,00               Pagador 33.000.167/0001-01
Petrobras PN
VALE3         50        3.500,00        3.100,00               VALE3 - JCP                 200,00
Vale ON                                                        Pagador 33.592.510/0001-54 - IR 30,00
KNRI11        20            0,00        2.800,00
Kinea Renda                                                    Total                       550,00
ITSA4        300            0,00        2.900,00
Itausa PN



Norte Investimentos CCTVM S.A. - CNPJ 11.222.333/0001-81 - Avenida do Sol, 100, Centro, Natal/RN - Ouvidoria 0800 123 4567
`,
			map[string]string{
				"corretora_nome": `"Norte Investimentos CCTVM S.A."`,
				"corretora_cnpj": `"11222333000181"`,
				"posicoes": `[{"ativo":"PETR4","quantidade":100,"valor_anterior":3050,"valor_atual":3050},` +
					`{"ativo":"VALE3","quantidade":50,"valor_anterior":3500,"valor_atual":3100},` +
					`{"ativo":"KNRI11","quantidade":20,"valor_anterior":0,"valor_atual":2800},` +
					`{"ativo":"ITSA4","quantidade":300,"valor_anterior":0,"valor_atual":2900}]`,
				"proventos": `[{"ativo":"PETR4","tipo":"Dividendos","fonte_pagadora_cnpj":"33000167000101","valor":350},` +
					`{"ativo":"VALE3","tipo":"JCP","fonte_pagadora_cnpj":"33592510000154","valor":200,"imposto_retido":30}]`,
				"total_proventos": "550",
			}},
		{"products in sentences", "INFORME_RENDIMENTOS_BANCOS", `
BANCO BOM SABER S.A.
CNPJ 11.222.333/0001-81

Informe de rendimentos financeiros - ano-calendário 2024

Cliente: Otavio Luz Prado - CPF 529.982.247-25

Agência/Conta: 0710/12345-6

a) Caderneta de poupança: saldo de R$ 1.000,00 em 31/12/2023 e de R$ 1.100,00 em 31/12/2024,
   com rendimentos de R$ 70,00;
b) CDB pós-fixado: saldo de R$ 5.000,00 em 31/12/2023 e de R$ 6.000,00 em 31/12/2024, com
   rendimentos de R$ 410,00 e imposto retido de R$ 89,25.

Emitido em 10/02/2025
`,
			map[string]string{
				"produtos": `[{"descricao":"Caderneta de poupança","saldo_anterior":1000,"saldo_atual":1100,"rendimento":70},` +
					`{"descricao":"CDB pós-fixado","saldo_anterior":5000,"saldo_atual":6000,"rendimento":410,"imposto_retido":89.25}]`,
			}},
		{"cards of products in two columns", "INFORME_RENDIMENTOS_BANCOS", `
BANCO BOM SABER S.A.                                   CNPJ 11.222.333/0001-81
Informe de Rendimentos Financeiros                     Ano-base 2024

OTAVIO LUZ PRADO                                       CPF 529.982.247-25
Agência 0710                                           Conta 12345-6

Poupança                                               CDB Pós-fixado
Saldo em 31/12/2023              1.000,00              Saldo em 31/12/2023              5.000,00
Saldo em 31/12/2024              1.100,00              Saldo em 31/12/2024              6.000,00
Rendimento                          70,00              Rendimento                         410,00
                                                       IRRF                                89,25

LCI Imobiliária                                        Conta corrente
Saldo em 31/12/2023              2.000,00              Saldo em 31/12/2023                 15,00
Saldo em 31/12/2024              2.180,00              Saldo em 31/12/2024                 42,10
Rendimento                         180,00
`,
			map[string]string{
				"titular_nome": `"OTAVIO LUZ PRADO"`,
				"produtos": `[{"descricao":"Poupança","saldo_anterior":1000,"saldo_atual":1100,"rendimento":70},` +
					`{"descricao":"CDB Pós-fixado","saldo_anterior":5000,"saldo_atual":6000,"rendimento":410,"imposto_retido":89.25},` +
					`{"descricao":"LCI Imobiliária","saldo_anterior":2000,"saldo_atual":2180,"rendimento":180},` +
					`{"descricao":"Conta corrente","saldo_anterior":15,"saldo_atual":42.1}]`,
			}},
		{"cards of members in two columns", "INFORME_PLANO_SAUDE", `
VIDA PLENA OPERADORA DE SAÚDE LTDA                      ANS nº 312345
CNPJ 11.222.333/0001-81
Extrato de pagamentos para imposto de renda 2024

Responsável financeiro: OTAVIO LUZ PRADO      CPF 529.982.247-25

OTAVIO LUZ PRADO                                 MARIA SOL PRADO
CPF: 529.982.247-25                              CPF: 111.444.777-35
Parentesco: Titular                              Parentesco: Cônjuge
Valor pago: 3.600,00                             Valor pago: 3.200,00
Reembolso: 200,00                                Reembolso: 0,00

NINA LUZ PRADO                                   BENTO LUZ PRADO
CPF: 390.533.447-05                              CPF: 935.411.347-80
Parentesco: Filha                                Parentesco: Filho
Valor pago: 1.800,00                             Valor pago: 1.700,00
Reembolso: 50,00                                 Reembolso: 0,00

Total pago no ano: 10.300,00
`,
			map[string]string{
				"valor_total": "10300",
				"beneficiarios": `[{"nome":"OTAVIO LUZ PRADO","cpf":"52998224725","parentesco":"Titular","valor_pago":3600,"valor_reembolsado":200},` +
					`{"nome":"MARIA SOL PRADO","cpf":"11144477735","parentesco":"Cônjuge","valor_pago":3200,"valor_reembolsado":0},` +
					`{"nome":"NINA LUZ PRADO","cpf":"39053344705","parentesco":"Filha","valor_pago":1800,"valor_reembolsado":50},` +
					`{"nome":"BENTO LUZ PRADO","cpf":"93541134780","parentesco":"Filho","valor_pago":1700,"valor_reembolsado":0}]`,
			}},
		{"papers in sentences", "INFORME_RENDIMENTOS_CORRETORAS", `
Norte Investimentos CCTVM S.A.
CNPJ 11.222.333/0001-81

Informe de rendimentos - ano-calendário 2024

Investidor: Otavio Luz Prado, CPF 529.982.247-25, código 778812

Custódia de renda variável

PETR4: 100 ações, no valor de R$ 3.050,00 em 31/12/2023 e de R$ 3.100,00 em 31/12/2024;
KNRI11: 20 cotas, no valor de R$ 0,00 em 31/12/2023 e de R$ 2.800,00 em 31/12/2024.

Proventos recebidos

JCP de PETR4, R$ 200,00, com IR retido de R$ 30,00, fonte pagadora CNPJ 33.000.167/0001-01;
Rendimentos de KNRI11, R$ 96,00, fonte pagadora CNPJ 12.005.956/0001-65.

Total de proventos: R$ 296,00
`,
			map[string]string{
				"codigo_cliente": `"778812"`,
				"posicoes": `[{"ativo":"PETR4","quantidade":100,"valor_anterior":3050,"valor_atual":3100},` +
					`{"ativo":"KNRI11","quantidade":20,"valor_anterior":0,"valor_atual":2800}]`,
				"proventos": `[{"ativo":"PETR4","tipo":"JCP","fonte_pagadora_cnpj":"33000167000101","valor":200,"imposto_retido":30},` +
					`{"ativo":"KNRI11","tipo":"Rendimentos","fonte_pagadora_cnpj":"12005956000165","valor":96}]`,
				"total_proventos": "296",
			}},
		{"members behind their sums", "INFORME_PLANO_SAUDE", `
DECLARAÇÃO PARA IMPOSTO DE RENDA

Declaramos que Otavio Luz Prado, CPF 529.982.247-25, pagou à Vida Plena Operadora de Saúde
Ltda, CNPJ 11.222.333/0001-81, registro ANS nº 312345, durante o ano de 2024, o total de
R$ 8.600,00, pelo plano Essencial Plus, assim distribuído:

- Otavio Luz Prado, titular, CPF 529.982.247-25, R$ 3.600,00 (reembolso: R$ 200,00)
- Maria Sol Prado, cônjuge, CPF 111.444.777-35, R$ 3.200,00 (sem reembolso)
- Nina Luz Prado, filha, CPF 390.533.447-05, R$ 1.800,00 (reembolso: R$ 50,00)

Salvador, 20 de janeiro de 2025.
`,
			map[string]string{
				"operadora_nome": `"Vida Plena Operadora de Saúde Ltda"`,
				"titular_nome":   `"Otavio Luz Prado"`,
				"plano":          `"Essencial Plus"`,
				"valor_total":    "8600",
				"beneficiarios": `[{"nome":"Otavio Luz Prado","cpf":"52998224725","parentesco":"titular","valor_pago":3600,"valor_reembolsado":200},` +
					`{"nome":"Maria Sol Prado","cpf":"11144477735","parentesco":"cônjuge","valor_pago":3200},` +
					`{"nome":"Nina Luz Prado","cpf":"39053344705","parentesco":"filha","valor_pago":1800,"valor_reembolsado":50}]`,
			}},
		{"cards with labels over their values in two lines, and a sum of them all behind its label", "INFORME_RENDIMENTOS_BANCOS", `
BANCO BOM SABER S.A.                                                       CNPJ 11.222.333/0001-81
Informe de Rendimentos Financeiros - Ano-calendário 2025

Cliente: OTAVIO LUZ PRADO                CPF: 529.982.247-25

CDB Turbo
Saldo em 31/12/2024          Saldo em 31/12/2025
R$ 8.010,20                  R$ 9.122,75

Rendimento no ano            Imposto retido
R$ 1.112,55                  R$ 194,70

LCI Habitação
Saldo em 31/12/2024          Saldo em 31/12/2025
R$ 30.000,00                 R$ 21.402,90

Rendimento no ano
R$ 1.402,90


Totais para a declaração

Rendimentos isentos                  R$ 1.402,90
Imposto de renda retido na fonte     R$ 194,70
Emitido em 23/02/2026.
`,
			map[string]string{
				"produtos": `[{"descricao":"CDB Turbo","saldo_anterior":8010.2,"saldo_atual":9122.75,"rendimento":1112.55,"imposto_retido":194.7},` +
					`{"descricao":"LCI Habitação","saldo_anterior":30000,"saldo_atual":21402.9,"rendimento":1402.9}]`,
				"total_imposto_retido": "194.7",
			}},
		{"earnings under the company that paid them, and its number", "INFORME_RENDIMENTOS_CORRETORAS", `
BOM FUTURO CORRETORA DE TÍTULOS S.A.
CNPJ 11.222.333/0001-81                                  INFORME DE RENDIMENTOS
CLIENTE: OTAVIO LUZ PRADO   CPF: 529.982.247-25           ANO-CALENDÁRIO 2025

2. PROVENTOS RECEBIDOS
EMPRESA / PROVENTO                                VALOR (R$)      IRRF (R$)
TOPÁZIO MINERAÇÃO S.A. (TOPZ3) - CNPJ 60.746.948/0001-12
   DIVIDENDOS                                         507,37           0,00
   JUROS SOBRE CAPITAL PRÓPRIO                        743,53         111,53
VILA11 - FII Vila - CNPJ da fonte pagadora: 45.448.325/0001-92
   RENDIMENTOS                                        786,55           0,00
TOTAL DE PROVENTOS                                  2.037,45
`,
			map[string]string{
				"proventos": `[{"ativo":"TOPZ3","tipo":"DIVIDENDOS","fonte_pagadora_cnpj":"60746948000112","valor":507.37,"imposto_retido":0},` +
					`{"ativo":"TOPZ3","tipo":"JUROS SOBRE CAPITAL PRÓPRIO","fonte_pagadora_cnpj":"60746948000112","valor":743.53,"imposto_retido":111.53},` +
					`{"ativo":"VILA11","tipo":"RENDIMENTOS","fonte_pagadora_cnpj":"45448325000192","valor":786.55,"imposto_retido":0}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			for field, want := range c.want {
				if got[field] != want {
					t.Errorf("%s is %s, want %s", field, got[field], want)
				}
			}
		})
	}
}

// Lines that go on with one above them may end the table before the line whose label is known.
func TestLinesOverAKnownOneOnItsSide(t *testing.T) {
	got := read(t, "DECLARACAO_IR_ANTERIOR", documenttest.Typewritten(`
DECLARAÇÃO DE AJUSTE ANUAL
Nome: NINA LUZ PRADO          CPF: 529.982.247-25

Prezu              10,00       20,00
vuzi               11,00       21,00
vuzi               12,00       22,00
vuzi               13,00       23,00
Rendimentos        14,00       24,00`))
	if want := `"NINA LUZ PRADO"`; got["contribuinte_nome"] != want && got["nome"] != want {
		t.Errorf("it is of %s, want %s", got["nome"], want)
	}
}
