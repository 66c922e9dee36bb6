package layout_test

import (
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

func TestStampsStandBesideNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		box   document.Box // in fractions of the page
		stamp bool
	}{
		{"askew over the lines", document.Box{Left: 0.02, Top: 0.02, Width: 0.5, Height: 0.25}, true},
		{"askew beside the lines", document.Box{Left: 0.6, Top: 0.02, Width: 0.3, Height: 0.25}, true},
		{"a logo", document.Box{Left: 0.6, Top: 0.02, Width: 0.3, Height: 0.05}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := documenttest.Typewritten("Combustível\nELETRICO\n\nCor\nPRATA\n\nPlaca\nABC1D23")
			word := document.Word{Text: "SEGUNDA", Confidence: 1, Box: c.box}
			doc.Pages[0].Lines = append(doc.Pages[0].Lines, document.Line{Words: []document.Word{word}, Box: word.Box})
			for _, cell := range layout.Of(doc).Cells {
				if of := layout.Of(doc).Tokens[cell.First].Text; cell.Turned != (of == "SEGUNDA" && c.stamp) {
					t.Errorf("a cell begins with %q: set across the page: %v", of, cell.Turned)
				}
			}
		})
	}
}
