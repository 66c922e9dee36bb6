package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Receipts, copies and statements of income tax as offices write them of their own.
func TestTaxPapers(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a receipt of a sending, parts named over their rows", "IRPF", `
Comprovante de transmissão – DIRPF

Identificação
Contribuinte                      Olívia Manuela da Costa Ribeiro
Inscrição no CPF                  529.982.247-25
Domicílio fiscal                  Rua do Sol, 3178, Sala 200
Município / UF                    Ribeirão Preto / SP
Exercício                         2025
Ano-calendário                    2024

Protocolo
Nº do recibo de entrega           58.27.28.16.21-34
Transmitida em                    5 de abril de 2025 às 16:26:07`,
			map[string]string{
				"nome":         `"Olívia Manuela da Costa Ribeiro"`,
				"cpf":          `"52998224725"`,
				"endereco":     `"Rua do Sol, 3178, Sala 200"`,
				"municipio":    `"Ribeirão Preto"`,
				"uf":           `"SP"`,
				"data_entrega": `"2025-04-05"`,
			}},
		{"a copy with numbered items", "DECLARACAO_IR_ANTERIOR", `
CÓPIA DA DECLARAÇÃO DE AJUSTE ANUAL
Imposto sobre a Renda da Pessoa Física
Exercício 2020 - Ano-calendário 2019

1. Declarante
Nome: Nina Prado Luz
CPF: 529.982.247-25

4. Rendimentos tributáveis recebidos de pessoas jurídicas
4.1 MUNICIPIO DE FORTALEZA, inscrita sob o nº 11.222.333/0001-81. Rendimentos: R$ 61.907,66; imposto
retido na fonte: R$ 1.145,31; décimo terceiro salário: R$ 0,00; contribuição previdenciária: R$ 5.265,78.
4.2 SOL NASCENTE MÓVEIS LTDA, inscrita sob o nº 11.444.777/0001-61. Rendimentos: R$
51.796,86; imposto retido na fonte: R$ 5.601,49; décimo terceiro salário: R$ 0,00; contribuição previdenciária: R$
5.032,29.

7. Bens e direitos
7.1 Código 11. APARTAMENTO 674 DO EDIFICIO SOLAR BOREAL, RIBEIRAO PRETO, ADQUIRIDO EM
05/02/2012 POR R$ 623.000,00, QUITADO.
Valor em 31/12/2018: R$ 359.053,21. Valor em 31/12/2019: R$ 359.053,21.
7.2 Código 21. MOTOCICLETA YAMAHA FACTOR 150 2011.
Valor em 31/12/2018: R$ 0,00. Valor em 31/12/2019: R$ 68.265,61.
Soma em 31/12/2018: R$ 359.053,21
Soma em 31/12/2019: R$ 427.318,82`,
			map[string]string{
				"nome":             `"Nina Prado Luz"`,
				"fontes_pagadoras": `[{"nome":"MUNICIPIO DE FORTALEZA","cpf_cnpj":"11222333000181","rendimentos":61907.66,"imposto_retido":1145.31,"decimo_terceiro":0},{"nome":"SOL NASCENTE MÓVEIS LTDA","cpf_cnpj":"11444777000161","rendimentos":51796.86,"imposto_retido":5601.49,"decimo_terceiro":0}]`,
				"bens_direitos":    `[{"codigo":"11","descricao":"APARTAMENTO 674 DO EDIFICIO SOLAR BOREAL, RIBEIRAO PRETO, ADQUIRIDO EM 05/02/2012 POR R$ 623.000,00, QUITADO","valor_anterior":359053.21,"valor_atual":359053.21},{"codigo":"21","descricao":"MOTOCICLETA YAMAHA FACTOR 150 2011","valor_anterior":0,"valor_atual":68265.61}]`,
			}},
		{"a copy whose sources are sentences with the tax first", "DECLARACAO_IR_ANTERIOR", `
DECLARAÇÃO DE AJUSTE ANUAL - IMPOSTO SOBRE A RENDA DA PESSOA FÍSICA
Exercício 2019 - Ano-calendário 2018
Declarante: Bento Alves Prado
CPF: 529.982.247-25

Fontes pagadoras
a) ALFA TRANSPORTES LTDA (CNPJ 11.222.333/0001-81): rendimentos de R$ 40.000,00; contribuição previdenciária de R$ 4.400,00;
imposto retido de R$ 1.200,00; 13º salário de R$ 3.100,00.
b) GRANJA BOA VISTA LTDA (CNPJ 11.444.777/0001-61): rendimentos de R$ 8.000,00; contribuição previdenciária de R$ 880,00;
imposto retido de R$ 0,00; 13º salário de R$ 600,00.`,
			map[string]string{
				"nome":             `"Bento Alves Prado"`,
				"fontes_pagadoras": `[{"nome":"ALFA TRANSPORTES LTDA","cpf_cnpj":"11222333000181","rendimentos":40000,"imposto_retido":1200,"decimo_terceiro":3100},{"nome":"GRANJA BOA VISTA LTDA","cpf_cnpj":"11444777000161","rendimentos":8000,"imposto_retido":0,"decimo_terceiro":600}]`,
			}},
		{"a statement of a town, names over their numbers and a state under the town", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", `
MUNICÍPIO DE CASCAVEL                                        Emissão: 19/01/2023
ESTADO DO PARANÁ                                             Pág. 1/1
Departamento de Recursos Humanos

COMPROVANTE DE RENDIMENTOS PAGOS E DE IMPOSTO SOBRE A RENDA RETIDO NA FONTE
Ano-calendário 2022 - Exercício 2023

I - FONTE PAGADORA
Nome / razão social                Inscrição no CNPJ
MUNICÍPIO DE CASCAVEL              11.222.333/0001-81

II - BENEFICIÁRIO DOS RENDIMENTOS
Nome completo                      CPF                    Matrícula
NINA PRADO LUZ                     529.982.247-25         29498/1
Natureza do rendimento             Lotação
Subsídio de agente político        Secretaria de Obras

III - RENDIMENTOS TRIBUTÁVEIS, DEDUÇÕES E IMPOSTO RETIDO (R$)
Total dos rendimentos (inclusive férias)     Contribuição previdenciária oficial     Previdência complementar
163.186,32                                   11.657,77                               0,00

VII - RESPONSÁVEL PELAS INFORMAÇÕES
Nome                               Assinatura
Danilo Nunes de Fernandes          dispensada por processamento eletrônico`,
			map[string]string{
				"fonte_pagadora_nome": `"MUNICÍPIO DE CASCAVEL"`,
				"fonte_pagadora_cnpj": `"11222333000181"`,
				"beneficiario_nome":   `"NINA PRADO LUZ"`,
				"total_rendimentos":   "163186.32",
				"responsavel_nome":    `"Danilo Nunes de Fernandes"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
