package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Yearly statements and declarations in further forms: cards with leaders, kinds beside the papers, members in lines of their own, sums by leaders.
func TestYearlyForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a cooperative, each product with its lines", "INFORME_RENDIMENTOS_BANCOS", `
COOPERATIVA DE CRÉDITO SERRA AZUL
CNPJ 11.222.333/0001-81

Extrato para declaração do Imposto de Renda 2025 - ano-base 2024

Associado: OTAVIO LUZ PRADO     CPF: 529.982.247-25     Coop.: 0710   Conta: 12.345-6

CONTA CORRENTE
   Saldo em 31/12/2023 .......................... R$ 120,00
   Saldo em 31/12/2024 .......................... R$ 95,40

RDC PÓS-FIXADO
   Saldo em 31/12/2023 .......................... R$ 4.000,00
   Saldo em 31/12/2024 .......................... R$ 5.200,00
   Rendimento bruto no ano ...................... R$ 510,00
   Imposto de renda retido ...................... R$ 89,25

CAPITAL SOCIAL
   Saldo em 31/12/2023 .......................... R$ 1.000,00
   Saldo em 31/12/2024 .......................... R$ 1.100,00

Passo Fundo, 10 de fevereiro de 2025
`,
			map[string]string{
				"ano_calendario":   "2024",
				"instituicao_nome": `"COOPERATIVA DE CRÉDITO SERRA AZUL"`,
				"instituicao_cnpj": `"11222333000181"`,
				"titular_nome":     `"OTAVIO LUZ PRADO"`,
				"titular_cpf":      `"52998224725"`,
				"agencia":          `"0710"`,
				"conta":            `"12.345-6"`,
				"data_emissao":     `"2025-02-10"`,
				"produtos": `[{"descricao":"CONTA CORRENTE","saldo_anterior":120,"saldo_atual":95.4},` +
					`{"descricao":"RDC PÓS-FIXADO","saldo_anterior":4000,"saldo_atual":5200,"rendimento":510,"imposto_retido":89.25},` +
					`{"descricao":"CAPITAL SOCIAL","saldo_anterior":1000,"saldo_atual":1100}]`,
			}},
		{"papers with their kind beside them", "INFORME_RENDIMENTOS_CORRETORAS", `
NORTE INVESTIMENTOS CCTVM S.A.                                  CNPJ: 11.222.333/0001-81
INFORME DE RENDIMENTOS FINANCEIROS - ANO-CALENDÁRIO 2024

Cliente: OTAVIO LUZ PRADO      CPF: 529.982.247-25      Código do cliente: 778812

POSIÇÃO EM RENDA VARIÁVEL
Ativo      Tipo             Quantidade    Custo médio    31/12/2023      31/12/2024
PETR4      AÇÃO                    100          30,50      3.050,00        3.050,00
KNRI11     FII                      20         140,00          0,00        2.800,00
Total                                                      3.050,00        5.850,00

RENDIMENTOS E PROVENTOS
Ativo      CNPJ                    Tipo             Valor bruto     IR retido     Valor líquido
PETR4      33.000.167/0001-01      JCP                   200,00         30,00            170,00
PETR4      33.000.167/0001-01      DIVIDENDO             350,00          0,00            350,00
KNRI11     12.005.956/0001-65      RENDIMENTO             96,00          0,00             96,00
Total                                                    646,00         30,00            616,00

IMPOSTO RETIDO NA FONTE EM OPERAÇÕES
Operações comuns      1,25
Day-trade             0,40

SALDO EM CONTA
31/12/2023: 15,00
31/12/2024: 42,10

Emitido em 14/02/2025
`,
			map[string]string{
				"ano_calendario":        "2024",
				"corretora_nome":        `"NORTE INVESTIMENTOS CCTVM S.A."`,
				"corretora_cnpj":        `"11222333000181"`,
				"titular_nome":          `"OTAVIO LUZ PRADO"`,
				"titular_cpf":           `"52998224725"`,
				"codigo_cliente":        `"778812"`,
				"saldo_conta_anterior":  "15",
				"saldo_conta_atual":     "42.1",
				"irrf_operacoes_comuns": "1.25",
				"irrf_day_trade":        "0.4",
				"total_proventos":       "646",
				"data_emissao":          `"2025-02-14"`,
				"posicoes":              `[{"ativo":"PETR4","quantidade":100,"valor_anterior":3050,"valor_atual":3050},{"ativo":"KNRI11","quantidade":20,"valor_anterior":0,"valor_atual":2800}]`,
				"proventos": `[{"ativo":"PETR4","tipo":"JCP","fonte_pagadora_cnpj":"33000167000101","valor":200,"imposto_retido":30},` +
					`{"ativo":"PETR4","tipo":"DIVIDENDO","fonte_pagadora_cnpj":"33000167000101","valor":350,"imposto_retido":0},` +
					`{"ativo":"KNRI11","tipo":"RENDIMENTO","fonte_pagadora_cnpj":"12005956000165","valor":96,"imposto_retido":0}]`,
			}},
		{"members with their sums under them", "INFORME_PLANO_SAUDE", `
SAÚDE VIVA COOPERATIVA DE TRABALHO MÉDICO
CNPJ 11.222.333/0001-81     Registro ANS 31.234-5

DECLARAÇÃO DE PAGAMENTOS - IMPOSTO DE RENDA - ANO-CALENDÁRIO 2024

Declaramos que OTAVIO LUZ PRADO, CPF 529.982.247-25, titular do contrato nº 445566, Plano Essencial Apartamento,
pagou no ano de 2024 os valores abaixo:

OTAVIO LUZ PRADO (Titular) - CPF 529.982.247-25
   Mensalidades: R$ 4.800,00    Coparticipações: R$ 200,00    Total: R$ 5.000,00    Reembolsos: R$ 0,00
NINA PRADO LUZ (Cônjuge) - CPF 111.444.777-35
   Mensalidades: R$ 4.500,00    Coparticipações: R$ 100,00    Total: R$ 4.600,00    Reembolsos: R$ 300,00

Valor total pago no ano: R$ 9.600,00
Valor total reembolsado: R$ 300,00

Curitiba, 5 de fevereiro de 2025
`,
			map[string]string{
				"ano_calendario": "2024",
				"operadora_nome": `"SAÚDE VIVA COOPERATIVA DE TRABALHO MÉDICO"`,
				"operadora_cnpj": `"11222333000181"`,
				"registro_ans":   `"312345"`,
				"titular_nome":   `"OTAVIO LUZ PRADO"`,
				"titular_cpf":    `"52998224725"`,
				"contrato":       `"445566"`,
				"plano":          `"Essencial Apartamento"`,
				"valor_total":    "9600",
				"data_emissao":   `"2025-02-05"`,
				"beneficiarios": `[{"nome":"OTAVIO LUZ PRADO","cpf":"52998224725","parentesco":"Titular","valor_pago":5000,"valor_reembolsado":0},` +
					`{"nome":"NINA PRADO LUZ","cpf":"11144477735","parentesco":"Cônjuge","valor_pago":4600,"valor_reembolsado":300}]`,
			}},
		{"a summary by an accountant", "DECLARACAO_IR_ANTERIOR", `
RESUMO DA DECLARAÇÃO DE IMPOSTO DE RENDA PESSOA FÍSICA
Exercício: 2021     Ano-calendário: 2020     Tipo: Original     Modelo: Completo

CONTRIBUINTE
Nome: OTAVIO LUZ PRADO           CPF: 529.982.247-25
Endereço: RUA DAS FLORES, 10     Município/UF: NATAL/RN
Ocupação: Engenheiro civil       Entregue em: 30/04/2021     Recibo: 12.34.56.78.90-12

RENDIMENTOS TRIBUTÁVEIS DE PESSOA JURÍDICA
Fonte pagadora                    CNPJ                   Rendimentos    Prev. oficial   IRRF        13º salário
CONSTRUTORA HORIZONTE LTDA        11.222.333/0001-81     120.000,00     8.500,00        18.300,00   9.000,00
FACULDADE DO SOL                  45.997.418/0001-53      30.000,00     2.100,00         1.200,00   2.500,00
TOTAL                                                    150.000,00    10.600,00        19.500,00  11.500,00

BENS E DIREITOS
Item   Discriminação                                          31/12/2019      31/12/2020
11     APARTAMENTO NA RUA DO SOL, 45, NATAL                   250.000,00      250.000,00
21     VEICULO FIAT ARGO 2018                                  45.000,00       45.000,00
       TOTAL                                                  295.000,00      295.000,00

DÍVIDAS E ÔNUS REAIS
11     FINANCIAMENTO BANCO ALVORADA                            80.000,00       70.000,00
       TOTAL                                                   80.000,00       70.000,00

RESUMO
Rendimentos tributáveis ............ 150.000,00
Deduções ...........................  25.000,00
Base de cálculo .................... 125.000,00
Imposto devido .....................  23.900,00
Imposto retido na fonte ............  19.500,00
Imposto pago .......................  19.500,00
Saldo de imposto a pagar ...........   4.400,00
Rendimentos isentos ................   1.200,00
Tributação exclusiva ...............  11.500,00
`,
			map[string]string{
				"nome":                             `"OTAVIO LUZ PRADO"`,
				"cpf":                              `"52998224725"`,
				"exercicio":                        "2021",
				"ano_calendario":                   "2020",
				"tipo_declaracao":                  `"completa"`,
				"retificadora":                     "false",
				"numero_recibo":                    `"123456789012"`,
				"data_entrega":                     `"2021-04-30"`,
				"ocupacao":                         `"Engenheiro civil"`,
				"endereco":                         `"RUA DAS FLORES, 10"`,
				"municipio":                        `"NATAL"`,
				"uf":                               `"RN"`,
				"rendimentos_tributaveis":          "150000",
				"rendimentos_isentos":              "1200",
				"rendimentos_tributacao_exclusiva": "11500",
				"total_deducoes":                   "25000",
				"base_calculo":                     "125000",
				"imposto_devido":                   "23900",
				"imposto_pago":                     "19500",
				"saldo_imposto_a_pagar":            "4400",
				"bens_direitos_ano_anterior":       "295000",
				"bens_direitos_ano_atual":          "295000",
				"dividas_ano_anterior":             "80000",
				"dividas_ano_atual":                "70000",
				"fontes_pagadoras": `[{"nome":"CONSTRUTORA HORIZONTE LTDA","cpf_cnpj":"11222333000181","rendimentos":120000,"imposto_retido":18300,"decimo_terceiro":9000},` +
					`{"nome":"FACULDADE DO SOL","cpf_cnpj":"45997418000153","rendimentos":30000,"imposto_retido":1200,"decimo_terceiro":2500}]`,
				"bens_direitos": `[{"codigo":"11","descricao":"APARTAMENTO NA RUA DO SOL, 45, NATAL","valor_anterior":250000,"valor_atual":250000},` +
					`{"codigo":"21","descricao":"VEICULO FIAT ARGO 2018","valor_anterior":45000,"valor_atual":45000}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
