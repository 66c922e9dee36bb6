package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Tax declarations as other programs than the authority's print them.
func TestDeclarations(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"boxes to be crossed, sources in boxes and remarks under the goods", "DECLARACAO_IR_ANTERIOR", `
RECEITA FEDERAL                     IMPOSTO SOBRE A RENDA DA PESSOA FÍSICA          DIRPF 2019     ANO-BASE 2018

MODELO:  ( ) COMPLETA   (X) SIMPLIFICADA          RETIFICADORA:  ( ) SIM   (X) NÃO

A - IDENTIFICAÇÃO E ENDEREÇO DO DECLARANTE
CPF                 Nome                          Nascimento          Título de eleitor
529.982.247-25      OTAVIO LUZ PRADO              10/02/1970          001122334455
Rua, número e complemento                         Bairro              CEP
RUA DO SOL, 45 - CASA 2                           CENTRO              59010-000
Município           UF       Natureza da ocupação
NATAL               RN       03 - Servidor público estadual
Cód.     Ocupação principal
212      ANALISTA DE SISTEMAS

B - DEPENDENTES
NENHUM

C - RENDIMENTOS RECEBIDOS DE PESSOAS JURÍDICAS PELO TITULAR
Fonte pagadora                                    CNPJ/CPF
OFICINA BOA RODA LTDA                             11.222.333/0001-81
Rendimentos tributáveis      Contrib. prev. oficial      IR retido na fonte      Décimo terceiro
60.000,00                    5.000,00                    6.000,00                4.500,00

Fonte pagadora                                    CNPJ/CPF
MUNICIPIO DE NATAL                                61.365.284/0001-04
Rendimentos tributáveis      Contrib. prev. oficial      IR retido na fonte      Décimo terceiro
40.000,00                    4.000,00                    3.000,00                0,00

D - RENDIMENTOS ISENTOS E NÃO TRIBUTÁVEIS
08     Cadernetas de poupança                     1.250,00
       SOMA                                       1.250,00

E - BENS E DIREITOS
CÓD.     DISCRIMINAÇÃO                                        31/12/2017          31/12/2018
11       APARTAMENTO NA RUA DO SOL, COMPRADO EM 2010          200.000,00          200.000,00
         País: 105 - BRASIL
         Matrícula 123
61       DEPOSITO EM CONTA NO PAIS, BANCO DO VALE             1.000,00            2.500,50
         País: 105 - BRASIL
         SOMA DOS BENS                                        201.000,00          202.500,50

F - DÍVIDAS E ÔNUS REAIS
NENHUMA

G - APURAÇÃO DO IMPOSTO
01     Soma dos rendimentos tributáveis           100.000,00
02     Desconto simplificado                      16.754,34
03     Base de cálculo                            83.245,66
04     Imposto devido                             12.459,22
05     Imposto pago                               9.000,00
06     Imposto a restituir                        0,00
07     Saldo de imposto a pagar                   3.459,22`,
			map[string]string{
				"exercicio": "2019", "ano_calendario": "2018", "tipo_declaracao": `"simplificada"`, "retificadora": "false", "nome": `"OTAVIO LUZ PRADO"`,
				"endereco": `"RUA DO SOL, 45 - CASA 2"`, "municipio": `"NATAL"`, "uf": `"RN"`, "ocupacao": `"ANALISTA DE SISTEMAS"`, "dependentes": "",
				"rendimentos_tributaveis": "100000", "rendimentos_isentos": "1250", "total_deducoes": "16754.34", "saldo_imposto_a_pagar": "3459.22",
				"bens_direitos_ano_anterior": "201000", "bens_direitos_ano_atual": "202500.5",
				"fontes_pagadoras": `[{"nome":"OFICINA BOA RODA LTDA","cpf_cnpj":"11222333000181","rendimentos":60000,"imposto_retido":6000,"decimo_terceiro":4500},` +
					`{"nome":"MUNICIPIO DE NATAL","cpf_cnpj":"61365284000104","rendimentos":40000,"imposto_retido":3000,"decimo_terceiro":0}]`,
				"bens_direitos": `[{"codigo":"11","descricao":"APARTAMENTO NA RUA DO SOL, COMPRADO EM 2010","valor_anterior":200000,"valor_atual":200000},` +
					`{"codigo":"61","descricao":"DEPOSITO EM CONTA NO PAIS, BANCO DO VALE","valor_anterior":1000,"valor_atual":2500.5}]`,
			}},
		{"a summary in two columns with a total under each part", "DECLARACAO_IR_ANTERIOR", `
CONFERÊNCIA DA DECLARAÇÃO DE IMPOSTO DE RENDA - Exercício 2024 / Ano-base 2023

Cliente                                           Transmissão
Ana Prado Luz                                     Enviada em: 07.03.2024
C.P.F.: 529.982.247-25                            Recibo da entrega: 12.34.56.78.90-12

Dependentes
Nina Luz Prado; 03/04/2012; CPF 111.444.777-35

RENDIMENTOS TRIBUTÁVEIS                           IMPOSTO PAGO
Recebidos de pessoa jurídica        90.000,00     Imposto retido na fonte          9.000,00
Recebidos de pessoa física               0,00     Carnê-leão                         500,00
TOTAL                               90.000,00     TOTAL                            9.500,00
DEDUÇÕES (em reais)                               DÍVIDAS E ÔNUS
Previdência oficial                  8.000,00     Saldo em 31.12.2022              1.000,00
Dependentes                          2.275,08     Saldo em 31.12.2023                  0,00
TOTAL                               10.275,08
Base de cálculo                     79.724,92     A RESTITUIR                        100,00`,
			map[string]string{
				"nome": `"Ana Prado Luz"`, "cpf": `"52998224725"`, "exercicio": "2024", "ano_calendario": "2023", "data_entrega": `"2024-03-07"`, "numero_recibo": `"123456789012"`,
				"dependentes":             `[{"nome":"Nina Luz Prado","cpf":"11144477735","data_nascimento":"2012-04-03"}]`,
				"rendimentos_tributaveis": "90000", "imposto_pago": "9500", "total_deducoes": "10275.08", "base_calculo": "79724.92",
				"imposto_a_restituir": "100", "dividas_ano_anterior": "1000", "dividas_ano_atual": "0",
			}},
		{"a receipt on the site, its number in pairs", "IRPF", `
Centro Virtual de Atendimento
RECIBO DE ENTREGA - 2ª VIA
DIRPF 2025 (rendimentos de 2024)

Nº do recibo                       01 83 75 92 22 25
Data e hora da transmissão         21/04/2025, 21:55:40
Situação                           RETIFICADORA
Forma de tributação                Deduções legais
CPF                                529.982.247-25
Nome completo                      Ana Prado Luz
Município de domicílio             Natal - RN
Total de rendimentos tributáveis   90.000,00
Imposto devido                     9.500,00`,
			map[string]string{
				"exercicio": "2025", "ano_calendario": "2024", "numero_recibo": `"018375922225"`, "data_entrega": `"2025-04-21"`, "retificadora": "true",
				"tipo_declaracao": `"completa"`, "nome": `"Ana Prado Luz"`, "municipio": `"Natal"`, "uf": `"RN"`, "rendimentos_tributaveis": "90000", "imposto_devido": "9500",
			}},
		{"plain text with leaders of dots", "DECLARACAO_IR_ANTERIOR", `
SECRETARIA ESPECIAL DA RECEITA FEDERAL DO BRASIL
DECLARACAO DE AJUSTE ANUAL - EXERCICIO 2023 - ANO-CALENDARIO 2022
CONSULTA DE DECLARACAO - IRPF

NOME..................: ANA PRADO LUZ
CPF...................: 529.982.247-25
DATA DE NASCIMENTO....: 10/02/1970
OCUPACAO PRINCIPAL....: 241 - ADVOGADO
ENDERECO..............: RUA DO SOL, 45, APTO 12
BAIRRO................: CENTRO
MUNICIPIO/UF..........: NATAL/RN
TIPO..................: ORIGINAL
TRIBUTACAO............: DESCONTO SIMPLIFICADO
NUMERO DO RECIBO......: 12.34.56.78.90-12
DATA DA ENTREGA.......: 12/04/2023

*** RENDIMENTOS TRIBUTAVEIS RECEBIDOS DE PESSOA JURIDICA ***
OFICINA BOA RODA LTDA
  CNPJ................: 11.222.333/0001-81
  RENDIMENTOS.........: 90.000,00
  PREVIDENCIA OFICIAL.: 8.000,00
  IMPOSTO RETIDO......: 10.734,56
  13o SALARIO.........: 7.500,00
MUNICIPIO DE NATAL
  CNPJ................: 61.365.284/0001-04
  RENDIMENTOS.........: 10.000,00
  PREVIDENCIA OFICIAL.: 1.000,00
  IMPOSTO RETIDO......: 0,00
  13o SALARIO.........: 500,00

*** BENS E DIREITOS ***
GRUPO 02 CODIGO 01
  VEICULO FIAT ARGO 2020, PLACA ABC1D23
  EM 31/12/2021.......: 50.000,00
  EM 31/12/2022.......: 50.000,00
GRUPO 06 CODIGO 01
  CONTA CORRENTE BANCO DO VALE
  EM 31/12/2021.......: 1.000,00
  EM 31/12/2022.......: 2.500,50

*** RESUMO ***
RENDIMENTOS TRIBUTAVEIS....................:       100.000,00
DESCONTO SIMPLIFICADO......................:        16.754,34
BASE DE CALCULO............................:        83.245,66
IMPOSTO DEVIDO.............................:        12.459,22
IMPOSTO PAGO...............................:        10.734,56
IMPOSTO A RESTITUIR........................:             0,00
SALDO DE IMPOSTO A PAGAR...................:         1.724,66`,
			map[string]string{
				"nome": `"ANA PRADO LUZ"`, "exercicio": "2023", "ano_calendario": "2022", "ocupacao": `"241 - ADVOGADO"`, "endereco": `"RUA DO SOL, 45, APTO 12"`,
				"municipio": `"NATAL"`, "uf": `"RN"`, "retificadora": "false", "tipo_declaracao": `"simplificada"`, "numero_recibo": `"123456789012"`, "data_entrega": `"2023-04-12"`,
				"rendimentos_tributaveis": "100000", "total_deducoes": "16754.34", "imposto_pago": "10734.56", "saldo_imposto_a_pagar": "1724.66",
				"fontes_pagadoras": `[{"nome":"OFICINA BOA RODA LTDA","cpf_cnpj":"11222333000181","rendimentos":90000,"imposto_retido":10734.56,"decimo_terceiro":7500},` +
					`{"nome":"MUNICIPIO DE NATAL","cpf_cnpj":"61365284000104","rendimentos":10000,"imposto_retido":0,"decimo_terceiro":500}]`,
				"bens_direitos": `[{"grupo":"02","codigo":"01","descricao":"VEICULO FIAT ARGO 2020, PLACA ABC1D23","valor_anterior":50000,"valor_atual":50000},` +
					`{"grupo":"06","codigo":"01","descricao":"CONTA CORRENTE BANCO DO VALE","valor_anterior":1000,"valor_atual":2500.5}]`,
			}},
		{"options in cells of their own", "DECLARACAO_IR_ANTERIOR", `
                    IMPOSTO SOBRE A RENDA DA PESSOA FÍSICA 2022
                    Declaração de Ajuste Anual - Ano-calendário de 2021

Contribuinte: Ana Prado Luz                    CPF: 529.982.247-25
Tipo de declaração: ( ) Original  (X) Retificadora         Nº recibo: 123456789012
Tributação escolhida: Por Desconto Simplificado
Logradouro: Rua do Sol        Número: 45       Complemento: Apto 12
Cidade: Natal     Estado: RN     Ocupação: 241 Advogado, exceto de empresas

Rendimentos Tributáveis de Pessoa Jurídica
CNPJ/CPF              Nome                        Rendimento      Previdência    IR Retido     13º Salário
11.222.333/0001-81    OFICINA BOA RODA LTDA       90.000,00       8.000,00       10.734,56     7.500,00
61.365.284/0001-04    MUNICIPIO DE NATAL          10.000,00       1.000,00            0,00       500,00
Total                                             100.000,00      9.000,00       10.734,56     8.000,00`,
			map[string]string{
				"nome": `"Ana Prado Luz"`, "exercicio": "2022", "ano_calendario": "2021", "retificadora": "true", "tipo_declaracao": `"simplificada"`,
				"municipio": `"Natal"`, "uf": `"RN"`, "numero_recibo": `"123456789012"`, "ocupacao": `"241 Advogado, exceto de empresas"`,
				"fontes_pagadoras": `[{"nome":"OFICINA BOA RODA LTDA","cpf_cnpj":"11222333000181","rendimentos":90000,"imposto_retido":10734.56,"decimo_terceiro":7500},` +
					`{"nome":"MUNICIPIO DE NATAL","cpf_cnpj":"61365284000104","rendimentos":10000,"imposto_retido":0,"decimo_terceiro":500}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
