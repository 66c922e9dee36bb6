package layout_test

import (
	"slices"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// Headings hardly more than a space apart are parted where the values under them stand in columns; one over several
// columns is not.
func TestHeadingsOverColumns(t *testing.T) {
	for _, c := range []struct {
		name, page string
		wider      string // a word with more than a space before it
		cell       string
	}{
		{"two headings", `
Código     Classe NCM  Tributação CST Unidade usada  Quantos
635146     15079011           000     CX             1,00
C6420      94033000           000     UN            25,00`, "Unidade", "Unidade usada"},
		{"with the name of each row over its values", `
Código     Classe NCM  Tributação CST Unidade usada  Quantos
OLEO DE SOJA REFINADO 900ML
635146     15079011           000     CX             1,00
MESA RETA 1,40M MDF CINZA
C6420      94033000           000     UN            25,00`, "Unidade", "Unidade usada"},
		{"one heading over two columns", `
Código     Papel       Saldo da carteira em reais    Quantos
635146     PETR4       1.000,00         2.000,00     1,00
C6420      VALE3       3.000,00         4.000,00    25,00`, "", "Saldo da carteira em reais"},
		{"words over values of one line only", `
Código     Classe NCM  Tributação CST Unidade usada  Quantos
635146     15079011           000     CX             1,00`, "Unidade", "Tributação CST Unidade usada"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := documenttest.Typewritten(c.page)
			line := doc.Pages[0].Lines[0].Words
			if at := slices.IndexFunc(line, func(w document.Word) bool { return w.Text == c.wider }); at >= 0 {
				for i := range line[at:] {
					line[at+i].Box.Left += 2 / doc.Pages[0].Width
				}
			}
			got := cells(layout.Of(doc))
			if !slices.Contains(got, c.cell) {
				t.Errorf("%q is none of %q", c.cell, got)
			}
		})
	}
}
