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
