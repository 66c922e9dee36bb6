package reader

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// What people see on the page and the text layer does not tell: labels as outlines, as a
// picture, in a font without a character map; values typed into the fields of a form. Each page shows the same five lines.
func TestWordsWithoutGlyphsAreRead(t *testing.T) {
	const want = "Beneficiário MARLENE ANTUNES COUTO / Vencimento 10/03/2026 / Nosso número 109/00004567-8 / Valor do documento 1.250,40 / Espécie do documento DM"
	for _, name := range []string{"outlined", "pictured", "unmapped", "formfields"} {
		t.Run(name, func(t *testing.T) {
			doc, err := engine(t, Config{}).Read(context.Background(), filepath.Join("testdata", name+".pdf"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := text(doc.Pages[0]); got != want {
				t.Errorf("read %q\nwant %q", got, want)
			}
		})
	}
}

// Ornaments, rounded boxes, a signature and a portrait are looked at no closer: reading
// them would cost thirty times as much as the text.
func TestDrawingsAreNoLetters(t *testing.T) {
	for name, content := range map[string]string{
		"rows of the same bullet": strings.Repeat("1 0 0 1 0 -15 cm 50 700 m 50 705 55 705 55 700 c 55 695 50 695 50 700 c f ", 40),
		"rings of growing size":   strings.Repeat("1.05 0 0 1.05 -15 -15 cm 300 400 m 300 405 305 405 305 400 c 305 395 300 395 300 400 c f ", 40),
		"a signature":             "50 300 m " + strings.Repeat("60 330 70 290 80 300 c ", 60) + "S ",
	} {
		t.Run(name, func(t *testing.T) {
			document, err := engine(t, Config{}).pdfium.Load(pdf(portrait, content))
			if err != nil {
				t.Fatal(err)
			}
			defer document.Close()
			page, err := document.Page(0)
			if err != nil {
				t.Fatal(err)
			}
			defer page.Close()
			if parts, _ := readLayer(page).uncovered(); len(parts) > 0 {
				t.Errorf("taken for letters: %v", parts)
			}
		})
	}
}
