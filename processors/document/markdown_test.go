package document

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"a paragraph": {
			[]string{"O locador cede ao locatario o uso do imovel situado nesta cidade pelo", "prazo de trinta meses a contar desta data e segundo as con-", "dicoes deste contrato."},
			"O locador cede ao locatario o uso do imovel situado nesta cidade pelo prazo de trinta meses a contar desta data e segundo as condicoes deste contrato.\n",
		},
		"a table": {
			[]string{"Data         Historico                Valor", "01/02/2026   PIX RECEBIDO            120,00", "02/02/2026   TARIFA                    9,90"},
			"| Data | Historico | Valor |\n| --- | --- | --- |\n| 01/02/2026 | PIX RECEBIDO | 120,00 |\n| 02/02/2026 | TARIFA | 9,90 |\n",
		},
		"an empty cell": {
			[]string{"Descricao           Vencimentos     Descontos", "Salario             3.000,00", "INSS                                330,00"},
			"| Descricao | Vencimentos | Descontos |\n| --- | --- | --- |\n| Salario | 3.000,00 |  |\n| INSS |  | 330,00 |\n",
		},
		"a cell of two lines": {
			[]string{"Nome                         CPF", "MARIA DA CONCEICAO SOUZA     123.456.789-09", "RODRIGUES", "JOSE DA SILVA                987.654.321-00"},
			"| Nome | CPF |\n| --- | --- |\n| MARIA DA CONCEICAO SOUZA RODRIGUES | 123.456.789-09 |\n| JOSE DA SILVA | 987.654.321-00 |\n",
		},
		"a label":                       {[]string{"Vencimento: 31/03/2026"}, "**Vencimento:** 31/03/2026\n"},
		"signs that would break tables": {[]string{"a|b       c*d", "e#f       g"}, "| a\\|b | c\\*d |\n| --- | --- |\n| e\\#f | g |\n"},
		"a line to write on":            {[]string{"Data ______________ Assinatura"}, "Data ____ Assinatura\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Markdown(Document{Pages: []Page{page(c.lines...)}}); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestPagesAreSetApart(t *testing.T) {
	got := Markdown(Document{Pages: []Page{page("Primeira folha"), page("Segunda folha")}})
	if want := "Primeira folha\n\n---\n\nSegunda folha\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHeadings(t *testing.T) {
	p := page("Corpo do texto que fica embaixo do titulo", "e que segue por mais de uma linha")
	title := Word{Text: "CONTRATO", Box: Box{Left: 0.3, Top: 0.005, Width: 0.3, Height: 0.025}}
	p.Lines = append([]Line{{Words: []Word{title}, Box: title.Box}}, p.Lines...)
	if got := Markdown(Document{Pages: []Page{p}}); !strings.HasPrefix(got, "## CONTRATO\n\nCorpo") {
		t.Errorf("got %q", got)
	}
}

func TestCodesThatSayMoreThanThePrint(t *testing.T) {
	p := page("Chave 3525 1257 2327")
	p.Barcodes = []Barcode{
		{Symbology: "CODE_128", Text: "352512572327"}, // stands on the page
		{Symbology: "ITF", Text: "74892999200001080001"},
		{Symbology: "QR_CODE", Text: "https://a.example/`x`\n1"},
	}
	got := Markdown(Document{Pages: []Page{p}})
	want := "Chave 3525 1257 2327\n\n**Código de barras:** `74892999200001080001`\n\n**Código QR:** `https://a.example/ x 1`\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
