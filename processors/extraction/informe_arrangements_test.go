package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Yearly statements and a payslip in further arrangements: numbered products, dates before papers, members named by their part, lists side by side.
func TestInformeArrangements(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"numbered products with a summary", "INFORME_RENDIMENTOS_BANCOS", `
BANCO DO SERTÃO S.A.                                          INFORME DE RENDIMENTOS FINANCEIROS
CNPJ 11.222.333/0001-81                                       PESSOA FÍSICA - ANO-CALENDÁRIO 2024
                                                              PÁGINA 1/1
CLIENTE: NINA PRADO LUZ                     CPF: 529.982.247-25
AGÊNCIA: 0456   CONTA: 00778899-1

1 - CADERNETA DE POUPANÇA
    SALDO EM 31/12/2023                         900,00
    SALDO EM 31/12/2024                       1.400,00
    RENDIMENTO ISENTO                            70,00
2 - CDB/RDB
    SALDO EM 31/12/2023                       2.000,00
    SALDO EM 31/12/2024                       2.500,00
    RENDIMENTO LÍQUIDO (TRIBUTAÇÃO EXCLUSIVA)   210,00
    IMPOSTO DE RENDA RETIDO                      36,75
3 - CONTA CORRENTE
    SALDO EM 31/12/2023                          10,00
    SALDO EM 31/12/2024                          35,00

RESUMO
    TOTAL DOS SALDOS EM 31/12/2023            2.910,00
    TOTAL DOS SALDOS EM 31/12/2024            3.935,00
    TOTAL DE RENDIMENTOS ISENTOS                 70,00
    TOTAL DE RENDIMENTOS TRIBUTAÇÃO EXCLUSIVA   210,00
    TOTAL DE IR RETIDO                           36,75
`,
			map[string]string{
				"ano_calendario":               "2024",
				"instituicao_nome":             `"BANCO DO SERTÃO S.A."`,
				"instituicao_cnpj":             `"11222333000181"`,
				"titular_nome":                 `"NINA PRADO LUZ"`,
				"titular_cpf":                  `"52998224725"`,
				"agencia":                      `"0456"`,
				"conta":                        `"00778899-1"`,
				"saldo_total_anterior":         "2910",
				"saldo_total_atual":            "3935",
				"total_rendimentos_isentos":    "70",
				"total_rendimentos_exclusivos": "210",
				"total_imposto_retido":         "36.75",
				"produtos": `[{"descricao":"CADERNETA DE POUPANÇA","saldo_anterior":900,"saldo_atual":1400,"rendimento":70},` +
					`{"descricao":"CDB/RDB","saldo_anterior":2000,"saldo_atual":2500,"rendimento":210,"imposto_retido":36.75},` +
					`{"descricao":"CONTA CORRENTE","saldo_anterior":10,"saldo_atual":35}]`,
			}},
		{"papers behind dates in a table", "INFORME_RENDIMENTOS_CORRETORAS", `
Informe de Rendimentos Financeiros
Ano-calendário 2024

Instituição financeira responsável                          CNPJ
VERTICE DISTRIBUIDORA DE TÍTULOS E VALORES MOBILIÁRIOS S.A. 11.222.333/0001-81

Beneficiário                                                CPF
OTAVIO LUZ PRADO                                            529.982.247-25
Conta: 112233-4

Saldo em conta investimento em 31/12/2023: R$ 5,00
Saldo em conta investimento em 31/12/2024: R$ 7,50

Custódia
Ticker    Descrição                 Qtd. 31/12/2024    Saldo 31/12/2023 (R$)    Saldo 31/12/2024 (R$)
VALE3     VALE ON NM                            100                 6.500,00                 6.700,00
BOVA11    ISHARES BOVA CI                        10                 1.100,00                 1.200,00

Proventos
Data         Ticker    Evento                      CNPJ fonte              Valor bruto    IRRF    Valor líquido
10/03/2024   VALE3     DIVIDENDOS                  33.592.510/0001-54           210,00    0,00           210,00
10/09/2024   VALE3     JUROS S/ CAPITAL            33.592.510/0001-54           100,00   15,00            85,00
                       TOTAL                                                    310,00   15,00           295,00

IRRF Operações comuns: R$ 0,33      IRRF Day trade: R$ 0,00
Emitido em: 10/02/2025
`,
			map[string]string{
				"ano_calendario":        "2024",
				"corretora_cnpj":        `"11222333000181"`,
				"titular_nome":          `"OTAVIO LUZ PRADO"`,
				"titular_cpf":           `"52998224725"`,
				"codigo_cliente":        `"112233-4"`,
				"saldo_conta_anterior":  "5",
				"saldo_conta_atual":     "7.5",
				"irrf_operacoes_comuns": "0.33",
				"irrf_day_trade":        "0",
				"total_proventos":       "310",
				"data_emissao":          `"2025-02-10"`,
				"posicoes": `[{"ativo":"VALE3","quantidade":100,"valor_anterior":6500,"valor_atual":6700},` +
					`{"ativo":"BOVA11","quantidade":10,"valor_anterior":1100,"valor_atual":1200}]`,
				"proventos": `[{"ativo":"VALE3","tipo":"DIVIDENDOS","fonte_pagadora_cnpj":"33592510000154","valor":210,"imposto_retido":0},` +
					`{"ativo":"VALE3","tipo":"JUROS S/ CAPITAL","fonte_pagadora_cnpj":"33592510000154","valor":100,"imposto_retido":15}]`,
			}},
		{"a letter of a health plan", "INFORME_PLANO_SAUDE", `
CAIXA DE ASSISTÊNCIA DOS SERVIDORES                    Registro na ANS: 33.333-1
CNPJ: 11.222.333/0001-81

DECLARAÇÃO

Declaramos, para fins de comprovação junto à Receita Federal, que a Sra. NINA PRADO LUZ, inscrita no CPF sob o nº 529.982.247-25,
titular do plano Integral, contrato nº 778/2019, efetuou no ano-calendário de 2024 o pagamento de R$ 7.850,00 (sete mil oitocentos
e cinquenta reais), assim distribuído:

Titular: NINA PRADO LUZ, CPF 529.982.247-25 - R$ 4.850,00
Dependente: OTAVIO LUZ PRADO, CPF 111.444.777-35 - R$ 3.000,00

Não houve reembolso no período.

Recife, 20 de fevereiro de 2025.
`,
			map[string]string{
				"ano_calendario": "2024",
				"operadora_nome": `"CAIXA DE ASSISTÊNCIA DOS SERVIDORES"`,
				"operadora_cnpj": `"11222333000181"`,
				"registro_ans":   `"333331"`,
				"titular_nome":   `"NINA PRADO LUZ"`,
				"titular_cpf":    `"52998224725"`,
				"contrato":       `"778/2019"`,
				"plano":          `"Integral"`,
				"valor_total":    "7850",
				"data_emissao":   `"2025-02-20"`,
				"beneficiarios": `[{"nome":"NINA PRADO LUZ","cpf":"52998224725","parentesco":"Titular","valor_pago":4850},` +
					`{"nome":"OTAVIO LUZ PRADO","cpf":"11144477735","parentesco":"Dependente","valor_pago":3000}]`,
			}},
		{"earnings beside deductions, each with its headings", "HOLERITE", `
         CLÍNICA VIDA NOVA S/S LTDA                                        FOLHA DE PAGAMENTO
         CNPJ 11.222.333/0001-81                                           Mensal - Outubro de 2025

NOME DO FUNCIONÁRIO              REGISTRO      FUNÇÃO                 SETOR            DATA ADM.
OTAVIO LUZ PRADO                 0077          RECEPCIONISTA          ATENDIMENTO      01/04/2022

VENCIMENTOS                                              DESCONTOS
Cód  Descrição             Qtde        Valor             Cód  Descrição             Qtde       Valor
01   Salário               30,00    1.900,00             51   INSS                  8,00      148,20
05   Adic. noturno         20,00      110,00             60   Vale transporte       6,00      114,00
                                                         70   Convênio odonto                  35,00

TOTAL VENCIMENTOS                   2.010,00             TOTAL DESCONTOS                      297,20
                                                         LÍQUIDO                            1.712,80

SALÁRIO CONTRATUAL     BASE INSS      BASE FGTS     FGTS MÊS     BASE IRRF
1.900,00               2.010,00       2.010,00      160,80       1.861,80
`,
			map[string]string{
				"empregador_nome":       `"CLÍNICA VIDA NOVA S/S LTDA"`,
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"OTAVIO LUZ PRADO"`,
				"funcionario_matricula": `"0077"`,
				"cargo":                 `"RECEPCIONISTA"`,
				"departamento":          `"ATENDIMENTO"`,
				"data_admissao":         `"2022-04-01"`,
				"competencia":           `"2025-10"`,
				"salario_base":          "1900",
				"total_vencimentos":     "2010",
				"total_descontos":       "297.2",
				"valor_liquido":         "1712.8",
				"base_inss":             "2010",
				"base_fgts":             "2010",
				"fgts_mes":              "160.8",
				"base_irrf":             "1861.8",
				"itens": `[{"codigo":"01","descricao":"Salário","referencia":"30,00","vencimento":1900},` +
					`{"codigo":"05","descricao":"Adic. noturno","referencia":"20,00","vencimento":110},` +
					`{"codigo":"51","descricao":"INSS","referencia":"8,00","desconto":148.2},` +
					`{"codigo":"60","descricao":"Vale transporte","referencia":"6,00","desconto":114},` +
					`{"codigo":"70","descricao":"Convênio odonto","desconto":35}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
