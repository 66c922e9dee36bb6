package layout_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// blocks renders a sheet: cells parted by /, blocks by |.
func blocks(s *layout.Sheet) string {
	var b strings.Builder
	for i, t := range s.Tokens {
		switch {
		case i == 0:
		case s.BlockStart(i):
			b.WriteString(" | ")
		case s.LineStart(i):
			b.WriteString(" / ")
		case t.Space:
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// cells are the texts of a sheet's cells.
func cells(s *layout.Sheet) (out []string) {
	for _, cell := range s.Cells {
		var words []string
		for _, token := range s.Tokens[cell.First:cell.Past] {
			words = append(words, token.Text)
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func TestCellsAndBlocks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a wide gap parts cells", "Nome  CPF", "Nome | CPF"},
		{"a form of two columns reads down", "Nome        CPF\nAna Luz     123", "Nome / Ana Luz | CPF / 123"},
		{"a paragraph is one block", "Recebi de Ana Luz a quantia de\ncem reais pelo conserto.", "Recebi de Ana Luz a quantia de / cem reais pelo conserto."},
		{"a line drawn out around words filled in is one", `
Certifico que do livro de assentos de casamentos consta o de João da Mata
e de Nina da Luz, celebrado no dia   dez   de   maio   de   mil novecentos
e oitenta, ele   natural   de Natal, de profissão   lavrador,   solteiro.
`, "Certifico que do livro de assentos de casamentos consta o de João da Mata / e de Nina da Luz, celebrado no dia dez de maio de mil novecentos / e oitenta, ele natural de Natal, de profissão lavrador, solteiro."},
		{"labels beside values under a text are cells", `
Certifico que do livro de assentos de casamentos consta o de João da Mata
e de Nina da Luz, celebrado no dia dez de maio de mil novecentos e oitenta
Sexo: masculino   Cor: parda   Naturalidade: Natal   Profissão: lavradores`, "Certifico que do livro de assentos de casamentos consta o de João da Mata / e de Nina da Luz, celebrado no dia dez de maio de mil novecentos e oitenta | Sexo: masculino | Cor: parda | Naturalidade: Natal | Profissão: lavradores"},
		{"a blank that its words do not fill ends no cell before a comma", "Eu, Ana Luz          , solteira", "Eu, Ana Luz , solteira"},
		{"an empty line parts blocks", "Nome\n\n\nCPF", "Nome | CPF"},
		{"a label and its value in one word are two tokens", "CPF:123", "CPF:123"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := blocks(layout.Of(documenttest.Typewritten(c.text))); got != c.want {
				t.Errorf("blocks are %q, want %q", got, c.want)
			}
		})
	}
}

func TestTokensOfWords(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"Natal/RN", "Natal/ RN"},
		{"CPF:123.456.789-09", "CPF: 123.456.789-09"},
		{"01/02/2024", "01/02/2024"},
		{"R$1.234,56", "R$ 1.234,56"},
		{"Nº123", "Nº 123"},
		{"(11)3456-7890", "(11) 3456-7890"},
		{"Santos-SP", "Santos -SP"},
		{"1507-X", "1507-X"},
		{"0019/20117743-0", "0019/ 20117743-0"},
		{"0001/2023-1", "0001/2023-1"},
		{"CREFITO-80814", "CREFITO -80814"},
		{"ABC-1234", "ABC-1234"},
		{"VLR.TOTAL", "VLR. TOTAL"},
		{"DT.1A.HABIL.", "DT. 1A. HABIL."},
		{"SIT.31/12/2024", "SIT. 31/12/2024"},
		{"S.A.", "S.A."},
		{"WWW.LOJA.COM.BR", "WWW.LOJA.COM.BR"},
	} {
		s := layout.Of(documenttest.Typewritten(c.word))
		var got []string
		for _, tok := range s.Tokens {
			got = append(got, tok.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s is cut into %q, want %q", c.word, strings.Join(got, " "), c.want)
		}
	}
}

// Whatever is read, every word comes out once and in a cell that holds it.
func FuzzOf(f *testing.F) {
	f.Add("Nome  CPF\nAna/Luz  (123)|x")
	f.Add("\x00 º1 $5\n\n/ : ;")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		doc := documenttest.Typewritten(strings.ToValidUTF8(text, "?"))
		s := layout.Of(doc)
		var read, laid int
		for _, l := range doc.Pages[0].Lines {
			for _, w := range l.Words {
				read += len(w.Text)
			}
		}
		for i, tok := range s.Tokens {
			laid += len(tok.Text)
			if c := s.Cells[tok.Cell]; i < c.First || i >= c.Past {
				t.Fatalf("token %d is not in its cell", i)
			}
		}
		if read != laid {
			t.Fatalf("%d bytes were read and %d laid out", read, laid)
		}
	})
}
