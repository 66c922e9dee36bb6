package layout_test

import (
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

// A frame for one digit stands in a box, beside the lower of two lines; the upper one reaches over it.
func TestAFrameInABoxPartsNoLinesOfTheBox(t *testing.T) {
	const width, height = 600.0, 800.0
	page := document.Page{Width: width, Height: height, Source: document.Text}
	for _, w := range []struct {
		text             string
		left, right, top float64
	}{{"0-ENTRADA", 110, 165, 400}, {"1-SAÍDA", 110, 150, 411}, {"1", 162, 166, 411}} {
		box := document.Box{Left: w.left / width, Top: w.top / height, Width: (w.right - w.left) / width, Height: 8 / height}
		page.Lines = append(page.Lines, document.Line{Box: box, Words: []document.Word{{Text: w.text, Box: box, Confidence: 1}}})
	}
	frame := func(left, top, right, bottom float64) {
		for _, x := range []float64{left, right} {
			page.Rulings = append(page.Rulings, document.Ruling{Upright: true, At: x / width, From: top / height, To: bottom / height})
		}
		for _, y := range []float64{top, bottom} {
			page.Rulings = append(page.Rulings, document.Ruling{At: y / height, From: left / width, To: right / width})
		}
	}
	frame(100, 390, 180, 430)
	frame(158, 409, 170, 421)
	if got, want := blocks(layout.Of(document.Document{Pages: []document.Page{page}})), "0-ENTRADA / 1-SAÍDA | 1"; got != want {
		t.Errorf("blocks are %q, want %q", got, want)
	}
}
