package meaning_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
)

func TestFit(t *testing.T) {
	for _, c := range []struct {
		name, means, words string
		fits               bool
	}{
		{"another word for it", "zip", "Cód. postal", true},
		{"its initials in words", "state", "Sigla do estado", true},
		{"shortened", "due date?", "Dt. de vcto.", true},
		{"a small word shortened", "name? of payer", "Responsável p/ pagamento", true},
		{"or its article left out", "name? of payer", "Responsável por pagamento", true},
		{"a word of reference", "birth-date of patient", "Data de nascimento ref. ao paciente", true},
		{"shortened and set close", "birth-date of patient", "DT.NASCTO.PAC.", true},
		{"in English", "due date?", "Due date", true},
		{"half in English", "name? of payer", "Nome do payer", true},
		{"a sign for a number", "number invoice", "Nota #", true},
		{"where it is", "state birth", "Estado onde nasceu", true},
		{"money that was there", "balance opening", "Dinheiro no começo do período", true},
		{"an optional part left out", "due date?", "Vence em", true},
		{"but not one that must be named", "date issue", "Data", false},
		{"another qualifier", "due date?", "Data de emissão", false},
		{"more than is meant", "amount", "Valor do desconto", false},
		{"the owner named", "name? of payer", "Quem paga", true},
		{"another owner", "name? of payer", "Nome do credor", false},
		{"a plural", "discount", "Abatimentos", true},
		{"for a woman", "name? of seller", "Vendedora", true},
		{"what says nothing more", "cpf", "Número de inscrição no CPF", true},
		{"words that say nothing", "name of payer", "Dados do pagador: nome", true},
		{"the earlier year by its number", "balance prev", "Saldo em 31/12/2023", true},
		{"and by its word", "balance prev", "Saldo do ano anterior", true},
		{"an unknown word", "date", "Data astral", false},
		{"a question", "amount", "Quanto se deve", true},
		{"who does it", "name? of payer", "Pessoa que pagou", true},
		{"any form of a verb", "name? of patient", "Paciente atendida", true},
		{"a verb with its auxiliary", "name? of carrier", "Quem vai transportar", true},
		{"an auxiliary says nothing", "amount paying", "Quanto você deve pagar", true},
		{"a verb with its object", "name of payer", "Nome de quem custeou os estudos", true},
		{"by whom it was done", "name? of carrier", "Conduzida por", true},
		{"a verb of somebody else", "name? of payer", "Quem transporta", false},
		{"two that name a third", "withheld-tax", "IR que já se descontou", true},
		{"in the other order", "payment-method", "Pagou de que jeito", true},
		{"who answers for what", "name? of registrar", "Responsável pelo registro", true},
		{"who does it to something", "source", "Quem pagou os ganhos", true},
		{"not what it is done to", "income source?", "Quem pagou os ganhos", false},
		{"from whom it comes to those spoken to", "source", "De quem você recebeu", true},
		{"to whom it goes from them", "name? of payee", "Quem você pagou", true},
		{"which of some does it", "name? of doctor", "Que médico atendeu", true},
		{"with a pronoun between", "name? of grantee", "Quem os recebe", true},
		{"with a pronoun behind", "amount? paying monthly", "Paga-se por mês", true},
		{"what is asked for behind the verb", "date birth", "Nasceu quando?", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := meaning.Shared().Compile(c.means)
			if err != nil {
				t.Fatal(err)
			}
			sheet := layout.Of(documenttest.Typewritten(c.words))
			fits := false
			for _, parts := range meaning.Shared().Read(sheet).Parses(0, len(sheet.Tokens)-1, 0) {
				fit, ok := m.Fit(parts)
				fits = fits || ok && fit.Extra == 0
			}
			if fits != c.fits {
				t.Errorf("%q as %q: fits %v", c.words, c.means, fits)
			}
		})
	}
}

func TestAllowItself(t *testing.T) {
	m, err := meaning.Shared().Compile("date? due")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.AllowItself("bill|document-of"); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]bool{"Vencimento do título": true, "Título vencível em": true, "Vencimento da apólice": false, "Título de crédito": false} {
		sheet := layout.Of(documenttest.Typewritten(words))
		got := false
		for _, parts := range meaning.Shared().Read(sheet).Parses(0, len(sheet.Tokens)-1, 0) {
			fit, ok := m.Fit(parts)
			got = got || ok && fit.Extra == 0
		}
		if got != want {
			t.Errorf("%q: fits %v", words, got)
		}
	}
}

func TestCompileRefusesWhatIsNoConcept(t *testing.T) {
	for _, text := range []string{"", "gibberish", "name of nobody-at-all", "name|nothing"} {
		if _, err := meaning.Shared().Compile(text); err == nil {
			t.Errorf("%q compiles", text)
		}
	}
}

func FuzzParses(f *testing.F) {
	for _, text := range []string{"Data de vencimento: 10/05/2024", "Nome / CPF", "| | : 31/12/2024 R$", "de do da a o e"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sheet := layout.Of(documenttest.Typewritten(text))
		if len(sheet.Tokens) == 0 {
			return
		}
		for _, parts := range meaning.Shared().Read(sheet).Parses(0, min(len(sheet.Tokens), 12)-1, 1) {
			for _, p := range parts {
				if p.First < 0 || p.Last < p.First || p.Last >= len(sheet.Tokens) {
					t.Fatalf("part %+v of %d words", p, len(sheet.Tokens))
				}
			}
		}
	})
}
