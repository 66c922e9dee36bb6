package layout

import (
	"testing"

	"lavra.dev/processors/document"
)

func TestBulletsAsMarks(t *testing.T) {
	word := func(text string, left, top, width, height, confidence float64) placed {
		return placed{Word: document.Word{Text: text, Box: document.Box{Left: left, Top: top, Width: width, Height: height}, Confidence: confidence}}
	}
	page := document.Page{Width: 100, Height: 100}
	for _, c := range []struct {
		name, want string
		mark       placed
	}{
		{"low, apart and doubtful", "•", word("e", 0.225, 0.103, 0.02, 0.03, 0.8)},
		{"as high as an e", "e", word("e", 0.225, 0.103, 0.02, 0.055, 0.8)},
		{"close to the words", "e", word("e", 0.21, 0.103, 0.04, 0.03, 0.8)},
		{"certain", "e", word("e", 0.225, 0.103, 0.02, 0.03, 0.97)},
		{"another letter", "a", word("a", 0.225, 0.103, 0.02, 0.03, 0.8)},
	} {
		line := bulletsAsMarks([]placed{word("S.A.", 0.1, 0.08, 0.1, 0.08, 0.97), c.mark, word("CNPJ", 0.27, 0.08, 0.1, 0.08, 0.97)}, page)
		if line[1].Text != c.want {
			t.Errorf("a letter %s is read as %s, want %s", c.name, line[1].Text, c.want)
		}
	}
}

// The spaces of a justified line are all as wide, beside a bullet they are wider; the sign of an amount is none.
func TestBulletsStandFartherThanTheWordsOfTheirLine(t *testing.T) {
	for _, c := range []struct {
		mark, behind, want string
		space, around      float64 // between the words, and beside the mark
	}{
		{"o", "imóvel", "o", 0.03, 0.03},
		{"o", "CNPJ", "•", 0.01, 0.03},
		{"+", "CNPJ", "•", 0.01, 0.03},
		{"+", "R$", "+", 0.01, 0.03},
		{"+", "950,00", "+", 0.01, 0.03},
	} {
		var line []placed
		at := 0.1
		add := func(text string, space, width, height, confidence float64) {
			line = append(line, placed{Word: document.Word{Text: text, Box: document.Box{Left: at + space, Top: 0.1 - height, Width: width, Height: height}, Confidence: confidence}})
			at += space + width
		}
		for _, text := range []string{"dão", "em", "locação"} {
			add(text, c.space, 0.05, 0.08, 0.97)
		}
		add(c.mark, c.around, 0.03, 0.04, 0.8)
		add(c.behind, c.around, 0.05, 0.08, 0.97)
		add("residencial", c.space, 0.05, 0.08, 0.97)
		line[3].Box.Top -= 0.02
		if got := bulletsAsMarks(line, document.Page{Width: 100, Height: 100})[3].Text; got != c.want {
			t.Errorf("%s before %s at %.2f is read as %s, want %s", c.mark, c.behind, c.around, got, c.want)
		}
	}
}
