package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Yearly statements for income tax as letters, pages of portals and prints of older
// systems put them.
func TestInformes(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a letter of an administrator, about the operator's plan", "INFORME_PLANO_SAUDE", `
Vida Plena Administradora de Benefícios Ltda.
CNPJ 11.222.333/0001-81

Recife, 3 de fevereiro de 2025.

Ilma. Sra.
NINA PRADO LUZ
CPF: 529.982.247-25
Rua Um, 10

Informamos os valores do ano-calendário 2024 repassados à operadora Bom Futuro Assistência Médica S/A,
inscrita no CNPJ sob nº 60.746.948/0001-12 e registrada na ANS sob nº 123456. Plano contratado: Ouro II.
Contrato nº 998877.

Item   Beneficiário               CPF               Total pago
01     Nina Prado Luz             529.982.247-25    R$ 3.000,00
       Titular | nascida em 01/02/1980
02     Caio Prado Luz             390.533.447-05    R$ 1.200,00
       Filho | nascido em 03/04/2010
       Total anual do grupo familiar                R$ 4.200,00`,
			map[string]string{
				"ano_calendario": "2024", "operadora_nome": `"Bom Futuro Assistência Médica S/A"`, "operadora_cnpj": `"60746948000112"`, "registro_ans": `"123456"`,
				"titular_nome": `"NINA PRADO LUZ"`, "titular_cpf": `"52998224725"`, "plano": `"Ouro II"`, "contrato": `"998877"`, "valor_total": "4200", "data_emissao": `"2025-02-03"`,
				"beneficiarios": `[{"nome":"Nina Prado Luz","cpf":"52998224725","parentesco":"Titular","valor_pago":3000},` +
					`{"nome":"Caio Prado Luz","cpf":"39053344705","parentesco":"Filho","valor_pago":1200}]`,
			}},
		{"a block for each person, their months between", "INFORME_PLANO_SAUDE", `
Operadora: Bom Futuro Saúde Ltda.       CNPJ/MF: 11.222.333/0001-81
EXTRATO PARA FINS DE IMPOSTO DE RENDA - ANO BASE 2024
Titular: NINA PRADO LUZ                 CPF/MF: 529.982.247-25

NINA PRADO LUZ        CPF 529.982.247-25     Dependência: TITULAR
Jan      Fev      Mar
100,00   100,00   100,00
Total pago no ano: 300,00      Reembolsos recebidos: 20,00

CAIO PRADO LUZ        CPF 390.533.447-05     Dependência: FILHO
Jan      Fev      Mar
50,00    50,00    50,00
Total pago no ano: 150,00      Reembolsos recebidos: 0,00

VALOR TOTAL DA FAMÍLIA     Mensalidades e coparticipações: R$ 450,00     Reembolsos: R$ 20,00`,
			map[string]string{
				"ano_calendario": "2024", "operadora_nome": `"Bom Futuro Saúde Ltda."`, "titular_nome": `"NINA PRADO LUZ"`, "valor_total": "450", "total_reembolsado": "20",
				"beneficiarios": `[{"nome":"NINA PRADO LUZ","cpf":"52998224725","parentesco":"TITULAR","valor_pago":300,"valor_reembolsado":20},` +
					`{"nome":"CAIO PRADO LUZ","cpf":"39053344705","parentesco":"FILHO","valor_pago":150,"valor_reembolsado":0}]`,
			}},
		{"a cooperative's print with rules, leaders and stars", "INFORME_RENDIMENTOS_BANCOS", `
SISTEMA DE INFORMÁTICA              PÁG. 001
COOPERATIVA DE CRÉDITO, POUPANÇA E INVESTIMENTO BOM FUTURO
CNPJ: 11.222.333/0001-81            EMISSÃO: 12/02/2025
----------------------------------------------------------------
INFORME DE RENDIMENTOS FINANCEIROS   ANO-CALENDÁRIO: 2024
COOPERADO.: NINA PRADO LUZ
CPF.......: 529.982.247-25
PA/AGENCIA: 0012    CONTA: 5566-7
----------------------------------------------------------------
DESCRIÇÃO            SDO 31/12/2023   SDO 31/12/2024   REND. BRUTO   IRRF
----------------------------------------------------------------
RDC LONGO PRAZO            1.000,00         2.000,00        150,00   30,00
CONTA CORRENTE                10,00             0,00     *********   *****
----------------------------------------------------------------
SALDO TOTAL 31/12/2023: 1.010,00      SALDO TOTAL 31/12/2024: 2.000,00
RENDIMENTOS DE TRIBUTAÇÃO EXCLUSIVA......: 150,00
TOTAL DE IMPOSTO RETIDO NA FONTE.........: 30,00`,
			map[string]string{
				"instituicao_nome": `"COOPERATIVA DE CRÉDITO, POUPANÇA E INVESTIMENTO BOM FUTURO"`, "titular_nome": `"NINA PRADO LUZ"`, "agencia": `"0012"`, "conta": `"5566-7"`,
				"saldo_total_anterior": "1010", "saldo_total_atual": "2000", "total_rendimentos_exclusivos": "150", "total_imposto_retido": "30",
				"produtos": `[{"descricao":"RDC LONGO PRAZO","saldo_anterior":1000,"saldo_atual":2000,"rendimento":150,"imposto_retido":30},` +
					`{"descricao":"CONTA CORRENTE","saldo_anterior":10,"saldo_atual":0}]`,
			}},
		{"a broker's letter with proceeds in words", "INFORME_RENDIMENTOS_CORRETORAS", `
Natal (RN), 6 de fevereiro de 2025

À atenção de
Nina Prado Luz
Rua Um, 10

Ref.: Informe anual para a declaração de imposto de renda - posição de 31 de dezembro de 2024

Em cumprimento à lei, a Bom Futuro Distribuidora de Títulos e Valores S.A., CNPJ 11.222.333/0001-81, informa
a V.Sa., titular do CPF 529.982.247-25 e do código de investidor 5566-7, os valores abaixo.

I.Títulos em custódia
Título                  Quant.     31.12.2023     31.12.2024
PETROBRAS PN (PETR4)       100       2.450,00       3.700,00

II.Proventos do ano
PETR4 - JCP: bruto 100,00, IRRF 15,00; pagador CNPJ 60.746.948/0001-12
Total bruto creditado: 100,00

III.Conta gráfica
Saldo em 31.12.2023: 10,00
Saldo em 31.12.2024: 20,00`,
			map[string]string{
				"ano_calendario": "2024", "corretora_nome": `"Bom Futuro Distribuidora de Títulos e Valores S.A."`, "titular_nome": `"Nina Prado Luz"`, "codigo_cliente": `"5566-7"`,
				"total_proventos": "100", "saldo_conta_anterior": "10", "saldo_conta_atual": "20",
				"posicoes":  `[{"ativo":"PETROBRAS PN (PETR4)","quantidade":100,"valor_anterior":2450,"valor_atual":3700}]`,
				"proventos": `[{"ativo":"PETR4","tipo":"JCP","fonte_pagadora_cnpj":"60746948000112","valor":100,"imposto_retido":15}]`,
			}},
		{"a portal's page with labels cut short", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", `
Comprovante de Rendimentos - Ano-calendário 2024

Quem pagou
Fonte pagadora                          BOM FUTURO LTDA
CNPJ                                    11.222.333/0001-81

Quem recebeu
Nome                                    Nina Prado Luz
CPF                                     529.982.247-25
Natureza do         3533 - PROVENTOS DE APOSENTADORIA, RESERVA, REFORMA OU
rendimento          PENSÃO PAGOS PELA PREVIDÊNCIA PÚBLICA

Rendimentos tributáveis, deduções e imposto retido (R$)
Total rendimentos (inclusive férias)    16.903,60
Contrib. prev. oficial                  1.100,00
Imposto sobre a renda retido na fonte   50,00

Tributação exclusiva (R$)
Décimo terceiro salário                 1.358,63
IRRF sobre o décimo terceiro            10,00

Emitido eletronicamente em 11 de fevereiro de 2025. Exercício da declaração: 2025.`,
			map[string]string{
				"exercicio": "2025", "ano_calendario": "2024", "fonte_pagadora_nome": `"BOM FUTURO LTDA"`, "beneficiario_nome": `"Nina Prado Luz"`, "total_rendimentos": "16903.6",
				"natureza_rendimento":         `"3533 - PROVENTOS DE APOSENTADORIA, RESERVA, REFORMA OU PENSÃO PAGOS PELA PREVIDÊNCIA PÚBLICA"`,
				"contribuicao_previdenciaria": "1100", "imposto_retido": "50", "decimo_terceiro": "1358.63", "imposto_retido_decimo_terceiro": "10", "data_emissao": `"2025-02-11"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
