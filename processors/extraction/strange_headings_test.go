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
