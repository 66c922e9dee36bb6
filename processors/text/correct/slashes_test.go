package correct

import (
	"testing"

	"lavra.dev/processors/document"
)

func TestSlashesJoinWhatIsClose(t *testing.T) {
	for gap, want := range map[float64]string{0.01: "ALCOOL/GASOLINA", 0.035: "ALCOOL /GASOLINA"} {
		words := []document.Word{
			{Text: "ALCOOL", Confidence: 0.9, Box: document.Box{Left: 0.1, Width: 0.3, Height: 0.1}},
			{Text: "/GASOLINA", Confidence: 0.8, Box: document.Box{Left: 0.4 + gap, Width: 0.4, Height: 0.1}},
		}
		got := withSlashes(words, 1)
		if text := (document.Line{Words: got}).String(); text != want {
			t.Errorf("a gap of %v: %q, want %q", gap, text, want)
		}
		if len(got) == 1 && (got[0].Confidence != 0.8 || got[0].Box.Right() < 0.8) {
			t.Errorf("%+v", got[0])
		}
	}
	if got := withSlashes([]document.Word{{Text: "/GASOLINA"}}, 1); len(got) != 1 {
		t.Errorf("%v", got)
	}
}
