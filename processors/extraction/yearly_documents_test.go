package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Yearly statements for income tax, on forms that the samples do not have.
func TestYearlyStatements(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"the official form of ten years ago", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", `
MINISTÉRIO DA FAZENDA                          COMPROVANTE DE RENDIMENTOS PAGOS E DE
SECRETARIA DA RECEITA FEDERAL                  RETENÇÃO DE IMPOSTO DE RENDA NA FONTE
                                               ANO-CALENDÁRIO: 2013

1. FONTE PAGADORA PESSOA JURÍDICA OU PESSOA FÍSICA
NOME EMPRESARIAL/NOME                          CNPJ/CPF
METALÚRGICA BOA VISTA S/A                      11.222.333/0001-81

2. PESSOA FÍSICA BENEFICIÁRIA DOS RENDIMENTOS
CPF                   NOME COMPLETO
529.982.247-25        NINA PRADO LUZ
NATUREZA DO RENDIMENTO
RENDIMENTOS DO TRABALHO ASSALARIADO

3. RENDIMENTOS TRIBUTÁVEIS, DEDUÇÕES E IMPOSTO RETIDO NA FONTE      VALORES EM REAIS
01. TOTAL DOS RENDIMENTOS (INCLUSIVE FÉRIAS)                               87.412,33
02. CONTRIBUIÇÃO PREVIDENCIÁRIA OFICIAL                                     5.490,12
03. CONTRIBUIÇÃO À PREVIDÊNCIA PRIVADA E AO FUNDO DE APOSENTADORIA          1.200,00
    PROGRAMADA INDIVIDUAL - FAPI
04. PENSÃO ALIMENTÍCIA (INFORMAR O BENEFICIÁRIO NO QUADRO 7)                   80,00
05. IMPOSTO RETIDO NA FONTE                                                 9.876,54

4. RENDIMENTOS ISENTOS E NÃO TRIBUTÁVEIS
01. PARTE DOS PROVENTOS DE APOSENTADORIA (65 ANOS OU MAIS)                     10,00
02. DIÁRIAS E AJUDAS DE CUSTO                                                 350,00
03. PENSÃO, PROVENTOS DE APOSENTADORIA OU REFORMA POR MOLÉSTIA GRAVE           20,00
07. OUTROS: ABONO PECUNIÁRIO                                                1.111,11

5. RENDIMENTOS SUJEITOS À TRIBUTAÇÃO EXCLUSIVA (RENDIMENTO LÍQUIDO)
01. DÉCIMO TERCEIRO SALÁRIO                                                 6.543,21
02. OUTROS                                                                    222,22

6. INFORMAÇÕES COMPLEMENTARES
ASSISTÊNCIA MÉDICA: R$ 1.234,00

7. RESPONSÁVEL PELAS INFORMAÇÕES
NOME                                  DATA              ASSINATURA
CAIO BRITO NUNES                      28/02/2014`,
			map[string]string{
				"ano_calendario": "2013", "fonte_pagadora_nome": `"METALÚRGICA BOA VISTA S/A"`, "fonte_pagadora_cnpj": `"11222333000181"`,
				"beneficiario_nome": `"NINA PRADO LUZ"`, "beneficiario_cpf": `"52998224725"`, "natureza_rendimento": `"RENDIMENTOS DO TRABALHO ASSALARIADO"`,
				"total_rendimentos": "87412.33", "contribuicao_previdenciaria": "5490.12", "previdencia_complementar": "1200", "pensao_alimenticia": "80",
				"imposto_retido": "9876.54", "parcela_isenta_65": "10", "diarias_ajuda_custo": "350", "outros_isentos": "1111.11",
				"decimo_terceiro": "6543.21", "imposto_retido_decimo_terceiro": "", "informacoes_complementares": `"ASSISTÊNCIA MÉDICA: R$ 1.234,00"`,
				"responsavel_nome": `"CAIO BRITO NUNES"`, "data_emissao": `"2014-02-28"`,
			}},
		{"a pensioner's extract of few lines", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", `
Extrato para Imposto de Renda

Ano-base: 2024        Exercício: 2025

Fonte pagadora: FUNDO DO REGIME GERAL DE PREVIDÊNCIA SOCIAL
CNPJ: 16.727.230/0001-97

Beneficiário: OTÁVIO LUZ PRADO          NB: 123.456.789-0
CPF: 529.982.247-25
Espécie: APOSENTADORIA POR IDADE

Total dos rendimentos                        31.200,00
Imposto retido na fonte                         120,50
Parcela isenta (65 anos ou mais)             22.847,76
Décimo terceiro salário                       2.600,00`,
			map[string]string{
				"exercicio": "2025", "ano_calendario": "2024", "fonte_pagadora_nome": `"FUNDO DO REGIME GERAL DE PREVIDÊNCIA SOCIAL"`,
				"fonte_pagadora_cnpj": `"16727230000197"`, "beneficiario_nome": `"OTÁVIO LUZ PRADO"`, "beneficiario_cpf": `"52998224725"`,
				"natureza_rendimento": `"APOSENTADORIA POR IDADE"`, "numero_beneficio": `"1234567890"`, "total_rendimentos": "31200",
				"imposto_retido": "120.5", "parcela_isenta_65": "22847.76", "decimo_terceiro": "2600",
			}},
		{"a bank's tables by the way of taxation", "INFORME_RENDIMENTOS_BANCOS", `
BANCO BOM FUTURO S.A.
Informe de Rendimentos Financeiros
Ano-calendário de 2023

1. IDENTIFICAÇÃO DA FONTE PAGADORA
Nome empresarial                    CNPJ
BANCO BOM FUTURO S.A.               11.222.333/0001-81

2. PESSOA FÍSICA BENEFICIÁRIA DOS RENDIMENTOS
Nome completo                       CPF
NINA PRADO LUZ                      529.982.247-25
Agência / Conta
0123-4 / 55667-8

3. RENDIMENTOS ISENTOS E NÃO TRIBUTÁVEIS
Especificação          Saldo em 31/12/2022    Saldo em 31/12/2023    Rendimentos
Poupança                          1.000,00               2.000,00         120,00
LCI                               5.000,00               5.500,00         500,00
Total                             6.000,00               7.500,00         620,00

4. RENDIMENTOS SUJEITOS À TRIBUTAÇÃO EXCLUSIVA (RENDIMENTOS LÍQUIDOS)
Especificação          Saldo em 31/12/2022    Saldo em 31/12/2023    Rendimentos
CDB                               3.000,00               3.300,00         300,00
Total                             3.000,00               3.300,00         300,00

5. SALDOS EM CONTA CORRENTE
Especificação          Saldo em 31/12/2022    Saldo em 31/12/2023
Conta corrente                       50,00                  75,00

Natal, 10 de fevereiro de 2024`,
			map[string]string{
				"ano_calendario": "2023", "instituicao_nome": `"BANCO BOM FUTURO S.A."`, "instituicao_cnpj": `"11222333000181"`,
				"titular_nome": `"NINA PRADO LUZ"`, "titular_cpf": `"52998224725"`, "agencia": `"0123-4"`, "conta": `"55667-8"`,
				"saldo_total_anterior": "", "total_rendimentos_isentos": "620", "total_rendimentos_exclusivos": "300", "data_emissao": `"2024-02-10"`,
				"produtos": `[{"descricao":"Poupança","saldo_anterior":1000,"saldo_atual":2000,"rendimento":120},{"descricao":"LCI","saldo_anterior":5000,"saldo_atual":5500,"rendimento":500},` +
					`{"descricao":"CDB","saldo_anterior":3000,"saldo_atual":3300,"rendimento":300},{"descricao":"Conta corrente","saldo_anterior":50,"saldo_atual":75}]`,
			}},
		{"a bank's cards with one sum a line", "INFORME_RENDIMENTOS_BANCOS", `
Informe de Rendimentos
Ano-base 2024
Titular: Caio Brito Nunes       CPF: 529.982.247-25
Fonte pagadora: Bom Futuro Pagamentos S.A.
CNPJ: 11.222.333/0001-81

Conta do Bom Futuro
Saldo em 31/12/2023                     R$ 150,20
Saldo em 31/12/2024                     R$ 980,11

RDB - Recibo de Depósito Bancário
Saldo em 31/12/2023                     R$ 2.150,20
Saldo em 31/12/2024                     R$ 3.980,11
Rendimento líquido                      R$ 321,00
Imposto de renda retido na fonte        R$ 55,00

Data de emissão: 20/02/2025`,
			map[string]string{
				"ano_calendario": "2024", "instituicao_nome": `"Bom Futuro Pagamentos S.A."`, "titular_nome": `"Caio Brito Nunes"`, "data_emissao": `"2025-02-20"`,
				"produtos": `[{"descricao":"Conta do Bom Futuro","saldo_anterior":150.2,"saldo_atual":980.11},` +
					`{"descricao":"RDB - Recibo de Depósito Bancário","saldo_anterior":2150.2,"saldo_atual":3980.11,"rendimento":321,"imposto_retido":55}]`,
			}},
		{"a broker's tables with more columns than are asked for", "INFORME_RENDIMENTOS_CORRETORAS", `
BOM FUTURO CCTVM S/A
CNPJ: 11.222.333/0001-81
INFORME DE RENDIMENTOS FINANCEIROS - ANO-CALENDÁRIO 2023

Nome do cliente                CPF                   Código do cliente
OTÁVIO LUZ PRADO               529.982.247-25        1234567

SALDO EM CONTA
Descrição               31/12/2022     31/12/2023
Conta corrente               10,50          20,75

POSIÇÃO EM CUSTÓDIA - RENDA VARIÁVEL
Código     Especificação     Quantidade    Valor em 31/12/2022    Valor em 31/12/2023
PETR4      PETROBRAS PN             100               2.450,00               3.700,00
VALE3      VALE ON                   50               4.400,00               3.850,00

PROVENTOS RECEBIDOS
Ativo      Tipo de provento      Fonte pagadora (CNPJ)    Valor bruto      IRRF    Valor líquido
PETR4      JCP                   33.000.167/0001-01            100,00     15,00            85,00
VALE3      Dividendo             33.592.510/0001-54            200,00      0,00           200,00
Total                                                          300,00     15,00           285,00

IRRF - Operações comuns                 R$ 3,21
IRRF - Day trade                        R$ 12,34
Emitido em 15/02/2024`,
			map[string]string{
				"ano_calendario": "2023", "corretora_nome": `"BOM FUTURO CCTVM S/A"`, "corretora_cnpj": `"11222333000181"`, "titular_nome": `"OTÁVIO LUZ PRADO"`,
				"codigo_cliente": `"1234567"`, "saldo_conta_anterior": "10.5", "saldo_conta_atual": "20.75", "irrf_operacoes_comuns": "3.21", "irrf_day_trade": "12.34",
				"total_proventos": "300", "data_emissao": `"2024-02-15"`,
				"posicoes": `[{"ativo":"PETR4","quantidade":100,"valor_anterior":2450,"valor_atual":3700},{"ativo":"VALE3","quantidade":50,"valor_anterior":4400,"valor_atual":3850}]`,
				"proventos": `[{"ativo":"PETR4","tipo":"JCP","fonte_pagadora_cnpj":"33000167000101","valor":100,"imposto_retido":15},` +
					`{"ativo":"VALE3","tipo":"Dividendo","fonte_pagadora_cnpj":"33592510000154","valor":200,"imposto_retido":0}]`,
			}},
		{"a health plan's declaration", "INFORME_PLANO_SAUDE", `
DECLARAÇÃO DE PAGAMENTOS PARA FINS DE IMPOSTO DE RENDA

Declaramos que recebemos de NINA PRADO LUZ, inscrita no CPF sob o nº 529.982.247-25, no ano-calendário de 2024,
a importância total de R$ 6.543,00, referente ao plano de saúde Clássico Apto, contrato 998877, como segue:

Nome                     CPF                 Vínculo       Total pago
Nina Prado Luz           529.982.247-25      Titular         4.321,00
Ana Prado Luz            111.444.777-35      Filha           2.222,00

Natal, 14 de fevereiro de 2025.

SAÚDE TOTAL ASSISTÊNCIA MÉDICA LTDA
CNPJ 11.222.333/0001-81
ANS nº 41.234-5`,
			map[string]string{
				"ano_calendario": "2024", "operadora_nome": `"SAÚDE TOTAL ASSISTÊNCIA MÉDICA LTDA"`, "operadora_cnpj": `"11222333000181"`, "registro_ans": `"412345"`,
				"titular_nome": `"NINA PRADO LUZ"`, "titular_cpf": `"52998224725"`, "contrato": `"998877"`, "plano": `"Clássico Apto"`, "valor_total": "6543",
				"data_emissao": `"2025-02-14"`,
				"beneficiarios": `[{"nome":"Nina Prado Luz","cpf":"52998224725","parentesco":"Titular","valor_pago":4321},` +
					`{"nome":"Ana Prado Luz","cpf":"11144477735","parentesco":"Filha","valor_pago":2222}]`,
			}},
		{"a school's declaration with two sums a month", "COMPROVANTE_EDUCACAO", `
ASSOCIAÇÃO EDUCACIONAL SANTA RITA
CNPJ: 11.222.333/0001-81

DECLARAÇÃO DE PAGAMENTOS - IMPOSTO DE RENDA 2025

Declaramos que o(a) Sr(a). OTÁVIO LUZ PRADO, CPF 529.982.247-25, responsável financeiro pelo(a) aluno(a) ANA PRADO
LUZ, CPF 111.444.777-35, matrícula 20231234, cursando o 5º ano do Ensino Fundamental, efetuou no ano de 2024 o
pagamento das mensalidades abaixo, totalizando R$ 2.400,00:

Parcela    Mês        Vencimento     Data pagto     Valor        Valor pago
1          01/2024    10/01/2024     09/01/2024     1.250,00     1.200,00
2          02/2024    10/02/2024     08/02/2024     1.250,00     1.200,00
Total                                                            2.400,00

Natal, 5 de março de 2025.`,
			map[string]string{
				"instituicao_nome": `"ASSOCIAÇÃO EDUCACIONAL SANTA RITA"`, "instituicao_cnpj": `"11222333000181"`, "aluno_nome": `"ANA PRADO LUZ"`, "aluno_cpf": `"11144477735"`,
				"responsavel_nome": `"OTÁVIO LUZ PRADO"`, "responsavel_cpf": `"52998224725"`, "matricula": `"20231234"`, "curso": `"5º ano do Ensino Fundamental"`,
				"nivel_ensino": `"fundamental"`, "ano_calendario": "2024", "valor_total": "2400", "data_emissao": `"2025-03-05"`,
				"mensalidades": `[{"competencia":"2024-01","data_pagamento":"2024-01-09","valor":1200},{"competencia":"2024-02","data_pagamento":"2024-02-08","valor":1200}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
