package record_test

import (
	"fmt"
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/record"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

var kinds = []catalogue.Kind{catalogue.CNPJ, catalogue.Money, catalogue.Decimal}

func TestFind(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"bullets", "• ITSA4: 400 unid., antes 1.010,00\n• VALE3: 420 unid., antes 27,68", "[ITSA4: +] =decimal [unid., (] [antes +] =money | [VALE3: +] =decimal [unid., (] [antes +] =money"},
		{"numbers", "1. Ana Lima 10,00 (pago)\n2. Caio Luz 20,00", "[Ana Lima +] =money [(pago) (] | [Caio Luz +] =money"},
		{"one line is no list", "• ITSA4: 400 unid., antes 1.010,00", ""},
		{"a text without values", "• primeira regra do uso da piscina\n• segunda regra do uso da piscina", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sheet := layout.Of(documenttest.Typewritten(c.text))
			var got []string
			for _, list := range record.Find(sheet, kinds, func(int) bool { return false }) {
				for _, e := range list {
					got = append(got, printed(sheet, e))
				}
			}
			if text := strings.Join(got, " | "); text != c.want {
				t.Errorf("got  %s\nwant %s", text, c.want)
			}
		})
	}
}

// printed shows values by their kind, and words in brackets: with + where a value follows, with
// a ( where they belong to the value before.
func printed(sheet *layout.Sheet, e record.Entry) string {
	var out []string
	for _, p := range e {
		if p.Kind != catalogue.String {
			out = append(out, fmt.Sprintf("=%s", p.Kind))
			continue
		}
		var words []string
		for _, token := range sheet.Tokens[p.First : p.Last+1] {
			words = append(words, token.Text)
		}
		if p.Leads {
			words = append(words, "+")
		}
		if p.Opened {
			words = append(words, "(")
		}
		out = append(out, "["+strings.Join(words, " ")+"]")
	}
	return strings.Join(out, " ")
}

func FuzzFind(f *testing.F) {
	f.Add("• ITSA4: 400 unid., antes 1.010,00\n• VALE3: 420 unid., (antes 27,68)")
	f.Add("1.\n2.")
	f.Fuzz(func(t *testing.T, text string) {
		sheet := layout.Of(documenttest.Typewritten(text))
		for _, list := range record.Find(sheet, kinds, func(int) bool { return false }) {
			for _, e := range list {
				for _, p := range e {
					if p.First > p.Last || p.Last >= len(sheet.Tokens) {
						t.Fatalf("piece %d to %d of %d words", p.First, p.Last, len(sheet.Tokens))
					}
				}
			}
		}
	})
}
