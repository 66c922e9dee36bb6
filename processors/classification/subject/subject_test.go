package subject

import (
	"slices"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// The same subject in words that share none.
func TestSubjectsWhateverTheWording(t *testing.T) {
	for _, c := range []struct {
		subject string
		pages   []string
	}{
		{"payslip", []string{"Contracheque de maio", "DEMONSTRATIVO DO QUE FOI PAGO AO EMPREGADO", "Recibo de pagamento de salário"}},
		{"slip", []string{"Guia para pagamento", "BLOQUETO", "Ficha de Compensação"}},
		{"payer", []string{"Sacado: Ana", "Quem paga: Ana", "Devedora Ana"}},
		{"marriage", []string{"contraíram matrimônio", "Os nubentes", "Data em que se casaram"}},
		{"invoice", []string{"NF-e nº 12", "Nota fiscal", "Documento auxiliar"}},
	} {
		for _, page := range c.pages {
			t.Run(c.subject+": "+page, func(t *testing.T) {
				m := mentions(page)[slices.Index(Names(), c.subject)]
				if m.Words == 0 || !m.Heading {
					t.Errorf("%+v", m)
				}
			})
		}
	}
}

func TestWhereASubjectStands(t *testing.T) {
	m := mentions("Bom Futuro Ltda\n\n\n\n\n\n\n\n\nOs senhores que pagam o aluguel pedem, por meio desta carta,\nvencimento: 12/03/2025")
	rent, due := m[slices.Index(Names(), "rent")], m[slices.Index(Names(), "due")]
	if rent.Words != 1 || rent.Label || due.Words != 1 || !due.Label {
		t.Errorf("rent %+v, due %+v", rent, due)
	}
	if social := m[slices.Index(Names(), "partner")]; social.Words != 0 {
		t.Errorf("partner %+v", social)
	}
}

func TestWordsAreNamedThatCannotBeRead(t *testing.T) {
	for _, text := range []string{"subjects: {payer: [pa*]}", "subjects: {payer: ['-']}", "words: {payer: [pagador]}"} {
		if _, err := readLexicon([]byte(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

func mentions(page string) []Mention {
	return Of(layout.Of(documenttest.Typewritten(page)))
}
