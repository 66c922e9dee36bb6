package extraction_test

import (
	"fmt"
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// What the values are tells the columns where headings do not.
func TestItemsUnderStrangeHeadings(t *testing.T) {
	for _, c := range []struct{ name, heading, row, want string }{
		{"a heading that nobody knows beside one of two lines, over more rows than are looked at first",
			"                                                                                     R$ cada     Quanto\n" +
				"Cód. mercadoria   Item vendido             Medida   Jileni ncm   Cfop nº   Qaepvut             lao",
			"B%04d             PARAFUSO ZINCADO NR %-2d   PC       73181500     5102      %2d,00     2,5000      %s",
			`{"codigo":"B0001","descricao":"PARAFUSO ZINCADO NR 1","ncm":"73181500","cfop":"5102","unidade":"PC","quantidade":3,"valor_unitario":2.5,"valor_total":7.5}`},
		{"headings that are another code's elsewhere",
			"Código   Descrição                    Código fiscal   NCM    UN   Quantidade   Valor unit.   Valor total",
			"B%04d    PARAFUSO ZINCADO NR %-2d       73181500        5102   PC   %2d,00        2,50          %s",
			`{"codigo":"B0001","descricao":"PARAFUSO ZINCADO NR 1","ncm":"73181500","cfop":"5102","unidade":"PC","quantidade":3,"valor_unitario":2.5,"valor_total":7.5}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := "DANFE\nDocumento Auxiliar da Nota Fiscal Eletrônica\n\nDados dos produtos\n" + c.heading + "\n"
			for i := range 14 {
				total := strings.Replace(fmt.Sprintf("%.2f", 2.5*float64(i+3)), ".", ",", 1)
				page += fmt.Sprintf(c.row+"\n", i+1, i+1, i+3, total)
			}
			got := read(t, "NFE", documenttest.Typewritten(page))["itens"]
			if !strings.HasPrefix(got, "["+c.want+",") || strings.Count(got, "{") != 14 {
				t.Errorf("items\n%s\nwant 14, the first\n%s", got, c.want)
			}
		})
	}
}

// A heading over none of its kind does not name its column: here it is read as what the products yield.
func TestHeadingOverNoneOfItsKind(t *testing.T) {
	got := read(t, "INFORME_RENDIMENTOS_BANCOS", documenttest.Typewritten(`
INFORME DE RENDIMENTOS FINANCEIROS
Ano-calendário de 2025
BANCO BOM FUTURO S.A.                        CNPJ 11.222.333/0001-81
NINA LUZ PRADO                               CPF 529.982.247-25

EM QUE RENDE               SALDO EM 31/12/2024   SALDO EM 31/12/2025   LIRHAV DO ANO   IR FONTE
CDB Pós-fixado             844,38                4.445,73              2.319,71        405,95
Fundo de Renda Fixa DI     35.000,40             8.709,92              4.056,37        709,86
Tesouro Selic              24.611,03             12.997,79             1.937,33        339,03`))["produtos"]
	want := `[{"descricao":"CDB Pós-fixado","saldo_anterior":844.38,"saldo_atual":4445.73,"rendimento":2319.71,"imposto_retido":405.95},` +
		`{"descricao":"Fundo de Renda Fixa DI","saldo_anterior":35000.4,"saldo_atual":8709.92,"rendimento":4056.37,"imposto_retido":709.86},` +
		`{"descricao":"Tesouro Selic","saldo_anterior":24611.03,"saldo_atual":12997.79,"rendimento":1937.33,"imposto_retido":339.03}]`
	if got != want {
		t.Errorf("products\n%s\nwant\n%s", got, want)
	}
}
