package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Papers of schools that name the months of the year without it, in a column, in a
// calendar and in a sentence.
func TestSchools(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"months in a column", `
COLÉGIO BOM SABER LTDA                                          DECLARAÇÃO PARA FINS DE IMPOSTO DE RENDA
CNPJ 11.222.333/0001-81

ALUNO: NINA LUZ PRADO                     MATRÍCULA: 20231234
SÉRIE: 5º ano                             ENSINO FUNDAMENTAL
RESPONSÁVEL FINANCEIRO: ANA PRADO LUZ     CPF: 529.982.247-25

ANO-BASE: 2024

MÊS            VALOR PAGO
Janeiro        1.000,00
Fevereiro      1.100,00
Março          1.000,00
TOTAL          3.100,00

Natal, 10 de fevereiro de 2025.`,
			map[string]string{
				"instituicao_nome": `"COLÉGIO BOM SABER LTDA"`, "instituicao_cnpj": `"11222333000181"`, "aluno_nome": `"NINA LUZ PRADO"`, "curso": `"5º ano"`,
				"nivel_ensino": `"fundamental"`, "responsavel_nome": `"ANA PRADO LUZ"`, "responsavel_cpf": `"52998224725"`, "matricula": `"20231234"`,
				"ano_calendario": "2024", "valor_total": "3100", "data_emissao": `"2025-02-10"`,
				"mensalidades": `[{"competencia":"2024-01","valor":1000},{"competencia":"2024-02","valor":1100},{"competencia":"2024-03","valor":1000}]`,
			}},
		{"a calendar of sums and days", `
ESCOLA BOM SABER LTDA                      CNPJ: 11.222.333/0001-81
Comprovante anual de pagamento de mensalidades escolares 2024
Aluno: Nina Luz Prado

Janeiro            Fevereiro          Março              Abril
R$ 1.000,00        R$ 1.000,00        R$ 1.000,00        -
05/01/2024         05/02/2024         05/03/2024

Total pago em 2024: R$ 3.000,00`,
			map[string]string{
				"ano_calendario": "2024", "valor_total": "3000", "aluno_nome": `"Nina Luz Prado"`,
				"mensalidades": `[{"competencia":"2024-01","data_pagamento":"2024-01-05","valor":1000},{"competencia":"2024-02","data_pagamento":"2024-02-05","valor":1000},` +
					`{"competencia":"2024-03","data_pagamento":"2024-03-05","valor":1000}]`,
			}},
		{"months before their sums under a sentence", `
DECLARAÇÃO DE QUITAÇÃO ANUAL DE DÉBITOS

A ESCOLA BOM SABER LTDA, inscrita no CNPJ sob o nº 11.222.333/0001-81, declara que o(a) responsável financeiro ANA PRADO LUZ, CPF 529.982.247-25, pagou, no ano de 2024, pelas
mensalidades do aluno NINA LUZ PRADO, matriculado no 3º ano do Ensino Médio, a quantia de R$ 3.000,00 (três mil reais), conforme segue:

Janeiro: R$ 1.000,00     Fevereiro: R$ 1.000,00     Março: R$ 1.000,00
Abril: -                 Maio: -                    Junho: -

Natal/RN, 10 de fevereiro de 2025.`,
			map[string]string{
				"instituicao_nome": `"ESCOLA BOM SABER LTDA"`, "aluno_nome": `"NINA LUZ PRADO"`, "curso": `"3º ano do Ensino Médio"`, "nivel_ensino": `"medio"`,
				"responsavel_nome": `"ANA PRADO LUZ"`, "valor_total": "3000", "data_emissao": `"2025-02-10"`,
				"mensalidades": `[{"competencia":"2024-01","valor":1000},{"competencia":"2024-02","valor":1000},{"competencia":"2024-03","valor":1000}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "COMPROVANTE_EDUCACAO", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
