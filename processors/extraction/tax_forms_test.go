package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Declarations and informes for income tax whose tables, cards and totals are set in
// other ways than the samples'.
func TestTaxForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"products whose names stand left of their labels, and a year that only the columns tell", "INFORME_RENDIMENTOS_BANCOS", `
BANCO BOA VISTA S.A.                                                     CNPJ 11.222.333/0001-81
Informe de Rendimentos Financeiros

Cliente: NINA PRADO LUZ                    CPF: 529.982.247-25
Agência: 0123                              Conta: 45678-9

Poupança
     Saldo em 31/12/2023                           R$ 1.000,00
     Saldo em 31/12/2024                           R$ 1.100,00
     Rendimentos                                   R$ 100,00

CDB Pós-fixado
     Saldo em 31/12/2023                           R$ 2.000,00
     Saldo em 31/12/2024                           R$ 2.300,00
     Rendimentos                                   R$ 300,00
     Imposto retido                                R$ 45,00`,
			map[string]string{
				"ano_calendario": "2024", "instituicao_nome": `"BANCO BOA VISTA S.A."`, "instituicao_cnpj": `"11222333000181"`, "titular_nome": `"NINA PRADO LUZ"`,
				"produtos": `[{"descricao":"Poupança","saldo_anterior":1000,"saldo_atual":1100,"rendimento":100},` +
					`{"descricao":"CDB Pós-fixado","saldo_anterior":2000,"saldo_atual":2300,"rendimento":300,"imposto_retido":45}]`,
			}},
		{"papers under lines of their kind, in columns headed by years", "INFORME_RENDIMENTOS_CORRETORAS", `
BOM FUTURO CCTVM S/A                          CNPJ 11.222.333/0001-81
INFORME ANUAL PARA IMPOSTO DE RENDA - ANO-CALENDÁRIO 2023
Investidor: OTÁVIO LUZ PRADO       CPF: 529.982.247-25       Conta: 1234567

POSIÇÃO EM CUSTÓDIA
Papel         Quantidade             2022              2023
Ações
PETR4                100         2.450,00          3.700,00
VALE3                 50         4.400,00          3.850,00
Fundos imobiliários
KNRI11                10         1.500,00          1.600,00
Total                            8.350,00          9.150,00

PROVENTOS
Papel         Evento          CNPJ da empresa          Bruto       IRRF       Líquido
PETR4         JCP             33.000.167/0001-01      100,00      15,00         85,00
VALE3         Dividendo       33.592.510/0001-54      200,00       0,00        200,00
Total                                                 300,00      15,00        285,00`,
			map[string]string{
				"ano_calendario": "2023", "corretora_nome": `"BOM FUTURO CCTVM S/A"`, "corretora_cnpj": `"11222333000181"`, "titular_nome": `"OTÁVIO LUZ PRADO"`, "codigo_cliente": `"1234567"`, "total_proventos": "300",
				"posicoes": `[{"ativo":"PETR4","quantidade":100,"valor_anterior":2450,"valor_atual":3700},{"ativo":"VALE3","quantidade":50,"valor_anterior":4400,"valor_atual":3850},` +
					`{"ativo":"KNRI11","quantidade":10,"valor_anterior":1500,"valor_atual":1600}]`,
				"proventos": `[{"ativo":"PETR4","tipo":"JCP","fonte_pagadora_cnpj":"33000167000101","valor":100,"imposto_retido":15},` +
					`{"ativo":"VALE3","tipo":"Dividendo","fonte_pagadora_cnpj":"33592510000154","valor":200,"imposto_retido":0}]`,
			}},
		{"sources whose names stand over their numbers, goods headed by years, and debts added up", "DECLARACAO_IR_ANTERIOR", `
DECLARAÇÃO DE AJUSTE ANUAL - IMPOSTO SOBRE A RENDA - PESSOA FÍSICA
EXERCÍCIO 2020 - ANO-CALENDÁRIO 2019

IDENTIFICAÇÃO DO CONTRIBUINTE
Nome: OTÁVIO LUZ PRADO                     CPF: 529.982.247-25

RENDIMENTOS TRIBUTÁVEIS RECEBIDOS DE PESSOA JURÍDICA PELO TITULAR
Fonte pagadora                 Rendimentos       Previdência oficial      Imposto retido     13º salário
METALÚRGICA BOA VISTA S/A      R$ 80.000,00      R$ 7.000,00              R$ 9.000,00        R$ 6.000,00
CNPJ 11.222.333/0001-81
COLÉGIO BOM FUTURO LTDA        R$ 20.000,00      R$ 2.000,00              R$ 1.000,00        R$ 1.500,00
CNPJ 11.444.777/0001-61

BENS E DIREITOS
Código              Discriminação                                     2018              2019
11 - Apartamento    APARTAMENTO NA RUA DAS FLORES, 10           200.000,00        200.000,00
21 - Veículo        FIAT ARGO 2018                               40.000,00         38.000,00
Total                                                           240.000,00        238.000,00

DÍVIDAS E ÔNUS REAIS
Código     Discriminação                          31/12/2018         31/12/2019
11         FINANCIAMENTO DO BANCO DO SOL           50.000,00          40.000,00
13         CARTÃO DE CRÉDITO                        2.000,00           1.000,00
Total                                              52.000,00          41.000,00`,
			map[string]string{
				"exercicio": "2020", "ano_calendario": "2019", "nome": `"OTÁVIO LUZ PRADO"`, "dividas_ano_anterior": "52000", "dividas_ano_atual": "41000",
				"bens_direitos_ano_anterior": "240000", "bens_direitos_ano_atual": "238000",
				"fontes_pagadoras": `[{"nome":"METALÚRGICA BOA VISTA S/A","cpf_cnpj":"11222333000181","rendimentos":80000,"imposto_retido":9000,"decimo_terceiro":6000},` +
					`{"nome":"COLÉGIO BOM FUTURO LTDA","cpf_cnpj":"11444777000161","rendimentos":20000,"imposto_retido":1000,"decimo_terceiro":1500}]`,
				"bens_direitos": `[{"codigo":"11","descricao":"APARTAMENTO NA RUA DAS FLORES, 10","valor_anterior":200000,"valor_atual":200000},` +
					`{"codigo":"21","descricao":"FIAT ARGO 2018","valor_anterior":40000,"valor_atual":38000}]`,
			}},
		{"goods whose code and group stand left of their description, each under its years", "IRPF", `
DIRPF - Declaração do Imposto sobre a Renda da Pessoa Física
Exercício 2024, ano-calendário 2023

01     Identificação do contribuinte
Nome               ANA PRADO LUZ                           CPF              529.982.247-25
Ocupação           Professora do ensino fundamental        Nascimento       26/10/1985
02     Dependentes
CPF                Nascido em      Nome do dependente           Relação
111.444.777-35     31-12-2003      LUIZ PRADO LUZ               Filho(a) ou enteado(a)

03     Bens e direitos
Grupo 01     CASA NA AVENIDA BOA VISTA, 20, HAVIDA POR              31/12/2022        31/12/2023
Cód. 12      HERANÇA                                                100.000,00        100.000,00
Grupo 04     CADERNETA DE POUPANÇA, BANCO DO SOL                    31/12/2022        31/12/2023
Cód. 01                                                               5.000,00              0,00`,
			map[string]string{
				"nome": `"ANA PRADO LUZ"`, "ocupacao": `"Professora do ensino fundamental"`,
				"dependentes": `[{"nome":"LUIZ PRADO LUZ","cpf":"11144477735","data_nascimento":"2003-12-31"}]`,
				"bens_direitos": `[{"grupo":"01","codigo":"12","descricao":"CASA NA AVENIDA BOA VISTA, 20, HAVIDA POR HERANÇA","valor_anterior":100000,"valor_atual":100000},` +
					`{"grupo":"04","codigo":"01","descricao":"CADERNETA DE POUPANÇA, BANCO DO SOL","valor_anterior":5000,"valor_atual":0}]`,
			}},
		{"a card for each beneficiary with its months, and what the patient got back", "INFORME_PLANO_SAUDE", `
UNIDAS SAÚDE COOPERATIVA DE TRABALHO MÉDICO
CNPJ 11.222.333/0001-81                                     Registro ANS: 41.234-5

DEMONSTRATIVO DE PAGAMENTOS PARA IMPOSTO DE RENDA - ANO-BASE 2024

Titular do contrato: NINA PRADO LUZ            CPF: 529.982.247-25
Nº do contrato: 998877                         Plano: Essencial Enfermaria

Beneficiário: NINA PRADO LUZ       CPF: 529.982.247-25       Parentesco: Titular
Total pago: R$ 4.321,00            Total reembolsado: R$ 100,00

Beneficiário: ANA PRADO LUZ        CPF: 111.444.777-35       Parentesco: Filha
Total pago: R$ 2.222,00            Total reembolsado: R$ 0,00

Valor total pago no ano: R$ 6.543,00
Total de reembolsos: R$ 100,00
Emitido em 10/02/2025`,
			map[string]string{
				"ano_calendario": "2024", "operadora_nome": `"UNIDAS SAÚDE COOPERATIVA DE TRABALHO MÉDICO"`, "operadora_cnpj": `"11222333000181"`, "registro_ans": `"412345"`,
				"titular_nome": `"NINA PRADO LUZ"`, "titular_cpf": `"52998224725"`, "contrato": `"998877"`, "plano": `"Essencial Enfermaria"`, "valor_total": "6543", "total_reembolsado": "100",
				"data_emissao": `"2025-02-10"`,
				"beneficiarios": `[{"nome":"NINA PRADO LUZ","cpf":"52998224725","parentesco":"Titular","valor_pago":4321,"valor_reembolsado":100},` +
					`{"nome":"ANA PRADO LUZ","cpf":"11144477735","parentesco":"Filha","valor_pago":2222,"valor_reembolsado":0}]`,
			}},
		{"products under headings of three lines, and a total under each part", "INFORME_RENDIMENTOS_BANCOS", `
BANCO DO SOL S.A. - CNPJ 11.222.333/0001-81
COMPROVANTE DE RENDIMENTOS FINANCEIROS
Ano-calendário: 2024

2. PESSOA FÍSICA BENEFICIÁRIA DOS RENDIMENTOS
Nome completo                                  CPF
OTÁVIO LUZ PRADO                               529.982.247-25
Agência                                        Conta corrente
0123                                           45678-9

3. RENDIMENTOS ISENTOS E NÃO TRIBUTÁVEIS
Especificação                    Saldo em         Saldo em        Rendimento
                                31/12/2023       31/12/2024       líquido
Caderneta de poupança             1.000,00         1.100,00         100,00
LCI                               5.000,00             0,00         400,00
Total                             6.000,00         1.100,00         500,00

4. RENDIMENTOS SUJEITOS À TRIBUTAÇÃO EXCLUSIVA
Especificação                    Saldo em         Saldo em        Rendimento      Imposto
                                31/12/2023       31/12/2024       líquido         retido
CDB                               2.000,00         2.300,00         300,00          45,00
Total                             2.000,00         2.300,00         300,00          45,00

5. SALDOS EM CONTA CORRENTE
Especificação                    31/12/2023       31/12/2024
Conta corrente 45678-9               10,00            20,00`,
			map[string]string{
				"ano_calendario": "2024", "instituicao_nome": `"BANCO DO SOL S.A."`, "titular_nome": `"OTÁVIO LUZ PRADO"`, "agencia": `"0123"`, "conta": `"45678-9"`,
				"total_rendimentos_isentos": "500", "total_rendimentos_exclusivos": "300", "total_imposto_retido": "45",
				"produtos": `[{"descricao":"Caderneta de poupança","saldo_anterior":1000,"saldo_atual":1100,"rendimento":100},{"descricao":"LCI","saldo_anterior":5000,"saldo_atual":0,"rendimento":400},` +
					`{"descricao":"CDB","saldo_anterior":2000,"saldo_atual":2300,"rendimento":300,"imposto_retido":45},{"descricao":"Conta corrente 45678-9","saldo_anterior":10,"saldo_atual":20}]`,
			}},
		{"sources in cards with their labels over the sums, and a summary of two years", "IRPF", `
Receita Federal - Meu Imposto de Renda                    Exercício 2026 (ano-calendário 2025)
RECIBO DE ENTREGA DA DECLARAÇÃO DE AJUSTE ANUAL - DECLARAÇÃO ORIGINAL

Titular: ANA PRADO LUZ                                    CPF 529.982.247-25
Rua das Flores, 10, Apto 12, Centro - Natal/RN

Fontes pagadoras
METALÚRGICA BOA VISTA S/A
CNPJ                      Rendimentos          Imposto retido       13º salário
11.222.333/0001-81        R$ 80.000,00         R$ 9.000,00          R$ 6.000,00
COLÉGIO BOM FUTURO LTDA
CNPJ                      Rendimentos          Imposto retido       13º salário
11.444.777/0001-61        R$ 20.000,00         R$ 1.000,00          R$ 1.500,00

Resumo
Total de rendimentos tributáveis          R$ 100.000,00
Total de deduções                          R$ 16.754,34
Base de cálculo                            R$ 83.245,66
Imposto devido                             R$ 12.000,00
Imposto pago                               R$ 10.000,00
Saldo de imposto a pagar                    R$ 2.000,00
                             31/12/2024              31/12/2025
Bens e direitos              R$ 300.000,00           R$ 310.000,00
Dívidas e ônus reais          R$ 50.000,00            R$ 40.000,00

Recebida pelo agente receptor SERPRO em 10/04/2026 às 10:20:30. Número do recibo: 12.34.56.78.90-12`,
			map[string]string{
				"exercicio": "2026", "ano_calendario": "2025", "nome": `"ANA PRADO LUZ"`, "cpf": `"52998224725"`, "retificadora": "false", "data_entrega": `"2026-04-10"`, "numero_recibo": `"123456789012"`,
				"rendimentos_tributaveis": "100000", "total_deducoes": "16754.34", "saldo_imposto_a_pagar": "2000",
				"bens_direitos_ano_anterior": "300000", "bens_direitos_ano_atual": "310000", "dividas_ano_anterior": "50000", "dividas_ano_atual": "40000",
				"fontes_pagadoras": `[{"nome":"METALÚRGICA BOA VISTA S/A","cpf_cnpj":"11222333000181","rendimentos":80000,"imposto_retido":9000,"decimo_terceiro":6000},` +
					`{"nome":"COLÉGIO BOM FUTURO LTDA","cpf_cnpj":"11444777000161","rendimentos":20000,"imposto_retido":1000,"decimo_terceiro":1500}]`,
			}},
		{"a worker's statement in two panels with dotted leaders", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", `
INSS - INSTITUTO NACIONAL DO SEGURO SOCIAL                     CNPJ: 29.979.036/0001-40
COMPROVANTE DE RENDIMENTOS PAGOS E DE IMPOSTO SOBRE A RENDA RETIDO NA FONTE
EXERCÍCIO 2025 ........ ANO-CALENDÁRIO 2024

SEGURADO: OTÁVIO LUZ PRADO              CPF: 529.982.247-25       NB: 123.456.789-0
ESPÉCIE: 41 - APOSENTADORIA POR IDADE

RENDIMENTOS TRIBUTÁVEIS
TOTAL DOS RENDIMENTOS .........................:  30.000,00
CONTRIBUIÇÃO PREVIDENCIÁRIA OFICIAL ...........:       0,00
PENSÃO ALIMENTÍCIA ............................:       0,00
IMPOSTO RETIDO NA FONTE .......................:   1.234,56
RENDIMENTOS ISENTOS
PARCELA ISENTA (65 ANOS OU MAIS) ..............:  22.847,76
TRIBUTAÇÃO EXCLUSIVA
13. SALÁRIO ...................................:   2.500,00
IRRF S/ 13. SALÁRIO ...........................:      50,00
DATA: 20/02/2025`,
			map[string]string{
				"exercicio": "2025", "ano_calendario": "2024", "fonte_pagadora_nome": `"INSS - INSTITUTO NACIONAL DO SEGURO SOCIAL"`, "fonte_pagadora_cnpj": `"29979036000140"`,
				"beneficiario_nome": `"OTÁVIO LUZ PRADO"`, "beneficiario_cpf": `"52998224725"`, "numero_beneficio": `"1234567890"`, "natureza_rendimento": `"41 - APOSENTADORIA POR IDADE"`,
				"total_rendimentos": "30000", "imposto_retido": "1234.56", "parcela_isenta_65": "22847.76", "decimo_terceiro": "2500", "imposto_retido_decimo_terceiro": "50", "data_emissao": `"2025-02-20"`,
			}},
		{"papers and proceeds in sentences and lines parted by bars", "INFORME_RENDIMENTOS_CORRETORAS", `
NOVA ERA DTVM LTDA | CNPJ 11.222.333/0001-81
Informe de rendimentos - Ano-base 2024 - Custódia de renda variável

Prezado cliente NINA PRADO LUZ, CPF 529.982.247-25, código de cliente 55443:

Saldo em conta corrente      31/12/2023      31/12/2024
                                  10,00           20,00
Ativos em custódia
Ativo        Classe                   Qtd.      Preço médio      Saldo em 31/12/2023      Saldo em 31/12/2024
BBAS3        Ações                     200            27,50                 5.000,00                 5.500,00
HGLG11       Fundos imobiliários        10           160,00                     0,00                 1.600,00
Total                                                                       5.000,00                 7.100,00

IRRF sobre operações comuns: R$ 1,23 | IRRF sobre day trade: R$ 0,00
Total de proventos recebidos no ano: R$ 321,00
São Paulo, 28 de fevereiro de 2025`,
			map[string]string{
				"ano_calendario": "2024", "corretora_nome": `"NOVA ERA DTVM LTDA"`, "titular_nome": `"NINA PRADO LUZ"`, "titular_cpf": `"52998224725"`, "codigo_cliente": `"55443"`,
				"irrf_operacoes_comuns": "1.23", "irrf_day_trade": "0", "total_proventos": "321", "data_emissao": `"2025-02-28"`, "saldo_conta_anterior": "10", "saldo_conta_atual": "20",
				"posicoes": `[{"ativo":"BBAS3","quantidade":200,"valor_anterior":5000,"valor_atual":5500},{"ativo":"HGLG11","quantidade":10,"valor_anterior":0,"valor_atual":1600}]`,
			}},
		{"goods with group and code in one cell, and dependents by labels", "DECLARACAO_IR_ANTERIOR", `
IMPOSTO SOBRE A RENDA - PESSOA FÍSICA - DECLARAÇÃO DE AJUSTE ANUAL
NOME: OTÁVIO LUZ PRADO                                     EXERCÍCIO 2022   ANO-CALENDÁRIO 2021
CPF: 529.982.247-25

DEPENDENTES
CÓD.   NOME                       DATA DE NASCIMENTO    CPF
21     ANA PRADO LUZ              03/04/2012            111.444.777-35

DECLARAÇÃO DE BENS E DIREITOS (Valores em reais)
GRUPO   CÓDIGO   DISCRIMINAÇÃO                                            SITUAÇÃO EM
                                                                 31/12/2020       31/12/2021
01      11       APARTAMENTO NA RUA DAS FLORES, 10,              200.000,00       200.000,00
                 COMPRADO DE BENTO PRADO, CPF 111.444.777-35
                 105 - BRASIL
02      01       FIAT ARGO 2018                                   40.000,00        38.000,00
                 105 - BRASIL
TOTAL                                                            240.000,00       238.000,00`,
			map[string]string{
				"exercicio": "2022", "ano_calendario": "2021", "nome": `"OTÁVIO LUZ PRADO"`, "bens_direitos_ano_anterior": "240000", "bens_direitos_ano_atual": "238000",
				"dependentes": `[{"nome":"ANA PRADO LUZ","cpf":"11144477735","data_nascimento":"2012-04-03"}]`,
				"bens_direitos": `[{"grupo":"01","codigo":"11","descricao":"APARTAMENTO NA RUA DAS FLORES, 10, COMPRADO DE BENTO PRADO, CPF 111.444.777-35","valor_anterior":200000,"valor_atual":200000},` +
					`{"grupo":"02","codigo":"01","descricao":"FIAT ARGO 2018","valor_anterior":40000,"valor_atual":38000}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
