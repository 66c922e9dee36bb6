package layout_test

import (
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

// ink is a word with the box of its ink: points from the left, from the top, wide and high.
func ink(text string, left, top, width, height float64) document.Word {
	const w, h = 595, 842
	return document.Word{Text: text, Confidence: 0.97, Box: document.Box{Left: left / w, Top: top / h, Width: width / w, Height: height / h}}
}

// The lines of a scanned paragraph are one block and of one size, whichever letters each of
// them has; recognition gives the height of the ink, or of the whole row.
func TestScannedLinesAreAsHighAsTheirType(t *testing.T) {
	lines := [][]document.Word{
		{ink("PEDRO", 50, 100, 26, 7), ink("SÁ", 80, 98, 10, 9), ink("(pagou", 94, 100, 32, 9)},
		{ink("a", 50, 116, 5, 5), ink("quota,", 60, 114, 36, 9), ink("cem", 100, 116, 24, 5), ink("reais", 128, 108, 30, 20)},
		{ink("em", 50, 130, 15, 5), ink("maio.", 70, 128, 30, 7)},
	}
	page := document.Page{Number: 1, Width: 595, Height: 842, Source: document.OCR}
	for _, words := range lines {
		page.Lines = append(page.Lines, document.Line{Words: words})
	}
	sheet := layout.Of(document.Document{Pages: []document.Page{page}})
	if got, want := blocks(sheet), "PEDRO SÁ (pagou / a quota, cem reais / em maio."; got != want {
		t.Errorf("blocks are %q, want %q", got, want)
	}
	for _, c := range sheet.Cells {
		if c.Size < 10 || c.Size > 11.5 {
			t.Errorf("%q is of size %.1f, want that of its font, 10.7", sheet.Tokens[c.First].Text, c.Size)
		}
	}
}
