package layout_test

import (
	"slices"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// TestLabelsFlushRightAreParted sets words end to end up to a place of the page and others from there on,
// in letters of five points, two between words and seven at that place: too little to part cells.
func TestLabelsFlushRightAreParted(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines [][2][]string // before and behind the place
		parts bool
	}{
		{"labels and values", [][2][]string{{{"NOME", "COMPLETO"}, {"Ana", "Prado"}}, {{"CPF"}, {"52998224725"}}, {{"ENDEREÇO"}, {"Rua", "Um"}}}, true},
		{"two lines align by chance", [][2][]string{{{"NOME", "COMPLETO"}, {"Ana", "Prado"}}, {{"CPF"}, {"52998224725"}}}, false},
		{"sums and their signs", [][2][]string{{{"1.200,00"}, {"D"}}, {{"87,00"}, {"D"}}, {{"11.200,00"}, {"C"}}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			const width, height, place, letter, space, gap = 600.0, 800.0, 150.0, 5.0, 2.0, 7.0
			doc := document.Document{Pages: []document.Page{{Number: 1, Width: width, Height: height, Source: document.Text}}}
			for i, line := range c.lines {
				at := place + space
				for _, w := range line[0] {
					at -= letter*float64(len([]rune(w))) + space
				}
				var words []document.Word
				for k, w := range slices.Concat(line[0], line[1]) {
					if k == len(line[0]) {
						at = place + gap
					}
					long := letter * float64(len([]rune(w)))
					words = append(words, document.Word{Text: w, Confidence: 1, Box: document.Box{Left: at / width, Top: (100 + 14*float64(i)) / height, Width: long / width, Height: 10 / height}})
					at += long + space
				}
				box := words[0].Box
				for _, w := range words {
					box = box.Union(w.Box)
				}
				doc.Pages[0].Lines = append(doc.Pages[0].Lines, document.Line{Words: words, Box: box})
			}
			sheet := layout.Of(doc)
			for _, line := range c.lines {
				value := slices.IndexFunc(sheet.Tokens, func(t layout.Token) bool { return t.Text == line[1][0] })
				if got := sheet.LineStart(value); got != c.parts {
					t.Errorf("%q begins a cell: %v", line[1][0], got)
				}
			}
		})
	}
}

// Words that line up under those of other boxes by chance are one cell; labels set flush right before their values, in
// one box or in none, are parted from them.
func TestGuttersOfBoxes(t *testing.T) {
	for _, c := range []struct{ name, page, cell string }{
		{"a box under others", `
+------------------------------+
| Num. do Valor 008            |
|   Venc. Valor 0045           |
+--------+----------+----------+
|        |Valor ICMS|          |
|        |    423,00|          |
+--------+----------+----------+`, "Valor ICMS"},
		{"labels set flush right", `
     Nome Ana
 Endereço Augusta
   Cidade Natal`, "Augusta"},
		{"labels set flush right in a box", `
+------------------+
|     Nome Ana     |
| Endereço Augusta |
|   Cidade Natal   |
+------------------+`, "Augusta"},
	} {
		got := cells(layout.Of(documenttest.Drawn(c.page)))
		if !slices.Contains(got, c.cell) {
			t.Errorf("%s: %q is none of %q", c.name, c.cell, got)
		}
	}
}
