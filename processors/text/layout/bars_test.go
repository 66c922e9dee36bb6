package layout

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

func TestMarksUnderEachOtherPartWords(t *testing.T) {
	tests := []struct {
		name, want string
		lines      []string
	}{
		{"a column's edge in each line", "001 10,00 101", []string{"|001 10,00|101", "|015  5,00|115", "|         |"}},
		{"drawn with exclamations", "010 412,50 210", []string{"!010 412,50!210", "!035  49,50!215", "!040  22,40!231"}},
		{"exclamations at the end of sentences", "Olá! Pague", []string{"Olá!  Pague", "Boa!  Conta"}},
		{"marks in lines that begin alike", "Tarifa | Pix", []string{"Tarifa | Pix", "Tarifa | Boleto", "Tarifa | Pix", "Tarifa | Débito"}},
		{"marks under nothing", "a|b c", []string{"a|b c", "de|f", "ghi|j"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var lines [][]placed
			for _, text := range tt.lines {
				lines = append(lines, typed(text))
			}
			var got []string
			for _, w := range withoutBars(lines)[0] {
				got = append(got, w.Text)
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

// typed are the words of a line in letters of one width.
func typed(text string) []placed {
	const wide = 0.01
	var words []placed
	at := 0
	for _, word := range strings.Fields(text) {
		at += strings.Index(text[at:], word)
		words = append(words, placed{Word: document.Word{Text: word, Box: document.Box{Left: wide * float64(at), Width: wide * float64(len(word))}}})
		at += len(word)
	}
	return words
}

func TestABracketIsNoMeasureOfTheType(t *testing.T) {
	name := Token{Text: "ABREU", Fold: "abreu", Space: true, Rect: Rect{Left: 129.5, Top: 155.3, Right: 158.8, Bottom: 164.5}}
	for _, tt := range []struct {
		left float64
		want bool
	}{{165.7, false}, {175, true}} {
		role := Token{Text: "(Titular)", Fold: "titular", Space: true, Word: 1, Rect: Rect{Left: tt.left, Top: 155.3, Right: tt.left + 28.1, Bottom: 164.5}}
		if got := parts(&name, &role, cellGap); got != tt.want {
			t.Errorf("a gap of %.1f parts: %t, want %t", tt.left-name.Right, got, tt.want)
		}
	}
}

// "1577 | 3701" is one value, and "Débito   |   Cartão" are two.
func TestABarPartsWhatIsSetApart(t *testing.T) {
	branch := Token{Text: "1577", Fold: "1577", Space: true, Rect: Rect{Left: 116.4, Top: 92.8, Right: 135.3, Bottom: 102.3}}
	for _, tt := range []struct {
		left float64
		want bool
	}{{137.6, false}, {141, true}} {
		bar := Token{Text: "|", Space: true, Word: 1, Rect: Rect{Left: tt.left, Top: 92.8, Right: tt.left + 2.2, Bottom: 102.3}}
		if got := parts(&branch, &bar, cellGap); got != tt.want {
			t.Errorf("a gap of %.1f parts: %t, want %t", tt.left-branch.Right, got, tt.want)
		}
	}
}
