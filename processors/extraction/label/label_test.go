package label_test

import (
	"slices"
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
)

// wanted are the meanings of the tests, found by their number.
var wanted = []string{"due date?", "name? of payer", "city", "state", "amount total?", "place issue", "state issue", "course", "name? of student", "date? registering", "notes"}

func TestFind(t *testing.T) {
	var set label.Set
	for i, text := range wanted {
		m, err := meaning.Shared().Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		set.Add(m, i)
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"before a colon", "Pagar até: 10/05/2024", []string{"due date?"}},
		{"alone in its cell", "Quem paga          Valor total", []string{"name? of payer", "amount total?"}},
		{"before its value", "Vence em 10/05/2024", []string{"due date?"}},
		{"behind the value of another", "Vence em 10/05/2024 Valor total: 10,00", []string{"due date?", "amount total?"}},
		{"two that share a box", "Município / UF", []string{"city", "state"}},
		{"two that share a word", "Local e UF da emissão", []string{"place issue", "state issue"}},
		{"one wording rather than two", "Quem estuda:", []string{"name? of student"}},
		{"before a name", "Nome de quem paga Caio Brito", []string{"name? of payer"}},
		{"with a word that nobody knows", "Valor total do xafute:", []string{"amount total?"}},
		{"with a word that says nothing here", "Estado do domicílio:", []string{"state"}},
		{"but of nobody else", "Estado da mãe:", []string{"unwanted"}},
		{"nor of another act", "Data de nascimento:", []string{"unwanted"}},
		{"no words of a text", "Multa de 2% do valor total até o fim do mês, se houver.", nil},
		{"nothing of a value", "Valorosa Comércio de Tintas Ltda", nil},
		{"the number of a form", "3. Quem paga:", []string{"name? of payer"}},
		{"on two lines", "Quando\nvence:", []string{"due date?"}},
		{"by whom it is done", "Cartório registrou em 10/05/2024", []string{"date? registering"}},
		{"by those spoken to", "Vocês registraram em: 10/05/2024", []string{"date? registering"}},
		{"what was changed later", "Mudanças no assento: nenhuma", []string{"notes"}},
		{"two labels, one under the other", "Cidade\nQuem paga", []string{"city", "name? of payer"}},
		{"what nobody wants bounds its neighbours", "Telefone: 84 3333-2222", []string{"unwanted"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sheet := layout.Of(documenttest.Typewritten(c.text))
			var got []string
			for _, m := range set.Find(sheet, meaning.Shared().Read(sheet)) {
				if m.ID == label.Unwanted {
					got = append(got, "unwanted")
				} else {
					got = append(got, wanted[m.ID])
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestSaid(t *testing.T) {
	var set label.Set
	for i, text := range wanted {
		m, err := meaning.Shared().Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		set.Add(m, i)
	}
	for _, c := range []struct{ text, want, means string }{
		{"recebi, a quantia total de mil reais de Ana", "a quantia total", "amount total?"},
		{"feito aqui, na cidade de Natal", "cidade de", "city"},
		{"nada que se queira está aqui", "", ""},
	} {
		sheet := layout.Of(documenttest.Typewritten(c.text))
		got := set.Said(sheet, meaning.Shared().Read(sheet), func(int) bool { return true })
		if c.want == "" {
			if len(got) > 0 {
				t.Errorf("%q: %v", c.text, got)
			}
			continue
		}
		if len(got) == 0 || wanted[got[0].ID] != c.means {
			t.Errorf("%q: got %v, want %s", c.text, got, c.means)
			continue
		}
		var words []string
		for _, token := range sheet.Tokens[got[0].First : got[0].Last+1] {
			words = append(words, token.Text)
		}
		if text := strings.Join(words, " "); text != c.want {
			t.Errorf("%q: got %q, want %q", c.text, text, c.want)
		}
	}
}
