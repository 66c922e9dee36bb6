package document

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// page lays text out at 10 points a line and 5 points a character: each string
// is a line, words at their columns.
func page(lines ...string) Page {
	const width, height = 600, 800
	p := Page{Number: 1, Width: width, Height: height, Source: Text}
	var words []Word
	for i, l := range lines {
		for at := 0; at < len(l); {
			if l[at] == ' ' {
				at++
				continue
			}
			end := at
			for end < len(l) && l[end] != ' ' {
				end++
			}
			words = append(words, Word{Text: l[at:end], Confidence: 1, Box: Box{
				Left: float64(30+5*at) / width, Top: float64(30+12*i) / height,
				Width: float64(5*(end-at)) / width, Height: 10. / height}})
			at = end
		}
	}
	// The order of words in a file means nothing.
	for i := range words {
		j := (i * 7) % len(words)
		words[i], words[j] = words[j], words[i]
	}
	p.Lines = Lines(words, width, height)
	return p
}

func read(p Page) string {
	var all []string
	for _, l := range p.Lines {
		all = append(all, l.String())
	}
	return strings.Join(all, "\n")
}

func TestLinesAreInReadingOrder(t *testing.T) {
	for name, c := range map[string]struct{ lines, want []string }{
		"rows of a table stay whole": {
			[]string{"Data         Historico                Valor", "01/02/2026   PIX RECEBIDO            120,00", "02/02/2026   TARIFA                    9,90"},
			[]string{"Data Historico Valor", "01/02/2026 PIX RECEBIDO 120,00", "02/02/2026 TARIFA 9,90"},
		},
		"columns of prose are read one after the other": {
			[]string{
				"CONTRATO DE LOCACAO",
				"O locador cede ao locatario o uso       O aluguel sera pago ate o dia cinco",
				"do imovel situado nesta cidade pelo     de cada mes por meio de deposito na",
				"prazo de trinta meses a contar desta    conta do locador sob pena de multa",
				"data e findo este prazo o imovel sera   de dez por cento e juros de um por",
				"devolvido nas condicoes em que estava   cento ao mes ate o efetivo pagamento",
			},
			[]string{
				"CONTRATO DE LOCACAO",
				"O locador cede ao locatario o uso", "do imovel situado nesta cidade pelo", "prazo de trinta meses a contar desta",
				"data e findo este prazo o imovel sera", "devolvido nas condicoes em que estava",
				"O aluguel sera pago ate o dia cinco", "de cada mes por meio de deposito na", "conta do locador sob pena de multa",
				"de dez por cento e juros de um por", "cento ao mes ate o efetivo pagamento",
			},
		},
		"a form of two columns is no prose": {
			[]string{"Nome: Ana Souza                         CPF: 123", "Rua: Sete de Setembro                   UF: PR", "Bairro: Centro                          CEP: 80010-000", "Fone: 3333                              Sexo: F"},
			[]string{"Nome: Ana Souza CPF: 123", "Rua: Sete de Setembro UF: PR", "Bairro: Centro CEP: 80010-000", "Fone: 3333 Sexo: F"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got, want := read(page(c.lines...)), strings.Join(c.want, "\n"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestASlopingRowIsOneLine(t *testing.T) {
	var words []Word
	for i := range 20 { // drops by two lines from end to end
		words = append(words, Word{Text: "palavra", Box: Box{Left: 0.04 * float64(i), Top: 0.1 + 0.001*float64(i), Width: 0.035, Height: 0.012}})
	}
	if got := Lines(words, 600, 800); len(got) != 1 {
		t.Errorf("%d lines, want 1", len(got))
	}
}

func TestATitleBesideTwoLinesJoinsNeither(t *testing.T) {
	words := []Word{
		{Text: "DANFE", Box: Box{Left: 0.1, Top: 0.1, Width: 0.2, Height: 0.04}},
		{Text: "Rua", Box: Box{Left: 0.5, Top: 0.1, Width: 0.05, Height: 0.012}},
		{Text: "Fone", Box: Box{Left: 0.5, Top: 0.12, Width: 0.05, Height: 0.012}},
	}
	if got := Lines(words, 600, 800); len(got) != 3 {
		t.Errorf("%d lines, want 3", len(got))
	}
}

// Recognition gives a dash the height of its ink.
func TestADashStandsInItsLine(t *testing.T) {
	words := []Word{
		{Text: "Centro", Box: Box{0.1, 0.500, 0.10, 0.012}},
		{Text: "-", Box: Box{0.21, 0.5065, 0.01, 0.002}},
		{Text: "Natal", Box: Box{0.23, 0.500, 0.08, 0.012}},
		{Text: ",", Box: Box{0.31, 0.510, 0.003, 0.004}},
		{Text: "-", Box: Box{0.1, 0.5295, 0.01, 0.002}},
		{Text: "RN", Box: Box{0.12, 0.523, 0.04, 0.012}},
		{Text: "—", Box: Box{0.1, 0.560, 0.5, 0.002}},
	}
	var got []string
	for _, l := range Lines(words, 600, 800) {
		got = append(got, l.String())
	}
	if want := []string{"Centro - Natal ,", "- RN", "—"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNoWordsNoLines(t *testing.T) {
	if got := Lines(nil, 600, 800); len(got) != 0 {
		t.Errorf("%d lines of nothing", len(got))
	}
}

func TestInverseUndoes(t *testing.T) {
	for _, h := range []Homography{{}, QuarterTurns(1), QuarterTurns(2), QuarterTurns(3), {0.9, 0.1, 0.02, -0.1, 1.1, 0.05, 0.01, -0.03, 1}} {
		x, y := h.Then(h.Inverse()).Apply(0.3, 0.7)
		if math.Abs(x-0.3) > 1e-9 || math.Abs(y-0.7) > 1e-9 {
			t.Errorf("%v and back gives %.4f, %.4f", h, x, y)
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		var words []Word
		for i := 0; i+4 <= len(data); i += 4 {
			words = append(words, Word{Text: "x", Box: Box{float64(data[i]) / 255, float64(data[i+1]) / 255, float64(data[i+2]) / 255, float64(data[i+3]) / 255}})
		}
		n := 0
		for _, l := range Lines(words, 600, 800) {
			n += len(l.Words)
		}
		if n != len(words) {
			t.Errorf("%d words of %d came out", n, len(words))
		}
		Markdown(Document{Pages: []Page{{Width: 600, Height: 800, Lines: Lines(words, 600, 800)}}})
	})
}
