package pattern_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// Slots that end by what they are and not by what follows them.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name, pattern, page, want string
	}{
		{"a name ends before small letters", "entre {x:proper} ,", "contrato entre JOSÉ DA SILVA E SOUZA LTDA., pessoa jurídica", "JOSÉ DA SILVA E SOUZA LTDA.,"},
		{"a name begins within a line", "{x:proper} , brasileira", "comparece a Sra. Ana de Lima, brasileira, casada", "Ana de Lima,"},
		{"two persons are two names", "sócios {x:proper}", "aos sócios Ana Lima e Bento Prado", "Ana Lima"},
		{"a number is no name", "{x:proper} , residente", "CPF 123, RG MG-12.345.678, residente em Natal", ""},
		{"a slot opens with a number", "^ {x:line #ª VARA}", "15ª VARA CÍVEL\nprocesso", "15ª VARA CÍVEL"},
		{"the longest opening counts", "{x:words Ação/Ação de Cobrança} - assunto", "Ação de Cobrança - assunto", "Ação de Cobrança"},
		{"a phrase ends at a semicolon", "na {x:phrase}", "mora na Rua A, 12; e trabalha", "Rua A, 12;"},
		{"an entry ends with its number", "{x:numbered OAB}", "inscrito na OAB/SP nº 123.456 e outro", "OAB/SP nº 123.456"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := pattern.Compile(c.pattern, func(string) catalogue.Kind { return catalogue.String })
			if err != nil {
				t.Fatal(err)
			}
			sheet := layout.Of(documenttest.Typewritten(c.page))
			got := ""
			for _, m := range p.All(pattern.Over(sheet), 0, len(sheet.Tokens)) {
				var words []string
				for i := m.Slots[0].First; i <= m.Slots[0].Last; i++ {
					if sheet.Tokens[i].Space || len(words) == 0 {
						words = append(words, "")
					}
					words[len(words)-1] += sheet.Tokens[i].Text
				}
				got = strings.Join(words, " ")
				break
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
