package correct

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

// set sets words of figures one tenth high: a gap of half of that between two, and
// one of four times as much where there is a bar.
func set(text string) []document.Word {
	var words []document.Word
	at := 0.0
	for _, s := range strings.Fields(text) {
		if s == "¦" {
			at += 0.4
			continue
		}
		w := document.Word{Text: s, Confidence: 0.8, Box: document.Box{Left: at, Width: 0.05 * float64(len(s)), Height: 0.1}}
		at = w.Box.Right() + 0.05
		words = append(words, w)
	}
	return words
}

func TestAmountsWithoutTheirDots(t *testing.T) {
	for in, want := range map[string]string{
		"98 574,77":               "98.574,77",
		"R$ 1 193 626,37":         "R$ 1.193.626,37",
		"222 761.68":              "222.761,68",
		"333 187 26":              "333.187,26",
		"1.020.00":                "1.020,00",
		"0.10":                    "0,10",
		"2 ¦ 458,22":              "2 458,22", // of two columns
		"R$ 27.50":                "R$ 27,50",
		"240.000;00":              "240.000,00",
		"21,230,37":               "21.230,37",
		"-4,143,98":               "-4.143,98",
		"7,5,12":                  "7,5,12",
		"R$21.193,:90":            "R$21.193,90",
		"14. 018, 82":             "14.018,82",
		"R$168, 66":               "R$168,66",
		"R$16. 754,34":            "R$16.754,34",
		"PIX ¦ -656, 08 ¦ 1":      "PIX -656,08 1", // a cell of type as wide as its comma
		"600088 ¦ 616, 42D ¦ 7":   "600088 616,42D 7",
		"2.535, 25C":              "2.535,25C",
		"R$ 46, 9400":             "R$ 46,9400",
		"lote 46, 94":             "lote 46, 94",
		"dias 10, 15 e 20":        "dias 10, 15 e 20",
		"às 12:30 de 200, 50":     "às 12:30 de 200, 50",
		"1:234 e 12:45:30":        "1:234 e 12:45:30",
		"08 250,00":               "08 250,00",
		"27.50":                   "27.50", // may be a number of anything
		"11 2345 678,90":          "11 2345 678,90",
		"de 10 a 12 parcelas":     "de 10 a 12 parcelas",
		"processo 0001 123 45":    "processo 0001 123 45",
		"12.345.678,90 345,67 um": "12.345.678,90 345,67 um",
	} {
		if got := (document.Line{Words: withDots(set(in), 1)}).String(); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	sure := []document.Word{{Text: "3.101.01", Confidence: 0.96}}
	if got := withDots(sure, 1)[0].Text; got != "3.101.01" {
		t.Errorf("an account read surely became %q", got)
	}
}

func TestNumbersThatCheckDigitsProve(t *testing.T) {
	for in, want := range map[string]string{
		"CPF B49 348 225-00 ativo":                 "CPF 849.348.225-00 ativo",
		"CNPJ BO 214 209/0001.97,":                 "CNPJ 80.214.209/0001-97,",
		"CPF: 600.757 605-17":                      "CPF: 600.757.605-17",
		"600.757.605-17":                           "600.757.605-17",
		"600:757.605-17":                           "600.757.605-17",
		"O67395 oI $$ 2026 2 00586 125 0003494 64": "06739501552026200586125000349464",
		"007071 OI $$ 2019 2 00368 093 00SSSS6 SI": "00707101552019200368093005555651",
		"60075760517":                              "60075760517",
		"600.757.605-18":                           "600.757.605-18", // proves nothing
		"600.757 ¦ 605-17":                         "600.757 605-17",
		"BOLSA 214 209":                            "BOLSA 214 209",
		"BOI BOI BOI BO OI":                        "BOI BOI BOI BO OI",
		"Nota 123 456 789 012 3456":                "Nota 123 456 789 012 3456",
	} {
		words := withRegistered(set(in), 1)
		if got := (document.Line{Words: words}).String(); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
		for _, w := range words {
			if w.Confidence != 0.8 || w.Box.Width <= 0 {
				t.Errorf("%q: %+v", in, w)
			}
		}
	}
}

func TestMarksOfCreditAndDebit(t *testing.T) {
	lines := []document.Line{{Words: set("8.201,86€ 333,220 176,06D")}, {Words: set("565,10C 4,909 1,5")}}
	withMarks(lines)
	if got := lines[0].String() + " " + lines[1].String(); got != "8.201,86C 333,22D 176,06D 565,10C 4,909 1,5" {
		t.Errorf("got %q", got)
	}
	apart := []document.Line{{Words: set("630,48 D 4.659,14 C 1,000")}, {Words: set("317,72 €, 7.657,93 €")}, {Words: set("219,71 D € 50,00")}}
	withMarks(apart)
	if got := apart[0].String() + " " + apart[1].String() + " " + apart[2].String(); got != "630,48 D 4.659,14 C 1,000 317,72 C 7.657,93 C 219,71 D € 50,00" {
		t.Errorf("marks that stand apart became %q", got)
	}
	priced := []document.Line{{Words: set("10,00 € 20,00 € 30,00 €")}}
	withMarks(priced)
	if got := priced[0].String(); got != "10,00 € 20,00 € 30,00 €" {
		t.Errorf("prices in euros became %q", got)
	}
	plain := []document.Line{{Words: set("1,000 2,500 10,00€")}}
	withMarks(plain)
	if got := plain[0].String(); got != "1,000 2,500 10,00€" {
		t.Errorf("a page without marks became %q", got)
	}
}
