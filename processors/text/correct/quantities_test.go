package correct

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

func TestQuantitiesGluedToTheirUnits(t *testing.T) {
	line := func(far float64, words ...string) document.Line {
		l := document.Line{}
		at := 0.1
		for i, w := range words {
			if strings.HasPrefix(w, "_") { // begins another cell
				at, w = at+far, w[1:]
			}
			l.Words = append(l.Words, document.Word{Text: w, Box: document.Box{Left: at, Top: 0.1 * float64(i), Width: 0.05, Height: 0.01}})
			at += 0.055
		}
		return l
	}
	for name, c := range map[string]struct {
		lines []document.Line
		want  string
	}{
		"below quantities apart":   {[]document.Line{line(0.1, "FARINHA", "_2", "UN"), line(0.1, "ÓLEO", "_391", "PAR"), line(0.1, "PARAFUSO", "_2RL")}, "PARAFUSO 2 RL"},
		"the end of a description": {[]document.Line{line(0.1, "FARINHA", "_2", "UN"), line(0.1, "ÓLEO", "_391", "PAR"), line(0.1, "ARROZ", "1KG")}, "ARROZ 1KG"},
		"no quantities apart":      {[]document.Line{line(0.1, "FARINHA", "_2", "UN"), line(0.1, "PARAFUSO", "_2RL")}, "PARAFUSO 2RL"},
	} {
		withUnits(c.lines, 1.4)
		if got := c.lines[len(c.lines)-1].String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
