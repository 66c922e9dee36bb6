package layout_test

import (
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

func TestRunningHeadsAndFeet(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"between the words of a sentence a head is read once and a foot once",
			"Minuta 7\n\nO preço será pago em moeda\n\nfls. 1", "Minuta 7\n\ncorrente na data de hoje.\n\nfls. 2",
			"Minuta 7 | O preço será pago em moeda | corrente na data de hoje. | fls. 2"},
		{"between sentences both stand on each page",
			"Minuta 7\n\nO preço será pago.\n\nfls. 1", "Minuta 7\n\nOutra cláusula.\n\nfls. 2",
			"Minuta 7 | O preço será pago. | fls. 1 | Minuta 7 | Outra cláusula. | fls. 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, second := documenttest.Typewritten(c.first).Pages[0], documenttest.Typewritten(c.second).Pages[0]
			second.Number = 2
			if got := blocks(layout.Of(document.Document{Pages: []document.Page{first, second}})); got != c.want {
				t.Errorf("blocks are %q, want %q", got, c.want)
			}
		})
	}
}
