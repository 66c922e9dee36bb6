package layout_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

// What stands in small letters under a line belongs to it where it is set in the middle of its blanks, and to the line
// below where both begin at one place.
func TestCaptionsUnderBlanksPartNoText(t *testing.T) {
	type cell struct {
		left float64
		text string
	}
	type line struct {
		top, size float64
		cells     []cell
	}
	small := []line{{114, 6, []cell{{90, "(nome)"}, {260, "(nação)"}}}, {144, 6, []cell{{120, "(número)"}, {280, "(ofício)"}}}}
	for _, c := range []struct {
		name  string
		lines []line
		want  string
	}{
		{"captions", []line{{100, 12, []cell{{50, "eu"}, {80, "Ana"}, {250, "brasileira"}}}, small[0], {130, 12, []cell{{50, "CPF"}, {110, "123"}, {270, "bancária"}}}, small[1]},
			"eu / Ana / brasileira / CPF / 123 / bancária"},
		{"one line of them", []line{{100, 12, []cell{{50, "eu"}, {80, "Ana"}, {250, "brasileira"}}}, small[0]}, "eu"},
		{"labels", []line{{100, 12, []cell{{50, "um"}, {250, "dois"}}}, {114, 6, []cell{{50, "Nome"}, {250, "Nação"}}}, {130, 12, []cell{{50, "Ana"}, {250, "brasileira"}}},
			{144, 6, []cell{{50, "Número"}, {250, "Ofício"}}}, {160, 12, []cell{{50, "123"}, {250, "bancária"}}}}, "um"},
	} {
		t.Run(c.name, func(t *testing.T) {
			const width, height = 600.0, 800.0
			page := document.Page{Width: width, Height: height, Source: document.Text}
			for _, l := range c.lines {
				var line document.Line
				for _, p := range l.cells {
					box := document.Box{Left: p.left / width, Top: l.top / height, Width: float64(len(p.text)) * l.size / 2 / width, Height: l.size / height}
					line.Words, line.Box = append(line.Words, document.Word{Text: p.text, Box: box, Confidence: 1}), line.Box.Union(box)
				}
				page.Lines = append(page.Lines, line)
			}
			got, _, _ := strings.Cut(blocks(layout.Of(document.Document{Pages: []document.Page{page}})), " | ")
			if got != c.want {
				t.Errorf("the first block is %q, want %q", got, c.want)
			}
		})
	}
}
