package extraction_test

import (
	"encoding/json"
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// A scan loses commas of quantities and prices: what they make together tells where they stood.
func TestLostCommasOfAnInvoice(t *testing.T) {
	const page = `
DANFE   NF-e Nº 12345   SÉRIE 2

DADOS DOS PRODUTOS
CÓDIGO   DESCRIÇÃO           NCM         CFOP   UN   QUANT     VALOR UNIT.   VALOR TOTAL
1001     CIMENTO CP II       25232910    5102   SC   10,00     39,3454       393,45
1002     CAMISETA MANGA      61091000    5102   PC   1000      232900        232,90
1003     FILTRO DE OLEO      84212300    5102   PC   70,00     24,8675       1.740,72
1004     LAMPADA LED         85395200    5102   UN   51,00     69498         354,44
1005     TUBO DE ESGOTO      39172300    5102   BR   4500      72,0800       3.243,60
1006     CADEIRA             94013090    5102   UN   2,00      150,0000      300,00`
	want := [][2]string{{"10", "39.3454"}, {"10", "23.29"}, {"70", "24.8675"}, {"51", "6.9498"}, {"45", "72.08"}, {"2", "150"}}
	var rows []map[string]any
	if err := json.Unmarshal([]byte(read(t, "NFE", documenttest.Scanned(0.9, page))["itens"]), &rows); err != nil || len(rows) != len(want) {
		t.Fatalf("read %v, %v", rows, err)
	}
	for i, w := range want {
		for k, column := range []string{"quantidade", "valor_unitario"} {
			if got, _ := json.Marshal(rows[i][column]); string(got) != w[k] && string(got) != `"`+w[k]+`"` {
				t.Errorf("row %d: %s is %s, want %s", i+1, column, got, w[k])
			}
		}
	}
}
