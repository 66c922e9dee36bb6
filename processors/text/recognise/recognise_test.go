package recognise_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// run is a text as one run in reading order.
func run(text string, ocr bool) recognise.Run {
	doc := documenttest.Typewritten(text)
	if ocr {
		doc = documenttest.Scanned(0.8, text)
	}
	r := recognise.Run{Sheet: layout.Of(doc)}
	for i := range r.Sheet.Tokens {
		r.Index = append(r.Index, int32(i))
	}
	return r
}

func TestFirst(t *testing.T) {
	for _, c := range []struct {
		kind catalogue.Kind
		text string
		want string // "": none
	}{
		{catalogue.Money, "R$ 1.234,56", "1234.56"},
		{catalogue.Money, "14183.32", "14183.32"},
		{catalogue.Money, "R$ 14,183.32", "14183.32"},
		{catalogue.Money, "-R$ 83,22", "-83.22"},
		{catalogue.Money, "R$ -83,22", "-83.22"},
		{catalogue.Money, "−R$ 83,22", "-83.22"},
		{catalogue.Money, "R$ −83,22", "-83.22"},
		{catalogue.Money, "83,22−", "-83.22"},
		{catalogue.Money, "+R$ 83,22", "83.22"},
		{catalogue.Money, "+ R$ 83,22", "83.22"},
		{catalogue.Money, "177,77 D", "-177.77"},
		{catalogue.Money, "177,77 DB", "-177.77"},
		{catalogue.Money, "177,77DB", "-177.77"},
		{catalogue.Money, "177,77 CR", "177.77"},
		{catalogue.Money, "177,77 C", "177.77"},
		{catalogue.Money, "(1.000,00)", "-1000"},
		{catalogue.Money, "0,00", "0"},
		{catalogue.Money, "12,5", ""},
		{catalogue.Money, "1.23,45", ""},
		{catalogue.Decimal, "26,4800", "26.48"},
		{catalogue.Decimal, "1.234", "1234"},
		{catalogue.Decimal, "MAI/25 286,000", "286"},
		{catalogue.Decimal, "30 dias 17", "17"},
		{catalogue.Percent, "18,00 %", "18"},
		{catalogue.Integer, "1.024", "1024"},
		{catalogue.Date, "05/05/2026", "2026-05-05"},
		{catalogue.Date, "5 de maio de 2026", "2026-05-05"},
		{catalogue.Date, "31/02/2026", ""},
		{catalogue.Date, "16 de outubro de 20 26", "2026-10-16"},
		{catalogue.Date, "16 de outubro de 202 6.", "2026-10-16"},
		{catalogue.Date, "16 de outubro de 20, 26 alunos", "2020-10-16"},
		{catalogue.Month, "OUT/2026", "2026-10"},
		{catalogue.Month, "outubro de 2026", "2026-10"},
		{catalogue.CPF, "CPF 529.982.247-25", "52998224725"},
		{catalogue.CPF, "Caio Prado (CPF 529.982.247-25).", "52998224725"},
		{catalogue.CNPJ, "11.222.333/0001-81", "11222333000181"},
		{catalogue.CPFCNPJ, "11.222.333/0001-81", "11222333000181"},
		{catalogue.CPFCNPJ, "529.982.247-25", "52998224725"},
		{catalogue.CEP, "01310-100", "01310100"},
		{catalogue.CEP, "01310 - 100", "01310100"},
		{catalogue.UF, "São Paulo", "SP"},
		{catalogue.UF, "Natal/RN", "RN"},
		{catalogue.UF, "R N", "RN"},
		{catalogue.UF, "Rua R N", ""},
		{catalogue.UF, "para", ""},
		{catalogue.Phone, "(91) 3118-6024", "9131186024"},
		{catalogue.Email, "Contato@Exemplo.com.br,", "contato@exemplo.com.br"},
		{catalogue.Plate, "IMA-7C69", "IMA7C69"},
		{catalogue.Plate, "ABC 1234", "ABC1234"},
		{catalogue.Time, "15:47:03", "15:47"},
		{catalogue.Time, "às 10.30 hs", "10:30"},
		{catalogue.Time, "às dezessete (17) horas e oito (08) minutos", "17:08"},
		{catalogue.Time, "às zero horas e cinco minutos", "00:05"},
		{catalogue.Time, "sete horas e meia da noite", "19:30"},
		{catalogue.Time, "às dez horas e trinta, em casa", "10:30"},
		{catalogue.Time, "meio-dia e quinze minutos", "12:15"},
		{catalogue.Date, "vinte e sete (27) dias do mês de outubro (10) do ano de mil novecentos e oitenta e quatro (1984)", "1984-10-27"},
		{catalogue.Date, "03 (três) de fevereiro de 2001 (dois mil e um)", "2001-02-03"},
		{catalogue.Date, "no ano de dois mil e vinte (2020), aos nove dias do mês de maio, nesta cidade", "2020-05-09"},
		{catalogue.Date, "do ano de 2020, nove alunos em maio", ""},
		{catalogue.Integer, "com sessenta e três anos", "63"},
		{catalogue.Date, "dois de fevereiro do corrente ano", ""},
		{catalogue.Integer, "um só", ""},
		{catalogue.Integer, "(um) dia", "1"},
	} {
		v, ok := recognise.First(c.kind, run(c.text, false))
		if !ok {
			v.Text = ""
		}
		if v.Text != c.want {
			t.Errorf("%s of %q is %q, want %q", c.kind, c.text, v.Text, c.want)
		}
	}
}

func TestFirstRepairsWhatOCRGotWrong(t *testing.T) {
	for _, c := range []struct {
		kind       catalogue.Kind
		text, want string
	}{
		{catalogue.CPF, "529.982.247-2S", "52998224725"},
		{catalogue.CPF, "S29.982.247-25", "52998224725"},
		{catalogue.CNPJ, "11.222.333/OOO1-81", "11222333000181"},
		{catalogue.Money, "1.234.56", "1234.56"},
		{catalogue.Money, "14.570,88!", "14570.88"},
		{catalogue.PaymentLine, "74891,12628 46248.207188 14082.541096 1 16610000028900", "74891126284624820718814082541096116610000028900"},
	} {
		v, ok := recognise.First(c.kind, run(c.text, true))
		if !ok || v.Text != c.want {
			t.Errorf("%s of %q is %q, want %q", c.kind, c.text, v.Text, c.want)
		}
		if v, ok := recognise.First(c.kind, run(c.text, false)); ok && v.Text == c.want {
			t.Errorf("%s of %q was repaired in a document that no OCR read", c.kind, c.text)
		}
	}
}

// No text makes a reader panic or claim tokens that are not there.
func FuzzAll(f *testing.F) {
	f.Add("R$ 1.234,56 D (529.982.247-25) 5 de maio de 2026 ABC 1234", true)
	f.Add("- - R$ R$ º 1.1.1 º/ 00:00 (", false)
	kinds := []catalogue.Kind{catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ, catalogue.PIS, catalogue.RENAVAM, catalogue.NFeKey, catalogue.Barcode,
		catalogue.PaymentLine, catalogue.Registry, catalogue.Lawsuit, catalogue.CEP, catalogue.UF, catalogue.Phone, catalogue.Email, catalogue.Plate,
		catalogue.VIN, catalogue.Date, catalogue.Month, catalogue.Year, catalogue.Time, catalogue.Money, catalogue.Decimal, catalogue.Percent,
		catalogue.Integer, catalogue.Digits, catalogue.Code}
	f.Fuzz(func(t *testing.T, text string, ocr bool) {
		if len(text) > 400 {
			return
		}
		r := run(strings.ToValidUTF8(text, "?"), ocr)
		for _, k := range kinds {
			for _, v := range recognise.All(k, r) {
				if v.First > v.Last || v.Last >= r.Len() || v.Text == "" || v.Score <= 0 || v.Score > 1 {
					t.Fatalf("%s of %q: %+v", k, text, v)
				}
			}
		}
	})
}

func TestWordsGoOnBehindTheEndOfALine(t *testing.T) {
	for text, want := range map[string]string{
		"Sítio Boa Vista, s/\nn, Iúna/\nES": "Sítio Boa Vista, s/n, Iúna/ES",
		"assis-\ntência":                    "assis-tência",
		"Rua Um, 2 -\nCentro":               "Rua Um, 2 - Centro",
	} {
		r := run(text, false)
		if got := r.Text(0, r.Len()-1); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
