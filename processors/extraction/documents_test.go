package extraction_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction"
	"lavra.dev/schemas/catalogue"
)

// read gives the values of a document's fields as JSON, by name.
func read(t *testing.T, typ string, doc document.Document) map[string]string {
	t.Helper()
	entry, ok := catalogue.Lookup(typ)
	if !ok {
		t.Fatalf("no type %s", typ)
	}
	out := map[string]string{}
	for _, f := range extraction.Extract(doc, entry) {
		out[f.Name] = f.Value
	}
	return out
}

// compare reports each field that is not read as wanted; none is wanted where it is "".
func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %s, want %s", name, got[name], value)
		}
	}
}

// On a scan the sums of a statement lose commas and its headings letters; what the
// balance moved by puts them right.
func TestStatementOnScan(t *testing.T) {
	got := read(t, "EXTRATO_BANCARIO", documenttest.Scanned(0.9, `
Dafa        Hisfor1co                     Docto     Debito   Cred1to   Sal0
            SALDO ANTERIOR                                               100,00
03/03/2025  PIX RECEBIDO DE NINA          900123               50,00     150,00
04/03/2025  COMPRA NO MERCADO             900124      3025              119,75
05/03/2025  TARIFA PACOTE                 900125     10,00              109,75`))
	want := `[{"data":"2025-03-03","descricao":"PIX RECEBIDO DE NINA","documento":"900123","valor":50,"saldo":150},` +
		`{"data":"2025-03-04","descricao":"COMPRA NO MERCADO","documento":"900124","valor":-30.25,"saldo":119.75},` +
		`{"data":"2025-03-05","descricao":"TARIFA PACOTE","documento":"900125","valor":-10,"saldo":109.75}]`
	if got["lancamentos"] != want {
		t.Errorf("lancamentos is %s, want %s", got["lancamentos"], want)
	}
}

// A table goes on over the page, with its headings again or without.
func TestTableOverPages(t *testing.T) {
	head := "Data        Descrição            Valor      Saldo\n"
	first := head + "01/01/2025  SAQUE               -10,00      90,00\n02/01/2025  PIX RECEBIDO DE ANA  20,00     110,00"
	row := "03/01/2025  TARIFA               -5,00     105,00"
	for name, second := range map[string]string{"headings again": head + row, "no headings": row} {
		got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(first, second))
		if n := strings.Count(got["lancamentos"], `"data"`); n != 3 {
			t.Errorf("%s: %d rows were read of 3: %s", name, n, got["lancamentos"])
		}
	}
}

// The same document gives the same fields, byte for byte.
func TestDeterministic(t *testing.T) {
	page := "RECIBO\nRecebi de Ana Luz, CPF 529.982.247-25, a quantia de R$ 10,00 referente a aluguel.\nNatal/RN, 5 de maio de 2025."
	first := read(t, "RECIBO", documenttest.Typewritten(page))
	for range 20 {
		again := read(t, "RECIBO", documenttest.Typewritten(page))
		for name, v := range first {
			if again[name] != v {
				t.Fatalf("%s was %s and then %s", name, v, again[name])
			}
		}
	}
}

func TestNothingToRead(t *testing.T) {
	for _, doc := range []document.Document{{}, {Pages: []document.Page{{Number: 1, Source: document.None}}}} {
		for _, name := range catalogue.Names() {
			entry, _ := catalogue.Lookup(name)
			if fields := extraction.Extract(doc, entry); len(fields) > 0 {
				t.Errorf("%s gives %d fields of an empty document", name, len(fields))
			}
		}
	}
}

// Whatever stands on a page, extraction ends, and its spans are words of the page.
func FuzzExtract(f *testing.F) {
	f.Add("RECIBO\nRecebi de Ana, CPF 529.982.247-25, R$ 10,00", uint8(0), true)
	f.Add("PROVENTOS        DESCONTOS\n001 BASE 10,00      002 INSS 1,00", uint8(9), false)
	f.Add("Data  Descrição  Valor  Saldo\n01/01/2025  X  1,00  2,00\n: / ( ) - ", uint8(8), true)
	names := catalogue.Names()
	f.Fuzz(func(t *testing.T, page string, typ uint8, ocr bool) {
		if len(page) > 600 {
			return
		}
		page = strings.ToValidUTF8(page, "?")
		doc := documenttest.Typewritten(page)
		if ocr {
			doc = documenttest.Scanned(0.6, page)
		}
		entry, _ := catalogue.Lookup(names[int(typ)%len(names)])
		for _, field := range extraction.Extract(doc, entry) {
			for _, leaf := range field.Leaves {
				if leaf.Confidence < 0 || leaf.Confidence > 1 {
					t.Fatalf("%s has confidence %f", leaf.Path, leaf.Confidence)
				}
				for _, s := range leaf.Spans {
					if int(s.Page) > len(doc.Pages) || int(s.Line) >= len(doc.Pages[s.Page-1].Lines) || int(s.Last) >= len(doc.Pages[s.Page-1].Lines[s.Line].Words) {
						t.Fatalf("%s stands at %+v", leaf.Path, s)
					}
				}
			}
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	doc := documenttest.Typewritten(strings.Repeat("Cliente: Otávio Luz Prado       CPF: 529.982.247-25\n", 10) +
		"Data        Histórico                     Docto     Valor        Saldo\n" +
		strings.Repeat("03/03/2025  PIX RECEBIDO DE NINA          900123    50,00 C     150,00\n", 50))
	entry, _ := catalogue.Lookup("EXTRATO_BANCARIO")
	for b.Loop() {
		extraction.Extract(doc, entry)
	}
}
