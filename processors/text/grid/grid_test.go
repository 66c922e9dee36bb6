package grid

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

// A drawing has a sign for each ten points across and each fifteen down: - and | are
// strokes, = and ! edges of filled areas, + where strokes meet. Under it stand the boxes
// that a person sees.
const (
	across = 10.0
	down   = 15.0
	page   = 1000.0
)

func TestDrawings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no drawings: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			picture, want, _ := strings.Cut(string(text), "\nboxes\n")
			if got := described(Of(rulingsOf(picture), page, page)); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func described(g *Grid) string {
	var b strings.Builder
	for _, x := range g.Boxes {
		fmt.Fprintf(&b, "%.0f,%.0f to %.0f,%.0f table %d row %d+%d column %d+%d", x.Left/across, x.Top/down, x.Right/across, x.Bottom/down,
			x.Table, x.Row, x.RowSpan, x.Column, x.ColumnSpan)
		if x.Parent != None {
			fmt.Fprintf(&b, " in %d", x.Parent)
		}
		if x.Open {
			b.WriteString(" open")
		}
		if x.Endless {
			b.WriteString(" endless")
		}
		if x.Ragged {
			b.WriteString(" ragged")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// rulingsOf are the rulings of a drawing.
func rulingsOf(drawing string) []document.Ruling {
	lines := strings.Split(drawing, "\n")
	at := func(x, y int) byte {
		if y < 0 || y >= len(lines) || x < 0 || x >= len(lines[y]) {
			return ' '
		}
		return lines[y][x]
	}
	var out []document.Ruling
	for y := range lines {
		for x := range lines[y] {
			c, right, below := at(x, y), at(x+1, y), at(x, y+1)
			if strings.IndexByte("-=+", c) >= 0 && strings.IndexByte("-=+", right) >= 0 {
				out = append(out, document.Ruling{Edge: c == '=' || right == '=', At: float64(y) * down / page, From: float64(x) * across / page, To: float64(x+1) * across / page})
			}
			if strings.IndexByte("|!+", c) >= 0 && strings.IndexByte("|!+", below) >= 0 {
				out = append(out, document.Ruling{Upright: true, Edge: c == '!' || below == '!', At: float64(x) * across / page, From: float64(y) * down / page, To: float64(y+1) * down / page})
			}
		}
	}
	return document.JoinRulings(out, page, page)
}

func TestWordsAreParted(t *testing.T) {
	rule := []document.Ruling{{Upright: true, At: 0.1, From: 0.1, To: 0.2}}
	word := func(left, right, mid float64) Rect { return Rect{left, mid - 5, right, mid + 5} }
	for name, c := range map[string]struct {
		a, b Rect
		want bool
	}{
		"by a line between them":              {word(60, 95, 150), word(105, 140, 150), true},
		"by one that the type touches":        {word(60, 100.5, 150), word(100.2, 140, 150), true},
		"not by one left of both":             {word(105, 140, 150), word(145, 160, 150), false},
		"not by one that ends above":          {word(60, 95, 250), word(105, 140, 250), false},
		"not by one through a word, a strike": {word(60, 140, 150), word(145, 160, 150), false},
	} {
		if got := Of(rule, page, page).Parted(c.a, c.b); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// A scan loses points of a line, a rounded frame its corners.
func TestGapsAreClosed(t *testing.T) {
	side := func(upright bool, at, from, to float64) document.Ruling {
		return document.Ruling{Upright: upright, At: at / page, From: from / page, To: to / page}
	}
	for name, drawn := range map[string][]document.Ruling{
		"rounded corners": {side(false, 100, 106, 294), side(false, 140, 106, 294), side(true, 100, 106, 134), side(true, 300, 106, 134)},
		"a broken line":   {side(false, 100, 100, 180), side(false, 100, 187, 300), side(false, 140, 100, 300), side(true, 100, 100, 140), side(true, 300, 100, 140)},
		"double lines":    {side(false, 100, 100, 300), side(false, 102.5, 100, 300), side(false, 140, 100, 300), side(true, 100, 100, 140), side(true, 300, 100, 140)},
	} {
		if g := Of(drawn, page, page); len(g.Boxes) != 1 || g.At(200, 120) != 0 {
			t.Errorf("%s: boxes %v", name, g.Boxes)
		}
	}
}

func TestNothingDrawnMakesNoBox(t *testing.T) {
	g := Of(nil, page, page)
	if len(g.Boxes) != 0 || g.At(10, 10) != None || g.Parted(Rect{0, 0, 1, 1}, Rect{2, 0, 3, 1}) {
		t.Errorf("%v", g.Boxes)
	}
}

// Any rulings give boxes that lie on the page, each of whose parents is around it.
func FuzzGrid(f *testing.F) {
	f.Add([]byte("\x00\x10\x10\x90\x00\x40\x10\x90\x01\x10\x10\x40\x01\x90\x10\x40"))
	f.Add([]byte("\x00\x10\x10\x90\x00\x20\x10\x90\x00\x30\x10\x90"))
	f.Add([]byte("\x01\x50\x10\x90\x01\x20\x10\x90\x01\x30\x10\x90\x00\xff\x00\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var rulings []document.Ruling
		for ; len(data) >= 4; data = data[4:] {
			rulings = append(rulings, document.Ruling{Upright: data[0]&1 != 0, Edge: data[0]&2 != 0, At: float64(data[1]) / 255, From: float64(data[2]) / 255, To: float64(data[3]) / 255})
		}
		g := Of(document.JoinRulings(rulings, page, page), page, page)
		for i, b := range g.Boxes {
			if b.Left >= b.Right || b.Top >= b.Bottom || b.Left < -1 || b.Bottom > page+1 || b.RowSpan < 1 || b.ColumnSpan < 1 {
				t.Fatalf("box %d is %v", i, b)
			}
			if p := b.Parent; p != None && (g.Boxes[p].Left > b.Left || g.Boxes[p].Bottom < b.Bottom || p == i) {
				t.Fatalf("box %d in %d", i, p)
			}
			if at := g.At((b.Left+b.Right)/2, (b.Top+b.Bottom)/2); !b.Ragged && at != i {
				t.Fatalf("the middle of box %d is in %d", i, at)
			}
		}
	})
}
