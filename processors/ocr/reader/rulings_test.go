package reader

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/text/grid"
)

const someWords = "BT /F 12 Tf 60 740 Td (Comprovante de pagamento) Tj ET "

// However a program draws a box of 200 by 60 points, it is that box.
func TestBoxesOfAPDF(t *testing.T) {
	dots := func(x, y, dx, dy float64, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%g %g 1 1 re f ", x+dx*float64(i), y+dy*float64(i))
		}
		return b.String()
	}
	for name, content := range map[string]string{
		"as a rectangle":           "100 600 200 60 re S",
		"as a filled rectangle":    "0.9 g 100 600 200 60 re f",
		"as four strokes":          "100 600 m 300 600 l S 100 660 m 300 660 l S 100 600 m 100 660 l S 300 600 m 300 660 l S",
		"as one path of strokes":   "100 600 m 300 600 l 100 660 m 300 660 l 100 600 m 100 660 l 300 600 m 300 660 l S",
		"as a closed path":         "100 600 m 300 600 l 300 660 l 100 660 l s",
		"as thin filled areas":     "100 600 200 0.7 re f 100 660 200 0.7 re f 100 600 0.7 60 re f 300 600 0.7 60 re f",
		"as dots":                  dots(100, 600, 2, 0, 101) + dots(100, 660, 2, 0, 101) + dots(100, 600, 0, 2, 31) + dots(300, 600, 0, 2, 31),
		"with rounded corners":     "105 600 m 295 600 l 298 600 300 602 300 605 c 300 655 l 300 658 298 660 295 660 c 105 660 l 102 660 100 658 100 655 c 100 605 l 100 602 102 600 105 600 c s",
		"scaled and moved":         "q 2 0 0 2 100 600 cm 0 0 100 30 re S Q",
		"beside what is not drawn": "100 600 200 60 re S 1 g 120 610 20 20 re f 140 610 20 20 re n",
	} {
		t.Run(name, func(t *testing.T) {
			p := readPage(t, pdf(portrait, someWords+content))
			g := grid.Of(p.Rulings, p.Width, p.Height)
			if len(g.Boxes) != 1 {
				t.Fatalf("%d boxes of rulings %v", len(g.Boxes), p.Rulings)
			}
			for _, side := range [][2]float64{{g.Boxes[0].Left, 100}, {g.Boxes[0].Right, 300}, {g.Boxes[0].Top, 140}, {g.Boxes[0].Bottom, 200}} {
				if math.Abs(side[0]-side[1]) > 1.5 {
					t.Errorf("the box is %v", g.Boxes[0])
				}
			}
		})
	}
}

func TestWhatIsNoRuling(t *testing.T) {
	for name, content := range map[string]string{
		"a white area":         "1 g 100 600 200 60 re f",
		"a slanted line":       "100 600 m 300 660 l S",
		"the page's own paper": "0.95 g 0 0 600 800 re f",
		"a letter's outline":   "100 600 m 106 600 l 106 602 l 102 602 l 102 608 l 100 608 l h f",
		"a curve":              "100 600 m 150 700 250 700 300 600 c S",
	} {
		if p := readPage(t, pdf(portrait, someWords+content)); len(p.Rulings) != 0 {
			t.Errorf("%s gives rulings %v", name, p.Rulings)
		}
	}
}

// Rulings lie on the upright page, as the words do.
func TestRulingsTurnWithThePage(t *testing.T) {
	const sideways = "BT /F 12 Tf 0 1 -1 0 60 60 Tm (Comprovante de pagamento) Tj ET 64 60 m 64 200 l S" // right under the words
	p := readPage(t, pdf(portrait, sideways))
	if len(p.Rulings) != 1 || p.Rulings[0].Upright {
		t.Fatalf("rulings %v", p.Rulings)
	}
	line, r := p.Lines[0].Box, p.Rulings[0]
	if below := (r.At - line.Bottom()) * p.Height; below < -2 || below > 6 || math.Abs(r.From-line.Left)*p.Width > 2 {
		t.Errorf("the line is at %v, the words over it at %v", r, line)
	}
}

func TestRulingsOfAScan(t *testing.T) {
	strokes := []raster.Stroke{{At: 100, From: 50, To: 450}, {At: 101, From: 52, To: 450}, {Upright: true, At: 50, From: 100, To: 300}, {Upright: true, At: 51, From: 100, To: 300}}
	got := scannedRulings(strokes, 500, 1000, document.Page{Width: 180, Height: 360})
	if len(got) != 2 || got[0].Upright || !got[1].Upright {
		t.Fatalf("rulings %v", got)
	}
	if math.Abs(got[0].At-0.101) > 1e-3 || math.Abs(got[0].To-0.9) > 1e-3 || math.Abs(got[1].At-0.102) > 1e-3 || math.Abs(got[1].To-0.3) > 1e-3 {
		t.Errorf("rulings %v", got)
	}
}
