package wrap

import (
	"slices"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

func TestOdds(t *testing.T) {
	typ, _ := catalogue.Lookup("RECIBO")
	name, company := catalogue.Field{Kind: catalogue.String, Like: "name"}, catalogue.Field{Kind: catalogue.String, Like: "company"}
	for _, c := range []struct {
		name, page, begins, ends string
		field                    catalogue.Field
		goesOn                   bool
	}{
		{"a surname for which the column had no room", "PAGADOR                   CPF\nNina Souza de             529.982.247-25\nAndrade\n\nCidade: Natal", "Nina", "de", name, true},
		{"the form of a company", "RECEBEDOR                 CNPJ\nVale Verde Comércio       11.222.333/0001-81\nde Ferragens Ltda\n\nCidade: Natal", "Vale", "Comércio", company, true},
		{"another label", "Pagador: Nina Souza\nRecebedor: Caio Prado", "Nina", "Souza", name, false},
		{"the name of a town", "Cartório de Registro Civil de Porto\nVelho\nRua Um, 20", "Cartório", "Porto", company, true},
		{"a place", "Cartório de Registro Civil de Porto Velho\nPorto Velho - RO", "Cartório", "Velho", company, false},
		{"a place over its state", "Cartório de Registro Civil Dias\nPorto Velho\nRO", "Cartório", "Dias", company, false},
		{"an address", "Nina Souza Andrade\nRua Um, 20 - Centro\nNatal - RN", "Nina", "Andrade", name, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := labels.Of(source.Of(documenttest.Typewritten(c.page), compile.Of(typ)))
			lines := Over(x)
			at := func(word string) int32 {
				return int32(slices.IndexFunc(x.Sheet.Tokens, func(t layout.Token) bool { return t.Text == word }))
			}
			first, last := at(c.begins), at(c.ends)
			under := lines.Under(last)
			if under < 0 {
				t.Fatal("nothing stands under the line")
			}
			if odds := lines.Odds(c.field, first, last, under); odds > 0 != c.goesOn {
				t.Errorf("the log odds that the value goes on are %.2f", odds)
			}
		})
	}
}
