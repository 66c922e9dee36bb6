package phrase_test

import (
	"slices"
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
)

func set(phrases ...string) *phrase.Set {
	var b phrase.Builder
	for i, p := range phrases {
		b.Add(p, i)
	}
	return b.Set()
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, phrase, text string
		found              bool
	}{
		{"case, accents and marks do not matter", "Nº do Documento", "N° DO DOCUMENTO:", true},
		{"nor do spaces", "CPF/CNPJ", "CPF / CNPJ", true},
		{"a word begins with a word", "ação", "Reclamação", false},
		{"and ends with one", "nome", "nomear", false},
		{"a digit stands for itself", "31/12/2024", "31/12/2025", false},
		{"a wildcard for any digit", "31/12/####", "31/12/2025", true},
		{"over the end of a line", "valor do documento", "Valor do\ndocumento", true},
		{"not over a colon", "Natureza do rendimento", "Natureza: Rendimento do trabalho", false},
		{"not over a gap", "valor do documento", "Valor do    documento", false},
		{"another small word between two", "Total dos rendimentos", "Total de rendimentos:", true},
		{"or none", "Total dos rendimentos", "Total rendimentos:", true},
		{"or one more", "Total rendimentos", "Total dos rendimentos:", true},
		{"but not at the end", "Saldo em", "Saldo do", false},
		{"words cut short", "Contribuição previdenciária oficial", "Contrib. Prev. Oficial", true},
		{"one alone before its colon", "Vencimento", "Venc.: 10/05", true},
		{"but not in a sentence", "Vencimento", "ao venc. de 10/05", false},
		{"shortened otherwise, without a stop", "Data do documento", "DT DOCTO", true},
		{"words set close behind their stops", "Data do vencimento", "DT.VENCIMENTO", true},
		{"drawn together to another end", "Nome do cedente", "NOME CEDTE:", true},
		{"by its consonants alone", "Valor do frete", "VALOR FRT.", true},
		{"but not one with vowels", "Valor do frete", "VALOR FRUTA.", false},
		{"a number by its sign", "Número da nota", "NRO. DA NOTA", true},
		{"and by its word", "Nosso nº", "Nosso número:", true},
		{"a lone one that has no other meaning", "Vencimento", "VCTO", true},
		{"but not one that has", "Número", "NR", false},
		{"nor the small word", "Número do documento", "no documento", false},
		{"and not to two letters", "Natureza da operação", "Na. operação", false},
		{"words drawn together", "Total de vencimentos", "Total venctos.", true},
		{"one alone", "Descontos", "DESCTOS.", true},
		{"without a stop", "Demonstrativo de pagamento", "DEMONSTRATIVO PAGTO", true},
		{"but with the ending of the word", "Pagamento de juros", "Pagte. juros", false},
		{"the usual letters for a word", "Valor líquido", "VLR LIQ", true},
		{"words set without spaces", "Salário de contribuição INSS", "SAL.CONTR.INSS", true},
		{"the first letter of a word", "Razão social", "R. Social", true},
		{"not over a blank to fill in", "Data da assinatura", "Data ______ Assinatura", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			hits := set(c.phrase).Find(layout.Of(documenttest.Typewritten(c.text)))
			if (len(hits) > 0) != c.found {
				t.Errorf("%q in %q: %d hits", c.phrase, c.text, len(hits))
			}
		})
	}
}

func TestWordsCutShortBesideOthers(t *testing.T) {
	for _, c := range []struct {
		name, other, phrase, text string
		cut, found                bool
	}{
		{"where another word ends before the cut", "Auto de infração", "Autorização de uso", "Aut. de uso", false, true},
		{"where other phrases begin with the cut word", "Natur. operac.", "Naturalidade", "Natur.:", true, true},
		{"but as no phrase by themselves", "Natur. operac.", "Naturalidade", "Natur.:", false, false},
		{"and not the letter that numbers a phrase", "Social", "Razão social", "R. Social", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := phrase.Builder{Cut: c.cut}
			b.Add(c.other, 0)
			b.Add(c.phrase, 1)
			hits := b.Set().Find(layout.Of(documenttest.Typewritten(c.text)))
			if slices.ContainsFunc(hits, func(h phrase.Hit) bool { return h.ID == 1 }) != c.found {
				t.Errorf("%q in %q: %v", c.phrase, c.text, hits)
			}
		})
	}
}

func TestFindWhatOCRGotWrong(t *testing.T) {
	for _, c := range []struct {
		phrase, text string
		errors       int // -1: not to be found
	}{
		{"Beneficiário", "Beneficiario", 0},
		{"Beneficiário", "Benefjciário", 1},
		{"Beneficiário", "Bcneficlário", 2},
		{"Vencimento", "Vencirnento", -1}, // two errors in ten letters
		{"Vencimento", "Vencimemto", 1},
		{"Valor", "Vator", -1}, // as near to another word
		{"Data do processamento", "Dala do processarnento", 3},
		{"Débitos automáticos", "Débito automático", -1}, // the singular is another word
		{"Posição em 31/12/24", "Posição em 312,44", -1},
		{"Posição em 31/12/24", "Posição em 3I/12/24", 1},
	} {
		doc := documenttest.Scanned(0.8, c.text)
		hits := set(c.phrase).Find(layout.Of(doc))
		switch {
		case c.errors < 0 && len(hits) > 0:
			t.Errorf("%q was found in %q", c.phrase, c.text)
		case c.errors >= 0 && (len(hits) != 1 || hits[0].Errors != c.errors):
			t.Errorf("%q in %q: %+v, want %d errors", c.phrase, c.text, hits, c.errors)
		}
		if typed := set(c.phrase).Find(layout.Of(documenttest.Typewritten(c.text))); c.errors != 0 && len(typed) > 0 {
			t.Errorf("%q was found in %q of a document that no OCR read", c.phrase, c.text)
		}
		if sure := set(c.phrase).Find(layout.Of(documenttest.Scanned(0.97, c.text))); c.errors != 0 && len(sure) > 0 {
			t.Errorf("%q was found in %q, of which OCR was sure", c.phrase, c.text)
		}
	}
}

// A short label that is all of a cell may have one letter that looks like another.
func TestShortLabelsAloneInTheirCell(t *testing.T) {
	for _, c := range []struct {
		phrase, text string
		sure         float64
		found        bool
	}{
		{"CFOP", "NCM    crop    UN", 0.7, true},
		{"CFOP", "NCM    crop    UN", 0.97, false}, // read surely, so it says so
		{"CFOP", "NCM    crop de um    UN", 0.7, false},
		{"CFOP", "NCM    cnop    UN", 0.7, false}, // no letter that looks like it
		{"O/CST", "UN    0/CST    NCM", 0.7, true},
	} {
		if hits := set(c.phrase).Find(layout.Of(documenttest.Scanned(c.sure, c.text))); (len(hits) > 0) != c.found {
			t.Errorf("%q in %q, read with %v: %+v", c.phrase, c.text, c.sure, hits)
		}
	}
}

func TestLongestFirst(t *testing.T) {
	hits := set("valor", "valor do documento").Find(layout.Of(documenttest.Typewritten("Valor do documento")))
	if len(hits) != 2 || hits[0].ID != 1 || hits[1].ID != 0 {
		t.Errorf("hits are %+v", hits)
	}
}

func TestCutShortThoughAPhraseItself(t *testing.T) {
	hits := set("Unid.", "Unidade consumidora").Find(layout.Of(documenttest.Typewritten("UNID. CONSUMIDORA")))
	if len(hits) != 2 || hits[0].ID != 1 || hits[1].ID != 0 {
		t.Errorf("hits are %+v", hits)
	}
}

// A phrase that is added and printed is found, whatever it is made of.
func FuzzFind(f *testing.F) {
	f.Add("Nº do Documento", "N° do documento: 12", true)
	f.Add("31/12/####", "31/12/2024", false)
	f.Fuzz(func(t *testing.T, text, page string, ocr bool) {
		text, page = strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(page, "?")
		if len(text) > 60 || len(page) > 300 {
			return
		}
		doc := documenttest.Typewritten(page)
		if ocr {
			doc = documenttest.Scanned(0.5, page)
		}
		sheet := layout.Of(doc)
		for _, h := range set(text).Find(sheet) {
			if h.First > h.Last || h.Last >= len(sheet.Tokens) || h.Errors > 3 {
				t.Fatalf("hit %+v of %d tokens", h, len(sheet.Tokens))
			}
		}
		words := strings.Join(strings.Fields(text), " ")
		if strings.ContainsAny(text, "#|") || fold.Text(words) == "" { // a bar parts cells
			return
		}
		if len(set(text).Find(layout.Of(documenttest.Typewritten(words)))) == 0 {
			t.Fatalf("%q is not found in itself", words)
		}
	})
}
