package shape_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// What stands behind a label is given as the value alone: without the words of the sentence, the
// next label or the number around it.
func TestAValueIsCutOutOfItsLine(t *testing.T) {
	for _, c := range []struct{ like, line, want string }{
		{"name", "Ana Luz Prado CPF 529.982.247-25", "Ana Luz Prado"},
		{"name", "Ana Luz Prado Nº do", "Ana Luz Prado"},
		{"company", "Clínica do Sol Ltda • Nº", "Clínica do Sol Ltda"},
		{"company", "Clínica do Sol Ltda · Natal - RN", "Clínica do Sol Ltda"},
		{"company", "Clínica do Sol - Rua Um, 20", "Clínica do Sol"},
		{"company", "Amparo ▲ AMPARO ASSISTÊNCIA MÉDICA LTDA", "AMPARO ASSISTÊNCIA MÉDICA LTDA"},
		{"company", "Amparo Assistência Amparo Assistência Médica Ltda", "Amparo Assistência Médica Ltda"},
		{"name", "Dra. Nina Brito, casada", "Nina Brito"},
		{"name", "10234 - Caio Nunes", "Caio Nunes"},
		{"name", "o locador acima qualificado", ""},
		{"company", "341 - Banco do Sol S.A.", "Banco do Sol S.A."},
		{"company", "Informe de rendimentos", ""},
		{"company", "Olá, Padaria do Sol Ltda", ""},
		{"company", "Dr. Otávio Luz Prado", "Otávio Luz Prado"},
		{"company", "Dr. Sorriso Odontologia Ltda", "Dr. Sorriso Odontologia Ltda"},
		{"company", "Série U CFOP 5.102", ""},
		{"company", "Águas do Sol\nR. Costa, 300", "Águas do Sol"},
		{"city", "Natal - RN", "Natal"},
		{"city", "Dado e passado em São José do Mipibu", "São José do Mipibu"},
		{"address", "em Natal - RN, na Rua Um, 20, CEP 59000-000", "Rua Um, 20"},
		{"number", "19190-1 LAURA GARCIA", "19190-1"},
		{"duration", "pelo prazo de 12 (doze) meses corridos", "12 (doze) meses corridos"},
	} {
		sheet := layout.Of(documenttest.Typewritten(c.line))
		run := recognise.Run{Sheet: sheet}
		for i := range sheet.Tokens {
			run.Index = append(run.Index, int32(i))
		}
		got := ""
		if first, last, fit := shape.CutCell(catalogue.Field{Kind: catalogue.String, Like: c.like}, run); fit > 0 {
			got = shape.Clean(run.Text(first, last))
		}
		if got != c.want {
			t.Errorf("%s in %q: read %q, want %q", c.like, c.line, got, c.want)
		}
	}
}
