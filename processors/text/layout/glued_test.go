package layout

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

func TestNumbersThatRunIntoEachOtherAreParted(t *testing.T) {
	tests := []struct {
		name, word, want string
		over             []string // numbers that end within the word
	}{
		{"only one way", "2,000010.000,50", "2,0000 10.000,50", nil},
		{"the decimals of the column tell", "1,0000654,7100", "1,0000 654,7100", []string{"12,5000", "3,0000"}},
		{"nothing tells", "1,0000654,7100", "1,0000654,7100", nil},
		{"a number with many decimals", "1.234,5678901", "1.234,5678901", []string{"3,0000"}},
		{"a sum with its blank lost is none", "1.000,00", "1.000,00", nil},
		{"three decimals", "35,8121.546,30", "35,812 1.546,30", []string{"1,250"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := [][]placed{{{Word: document.Word{Text: tt.word, Box: document.Box{Left: 0.4, Width: 0.2}}}}}
			for i, n := range tt.over {
				lines = append(lines, []placed{{Word: document.Word{Text: n, Box: document.Box{Left: 0.42, Width: 0.06}}, line: int32(i + 1)}})
			}
			var got []string
			for _, w := range partNumbers(lines)[0] {
				got = append(got, w.Text)
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}
