package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Payslips and yearly statements of further issuers: ruled in letters, sums with a trailing minus, products in sentences, panels of labels.
func TestPayAndTaxForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a payslip ruled in letters", "HOLERITE", `
+------------------------------------------------------------------------------+
| METALURGICA SAO JORGE LTDA              | RECIBO DE PAGTO. DE SALARIO         |
| CNPJ 11.222.333/0001-81                 | REF.: 06/2025                       |
+------------------------------------------------------------------------------+
| MATRIC.: 00451   NOME: OTAVIO LUZ PRADO             CPF: 529.982.247-25       |
| FUNCAO.: TORNEIRO MECANICO      CBO: 721215    ADMISSAO: 02/05/2018           |
+------------------------------------------------------------------------------+
| COD | DESCRICAO                 |   REFER |    PROVENTOS |    DESCONTOS       |
+------------------------------------------------------------------------------+
| 001 | SALARIO MENSAL            |   30,00 |     3.200,00 |                    |
| 020 | INSALUBRIDADE 20%         |   20,00 |       303,60 |                    |
| 801 | INSS                      |   12,00 |              |       315,33       |
| 850 | IRRF                      |    7,50 |              |        60,12       |
+------------------------------------------------------------------------------+
|                         TOTAIS          |     3.503,60 |       375,45       |
|                         LIQUIDO A RECEBER              |     3.128,15       |
+------------------------------------------------------------------------------+
| SAL.BASE 3.200,00  BASE INSS 3.503,60  BASE FGTS 3.503,60  FGTS MES 280,29    |
+------------------------------------------------------------------------------+
`,
			map[string]string{
				"empregador_nome":       `"METALURGICA SAO JORGE LTDA"`,
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"OTAVIO LUZ PRADO"`,
				"funcionario_cpf":       `"52998224725"`,
				"funcionario_matricula": `"00451"`,
				"cargo":                 `"TORNEIRO MECANICO"`,
				"cbo":                   `"721215"`,
				"data_admissao":         `"2018-05-02"`,
				"competencia":           `"2025-06"`,
				"salario_base":          "3200",
				"total_vencimentos":     "3503.6",
				"total_descontos":       "375.45",
				"valor_liquido":         "3128.15",
				"base_inss":             "3503.6",
				"base_fgts":             "3503.6",
				"fgts_mes":              "280.29",
				"itens": `[{"codigo":"001","descricao":"SALARIO MENSAL","referencia":"30,00","vencimento":3200},` +
					`{"codigo":"020","descricao":"INSALUBRIDADE 20%","referencia":"20,00","vencimento":303.6},` +
					`{"codigo":"801","descricao":"INSS","referencia":"12,00","desconto":315.33},` +
					`{"codigo":"850","descricao":"IRRF","referencia":"7,50","desconto":60.12}]`,
			}},
		{"a payslip with deductions by a trailing minus", "HOLERITE", `
Norte Energia S.A.                                      Demonstrativo de Pagamento
CNPJ 11.222.333/0001-81                                 Período: 01.05.2025 a 31.05.2025

Nº pessoal      Nome                              CPF                  Data admissão
00104455        Nina Prado Luz                    529.982.247-25       10.08.2015
Cargo                              Centro de custo
Engenheira eletricista             Operação Norte

Rubrica   Texto                                     Quantidade        Valor
1000      Salário mensal                                30,00      12.000,00
1210      Periculosidade                                30,00       3.600,00
/314      INSS empregado                                              908,86-
/401      Imposto de renda                                          2.900,10-
5010      Vale-refeição                                               120,00-

Total de proventos        Total de descontos        Valor líquido
15.600,00                 3.928,96                  11.671,04

Base INSS      Base FGTS      FGTS mês      Base IR
8.157,41       15.600,00      1.248,00      14.691,14
`,
			map[string]string{
				"empregador_nome":       `"Norte Energia S.A."`,
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"Nina Prado Luz"`,
				"funcionario_cpf":       `"52998224725"`,
				"funcionario_matricula": `"00104455"`,
				"cargo":                 `"Engenheira eletricista"`,
				"departamento":          `"Operação Norte"`,
				"data_admissao":         `"2015-08-10"`,
				"competencia":           `"2025-05"`,
				"total_vencimentos":     "15600",
				"total_descontos":       "3928.96",
				"valor_liquido":         "11671.04",
				"base_inss":             "8157.41",
				"base_fgts":             "15600",
				"fgts_mes":              "1248",
				"base_irrf":             "14691.14",
				"itens": `[{"codigo":"1000","descricao":"Salário mensal","referencia":"30,00","vencimento":12000},` +
					`{"codigo":"1210","descricao":"Periculosidade","referencia":"30,00","vencimento":3600},` +
					`{"codigo":"/314","descricao":"INSS empregado","desconto":908.86},` +
					`{"codigo":"/401","descricao":"Imposto de renda","desconto":2900.1},` +
					`{"codigo":"5010","descricao":"Vale-refeição","desconto":120}]`,
			}},
		{"a payslip of a state, two lists side by side", "HOLERITE", `
GOVERNO DO ESTADO DO SOL
SECRETARIA DA FAZENDA                                        CNPJ 11.222.333/0001-81
DEMONSTRATIVO DE PAGAMENTO MENSAL                            MÊS/ANO: 07/2025

NOME: OTAVIO LUZ PRADO               MATRÍCULA: 123456-7     CPF: 529.982.247-25
CARGO: AUDITOR FISCAL                LOTAÇÃO: DELEGACIA REGIONAL
DATA DE EXERCÍCIO: 15/03/2008

         VENCIMENTOS                                        DESCONTOS
SUBSÍDIO                     22.000,00      IMPOSTO DE RENDA              4.500,10
ABONO PERMANÊNCIA             3.080,00      PREVIDÊNCIA                   3.080,00
                                            PLANO DE SAÚDE                  450,00

TOTAL BRUTO   25.080,00      TOTAL DESCONTOS   8.030,10      TOTAL LÍQUIDO   17.049,90
`,
			map[string]string{
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"OTAVIO LUZ PRADO"`,
				"funcionario_cpf":       `"52998224725"`,
				"funcionario_matricula": `"123456-7"`,
				"cargo":                 `"AUDITOR FISCAL"`,
				"departamento":          `"DELEGACIA REGIONAL"`,
				"data_admissao":         `"2008-03-15"`,
				"competencia":           `"2025-07"`,
				"total_vencimentos":     "25080",
				"total_descontos":       "8030.1",
				"valor_liquido":         "17049.9",
				"itens": `[{"descricao":"SUBSÍDIO","vencimento":22000},` +
					`{"descricao":"ABONO PERMANÊNCIA","vencimento":3080},` +
					`{"descricao":"IMPOSTO DE RENDA","desconto":4500.1},` +
					`{"descricao":"PREVIDÊNCIA","desconto":3080},` +
					`{"descricao":"PLANO DE SAÚDE","desconto":450}]`,
			}},
		{"products in sentences behind bullets", "INFORME_RENDIMENTOS_BANCOS", `
Banco Litoral S.A.                                          CNPJ 11.222.333/0001-81
Informe de rendimentos 2024 para o Imposto de Renda

Titular: Nina Prado Luz        CPF: 529.982.247-25        Agência 0007   Conta 99881-2

Veja o que informar na sua declaração:

• Conta corrente: saldo em 31/12/2023 de R$ 300,00 e em 31/12/2024 de R$ 450,00.
• CDB Liquidez Diária: saldo em 31/12/2023 de R$ 5.000,00 e em 31/12/2024 de R$ 7.000,00. Rendimento de R$ 640,00 e imposto retido de R$ 112,00.
• LCI 90 dias: saldo em 31/12/2023 de R$ 0,00 e em 31/12/2024 de R$ 10.000,00. Rendimento de R$ 310,00.

Total de rendimentos isentos: R$ 310,00
Total de rendimentos com tributação exclusiva: R$ 640,00
Total de imposto retido na fonte: R$ 112,00

Emitido em 15/02/2025
`,
			map[string]string{
				"ano_calendario":               "2024",
				"instituicao_cnpj":             `"11222333000181"`,
				"titular_nome":                 `"Nina Prado Luz"`,
				"titular_cpf":                  `"52998224725"`,
				"agencia":                      `"0007"`,
				"conta":                        `"99881-2"`,
				"total_rendimentos_isentos":    "310",
				"total_rendimentos_exclusivos": "640",
				"total_imposto_retido":         "112",
				"data_emissao":                 `"2025-02-15"`,
				"produtos": `[{"descricao":"Conta corrente","saldo_anterior":300,"saldo_atual":450},` +
					`{"descricao":"CDB Liquidez Diária","saldo_anterior":5000,"saldo_atual":7000,"rendimento":640,"imposto_retido":112},` +
					`{"descricao":"LCI 90 dias","saldo_anterior":0,"saldo_atual":10000,"rendimento":310}]`,
			}},
		{"balances and yields in two tables, totals apart", "INFORME_RENDIMENTOS_BANCOS", `
BANCO CENTRAL PAULISTA S.A.
CNPJ: 11.222.333/0001-81
INFORME DE RENDIMENTOS FINANCEIROS          ANO-CALENDÁRIO: 2024
IMPOSTO DE RENDA PESSOA FÍSICA

CLIENTE                                      CPF                   AG/CONTA
OTAVIO LUZ PRADO                             529.982.247-25        0123/45678-9

FICHA BENS E DIREITOS
CÓDIGO  DESCRIÇÃO                            SALDO EM R$           SALDO EM R$
                                             31/12/2023            31/12/2024
61      CONTA CORRENTE                            100,00                250,00
45      CDB PRÉ                                 2.000,00              2.300,00

FICHA RENDIMENTOS SUJEITOS À TRIBUTAÇÃO EXCLUSIVA
CÓDIGO  DESCRIÇÃO                            RENDIMENTO            IMPOSTO
06      CDB PRÉ                                   300,00                 52,50

TOTAL DE SALDOS                                 2.100,00              2.550,00
DATA DE EMISSÃO: 12/02/2025
`,
			map[string]string{
				"ano_calendario":       "2024",
				"instituicao_nome":     `"BANCO CENTRAL PAULISTA S.A."`,
				"instituicao_cnpj":     `"11222333000181"`,
				"titular_nome":         `"OTAVIO LUZ PRADO"`,
				"titular_cpf":          `"52998224725"`,
				"saldo_total_anterior": "2100",
				"saldo_total_atual":    "2550",
				"data_emissao":         `"2025-02-12"`,
				"produtos": `[{"descricao":"CONTA CORRENTE","saldo_anterior":100,"saldo_atual":250},` +
					`{"descricao":"CDB PRÉ","saldo_anterior":2000,"saldo_atual":2300},` +
					`{"descricao":"CDB PRÉ","rendimento":300,"imposto_retido":52.5}]`,
			}},
		{"papers and proceeds in lines of text", "INFORME_RENDIMENTOS_CORRETORAS", `
ALFA CORRETORA DE TÍTULOS E VALORES MOBILIÁRIOS S.A.
CNPJ 11.222.333/0001-81
Informe Anual para Imposto de Renda - Ano-base 2024

Investidor: Nina Prado Luz     CPF 529.982.247-25     Conta 445566-0

1. Saldo em conta corrente
   Em 31/12/2023: R$ 10,55          Em 31/12/2024: R$ 20,66

2. Posição em custódia
   Papel: ITUB4      Quantidade: 200     Valor em 31/12/2023: R$ 5.800,00     Valor em 31/12/2024: R$ 6.100,00
   Papel: HGLG11     Quantidade: 15      Valor em 31/12/2023: R$ 2.400,00     Valor em 31/12/2024: R$ 2.350,00

3. Proventos recebidos
   ITUB4 - Juros sobre capital próprio - CNPJ 60.872.504/0001-23 - R$ 150,00 - IRRF R$ 22,50
   HGLG11 - Rendimento - CNPJ 11.728.688/0001-47 - R$ 180,00 - IRRF R$ 0,00
   Total de proventos: R$ 330,00

4. Imposto retido na fonte (dedo-duro)
   Operações comuns: R$ 0,75
   Day trade: R$ 0,00

São Paulo, 20 de fevereiro de 2025.
`,
			map[string]string{
				"ano_calendario":        "2024",
				"corretora_nome":        `"ALFA CORRETORA DE TÍTULOS E VALORES MOBILIÁRIOS S.A."`,
				"corretora_cnpj":        `"11222333000181"`,
				"titular_nome":          `"Nina Prado Luz"`,
				"titular_cpf":           `"52998224725"`,
				"codigo_cliente":        `"445566-0"`,
				"saldo_conta_anterior":  "10.55",
				"saldo_conta_atual":     "20.66",
				"irrf_operacoes_comuns": "0.75",
				"irrf_day_trade":        "0",
				"total_proventos":       "330",
				"data_emissao":          `"2025-02-20"`,
				"posicoes": `[{"ativo":"ITUB4","quantidade":200,"valor_anterior":5800,"valor_atual":6100},` +
					`{"ativo":"HGLG11","quantidade":15,"valor_anterior":2400,"valor_atual":2350}]`,
				"proventos": `[{"ativo":"ITUB4","tipo":"Juros sobre capital próprio","fonte_pagadora_cnpj":"60872504000123","valor":150,"imposto_retido":22.5},` +
					`{"ativo":"HGLG11","tipo":"Rendimento","fonte_pagadora_cnpj":"11728688000147","valor":180,"imposto_retido":0}]`,
			}},
		{"a statement of one table with leaders", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", `
                         INFORME DE RENDIMENTOS
                  Ano-calendário 2023 - Exercício 2024

Empresa: COMERCIAL BOA VISTA LTDA             CNPJ: 11.222.333/0001-81
Funcionário: OTAVIO LUZ PRADO                 CPF: 529.982.247-25

DISCRIMINAÇÃO                                                  VALOR (R$)
01 Total dos rendimentos (inclusive férias) ................... 48.000,00
02 Contribuição previdenciária oficial ........................  4.320,00
03 Previdência complementar ...................................      0,00
04 Pensão alimentícia .........................................  1.200,00
05 Imposto de renda retido na fonte ...........................  1.050,33
06 Diárias e ajuda de custo ...................................    500,00
07 Indenizações por rescisão de contrato de trabalho ..........      0,00
08 Outros rendimentos isentos (abono pecuniário) ..............  1.333,33
09 13º salário (líquido) ......................................  3.600,00
10 IRRF sobre 13º salário .....................................     88,10

Informações complementares: Plano de saúde Vida Plena: R$ 2.400,00.

Belém, 28 de fevereiro de 2024.
________________________________
Caio Brito Nunes
Departamento de Pessoal
`,
			map[string]string{
				"exercicio":                      "2024",
				"ano_calendario":                 "2023",
				"fonte_pagadora_nome":            `"COMERCIAL BOA VISTA LTDA"`,
				"fonte_pagadora_cnpj":            `"11222333000181"`,
				"beneficiario_nome":              `"OTAVIO LUZ PRADO"`,
				"beneficiario_cpf":               `"52998224725"`,
				"total_rendimentos":              "48000",
				"contribuicao_previdenciaria":    "4320",
				"previdencia_complementar":       "0",
				"pensao_alimenticia":             "1200",
				"imposto_retido":                 "1050.33",
				"diarias_ajuda_custo":            "500",
				"indenizacoes_rescisao":          "0",
				"outros_isentos":                 "1333.33",
				"decimo_terceiro":                "3600",
				"imposto_retido_decimo_terceiro": "88.1",
				"informacoes_complementares":     `"Plano de saúde Vida Plena: R$ 2.400,00."`,
				"responsavel_nome":               `"Caio Brito Nunes"`,
				"data_emissao":                   `"2024-02-28"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
