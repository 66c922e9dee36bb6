package layout_test

import (
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

const width, height = 600.0, 800.0

type printed struct {
	text             string
	left, right, top float64
}

// drawn is a page of words with frames around them, each left, top, right, bottom.
func drawn(words []printed, frames ...[4]float64) document.Document {
	page := document.Page{Width: width, Height: height, Source: document.Text}
	for _, w := range words {
		box := document.Box{Left: w.left / width, Top: w.top / height, Width: (w.right - w.left) / width, Height: 8 / height}
		page.Lines = append(page.Lines, document.Line{Box: box, Words: []document.Word{{Text: w.text, Box: box, Confidence: 1}}})
	}
	for _, f := range frames {
		for _, x := range []float64{f[0], f[2]} {
			page.Rulings = append(page.Rulings, document.Ruling{Upright: true, At: x / width, From: f[1] / height, To: f[3] / height})
		}
		for _, y := range []float64{f[1], f[3]} {
			page.Rulings = append(page.Rulings, document.Ruling{At: y / height, From: f[0] / width, To: f[2] / width})
		}
	}
	return document.Document{Pages: []document.Page{page}}
}

func TestWordsInFrames(t *testing.T) {
	for _, c := range []struct {
		name, want string
		words      []printed
		frames     [][4]float64
	}{
		{"a frame for one digit beside the lower of two lines parts no lines of the box", "0-ENTRADA / 1-SAÍDA | 1",
			[]printed{{"0-ENTRADA", 110, 165, 400}, {"1-SAÍDA", 110, 150, 411}, {"1", 162, 166, 411}},
			[][4]float64{{100, 390, 180, 430}, {158, 409, 170, 421}}},
		{"what stands half way down its box is read before the higher box right of it", "Mutuante | AnaMelo, / brasileira, / solteira.",
			[]printed{{"AnaMelo,", 210, 260, 400}, {"Mutuante", 110, 160, 411}, {"brasileira,", 210, 260, 412}, {"solteira.", 210, 260, 424}},
			[][4]float64{{100, 390, 200, 440}, {200, 390, 400, 440}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := blocks(layout.Of(drawn(c.words, c.frames...))); got != c.want {
				t.Errorf("blocks are %q, want %q", got, c.want)
			}
		})
	}
}
