package correct

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

func TestMisreadWords(t *testing.T) {
	for in, want := range map[string]string{
		"5º VARA DO TRABALHO":                     "5ª VARA DO TRABALHO",
		"31º Câmara de Direito":                   "31ª Câmara de Direito",
		"TRIBUNAL DA 5º REGIÃO":                   "TRIBUNAL DA 5ª REGIÃO",
		"12 VARA CÍVEL, 62 Vara":                  "1ª VARA CÍVEL, 6ª Vara",
		"12 salas, 2 varas, 1* Turma":             "12 salas, 2 varas, 1ª Turma",
		"2º Tabelionato de Notas":                 "2º Tabelionato de Notas",
		"1º dia útil":                             "1º dia útil",
		"Art. 1º A posse":                         "Art. 1º A posse",
		"“CUNHA INDÚSTRIA LTDA":                   "CUNHA INDÚSTRIA LTDA",
		"denominada “CONTRATANTE” e":              "denominada “CONTRATANTE” e",
		"de 61/12/2625 a 31/12/2025":              "de 01/12/2025 a 31/12/2025",
		"17/97/2925. 41/12/2025 63/12":            "17/07/2025. 41/12/2025 63/12",
		"| 171.856,55 |15.467,09":                 "171.856,55 15.467,09",
		"ENSINO MÉDIO - 2a SÉRIE":                 "ENSINO MÉDIO - 2ª SÉRIE",
		"art. 487, |, do Código":                  "art. 487, I, do Código",
		"Rua Dom Pedro Il, 3581":                  "Rua Dom Pedro II, 3581",
		"Placa PFQ1)78 (CNP) 1)":                  "Placa PFQ1J78 (CNP) 1)",
		"CNP): 39.714.156/0001-70":                "CNPJ: 39.714.156/0001-70",
		"na Avenida Santos Dumont. 1236, Lote 22": "na Avenida Santos Dumont, 1236, Lote 22",
		"RUA BELA VISTA. 3684. SALA":              "RUA BELA VISTA, 3684, SALA",
		"20 Ofício de Notas, 10 Cartório":         "2º Ofício de Notas, 1º Cartório",
		"2º Ofício, 20 salas, 20º Ofício":         "2º Ofício, 20 salas, 20º Ofício",
		"CidadelEstado: CPFICNPJ RAÇAICOR":        "Cidade/Estado: CPF/CNPJ RAÇA/COR",
		"SSPIBA CURITIBA Cidade capital":          "SSP/BA CURITIBA Cidade capital",
		"Santa Maria, R$":                         "Santa Maria, RS",
		"SANTA MARIA/R$ CEP":                      "SANTA MARIA/RS CEP",
		"pagou, R$ 10,00 ou R$":                   "pagou, R$ 10,00 ou R$",
		"LR.R.F. LN.S.S. LTDA. L.":                "I.R.R.F. I.N.S.S. LTDA. L.",
		"1/FORD RANGER 1/2":                       "I/FORD RANGER 1/2",
		"14/0UT/2025 29/N0V/1968, 14/0AB/2025":    "14/OUT/2025 29/NOV/1968, 14/0AB/2025",
		"o1 o4 o800 7os, o7/o2/2021 o":            "01 04 0800 7os, 07/02/2021 o",
		"1$1.813,90 2.48s,10 de Is,00":            "151.813,90 2.485,10 de Is,00",
		"R$1.813,90 I$1.813,90 $100,00 US$10,00":  "R$1.813,90 I$1.813,90 $100,00 US$10,00",
		"OI-04-2026 3l/12/2025 OI-44-2026":        "01-04-2026 31/12/2025 OI-44-2026",
		"O$-02-2026 $$-02-2026 B$,00":             "05-02-2026 $$-02-2026 B$,00",
		"O - Remetente, O-EMITENTE (CIF)":         "0 - Remetente, 0-EMITENTE (CIF)",
		"Fator Rh O - e O -":                      "Fator Rh O - e O -",
		"VITALMED SAÚDE SIA, LOTE 3":              "VITALMED SAÚDE S/A, LOTE 3",
		"CLÍNICA PELE SIS LTDA. SIS Ltda":         "CLÍNICA PELE S/S LTDA. SIS Ltda",
		"Recebi a 22 via CPFICNP) ESPÉCIElTIPO":   "Recebi a 2ª via CPF/CNP) ESPÉCIE/TIPO",
		"SIA TRECHO 3 SIA":                        "SIA TRECHO 3 SIA",
		"Rua A, SIN Sala 2, Nº SIN. O SIN":        "Rua A, S/N Sala 2, Nº S/N. O SIN",
		"TINTA I8L 1OOUN SOOML IKG Ikg 2S0ml":     "TINTA 18L 100UN 500ML 1KG 1kg 250ml",
		"SOL SOM Il OL IL BOL ICMS SUN 01L oi":    "SOL SOM II OL IL BOL ICMS SUN 01L oi",
		"-B9,90 -I.2S0,00 -B,90":                  "-89,90 -1.250,00 -8,90",
		"14JUL 2026 7set 2026, 14SOL 2026":        "14 JUL 2026 7 set 2026, 14SOL 2026",
		"Natal, 3de junho de 2026 3de 2026":       "Natal, 3 de junho de 2026 3de 2026",
		"Riidiger Schiitz Miiller, Hiibner":       "Rüdiger Schütz Müller, Hübner",
		"Niimi Shiino Hiino niilista Hawaii III":  "Niimi Shiino Hiino niilista Hawaii III",
		"Nome: lan Castilho, lgor Sá":             "Nome: Ian Castilho, Igor Sá",
		"às margens do lago Azul, lei Áurea":      "às margens do lago Azul, lei Áurea",
		"mão de obra (22 parcela) em 22 parcelas": "mão de obra (2ª parcela) em 22 parcelas",
		"R$09,00 R$ 08,00 R$ 09,50 09,00":         "R$0,00 R$ 0,00 R$ 09,50 09,00",
		"B.€. ICMS LUVA €/100 €100 10,00€ €":      "B.C. ICMS LUVA C/100 €100 10,00€ €",
		"Iº lugar":                        "1º lugar",
		"rua sem saída. O preço. 2 vezes": "rua sem saída. O preço. 2 vezes",
	} {
		var words []document.Word
		for _, w := range strings.Fields(in) {
			words = append(words, document.Word{Text: w})
		}
		if got := (document.Line{Words: misreadWords(words)}).String(); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// A bar with a space on each side parts words, what is left of a rule does not.
func TestBarsBetweenWords(t *testing.T) {
	for name, c := range map[string]struct {
		left float64 // of the bar
		text string  // behind it
		want string
	}{
		"as far from both":      {0.212, "Cartão", "Transferência | Cartão"},
		"at the word behind it": {0.2195, "Cartão", "Transferência Cartão"},
		"before a number":       {0.212, "1990", "Transferência 1990"},
	} {
		words := []document.Word{{Text: "Transferência", Box: document.Box{Left: 0.1, Width: 0.1}}, {Text: "|", Box: document.Box{Left: c.left, Width: 0.001}}, {Text: c.text, Box: document.Box{Left: 0.221, Width: 0.05}}}
		words[0].Box.Width = 0.104
		if got := (document.Line{Words: misreadWords(words)}).String(); got != c.want {
			t.Errorf("a bar %s gives %q, want %q", name, got, c.want)
		}
	}
}

// Figures of book type hang below the line: their nought looks like an o.
func TestNumbersOfLettersInBookType(t *testing.T) {
	for name, c := range map[string]struct {
		words []string // each at its tenth of the page
		want  string
	}{
		"alone in their cells":          {[]string{"o1", "o7", "oi", "oz"}, "01 07 01 02"},
		"not where figures do not hang": {[]string{"01", "07", "oi", "os"}, "01 07 oi os"},
	} {
		var words []document.Word
		for i, text := range c.words {
			words = append(words, document.Word{Text: text, Box: document.Box{Left: float64(i) / 10, Top: 0.1, Width: 0.02, Height: 0.01}})
		}
		if got := Lines([]document.Line{{Words: words}}, 1.4)[0].String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	words := []document.Word{{Text: "o1"}, {Text: "o2"}, {Text: "os"}, {Text: "Bens"}}
	for i := range words {
		words[i].Box = document.Box{Left: 0.03 * float64(i), Top: 0.1, Width: 0.02, Height: 0.01}
	}
	if got := Lines([]document.Line{{Words: words}}, 1.4)[0].String(); got != "01 02 os Bens" {
		t.Errorf("an article became %q", got)
	}
}
