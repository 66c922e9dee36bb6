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
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			for field, want := range c.want {
				if got[field] != want {
					t.Errorf("%s:\n got %s\nwant %s", field, got[field], want)
				}
			}
		})
	}
}
