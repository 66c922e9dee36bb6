package layout_test

import (
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

// Words in two boxes side by side of 30 points each, 100 to 130 and 130 to 160.
func TestWordsThatReachOverTheLineBetweenBoxes(t *testing.T) {
	type word struct {
		text        string
		left, right float64
	}
	for _, c := range []struct {
		name        string
		left, right word
		want        string
	}{
		{"each in the middle of its box", word{"O/CSOSNX", 98, 132}, word{"CFOP", 134, 156}, "O/CSOSNX | CFOP"},
		{"one text through both", word{"Avenida", 103, 133}, word{"Atlântica", 135, 153}, "Avenida Atlântica"},
		{"a number set over the end of another", word{"2,0000", 102, 122}, word{"23.918,74", 118, 126}, "2,0000 | 23.918,74"},
	} {
		t.Run(c.name, func(t *testing.T) {
			const width, height = 600.0, 800.0
			page := document.Page{Width: width, Height: height, Source: document.Text}
			line := document.Line{}
			for _, w := range []word{c.left, c.right} {
				box := document.Box{Left: w.left / width, Top: 401 / height, Width: (w.right - w.left) / width, Height: 8 / height}
				line.Words, line.Box = append(line.Words, document.Word{Text: w.text, Box: box, Confidence: 1}), line.Box.Union(box)
			}
			page.Lines = []document.Line{line}
			for _, x := range []float64{100, 130, 160} {
				page.Rulings = append(page.Rulings, document.Ruling{Upright: true, At: x / width, From: 400 / height, To: 410 / height})
			}
			for _, y := range []float64{400, 410} {
				page.Rulings = append(page.Rulings, document.Ruling{At: y / height, From: 100 / width, To: 160 / width})
			}
			if got := blocks(layout.Of(document.Document{Pages: []document.Page{page}})); got != c.want {
				t.Errorf("cells are %q, want %q", got, c.want)
			}
		})
	}
}

// The last line of a text has no room in its box: the line under the box is drawn through it.
func TestATextThatRunsOverTheLineUnderItsBox(t *testing.T) {
	const width, height = 600.0, 800.0
	page := document.Page{Width: width, Height: height, Source: document.Text}
	for _, l := range []struct {
		text      string
		left, top float64
	}{{"Conta", 102, 402}, {"remetente", 102, 414}, {"ENDEREÇO", 130, 424}} {
		box := document.Box{Left: l.left / width, Top: l.top / height, Width: 27 / width, Height: 10 / height}
		page.Lines = append(page.Lines, document.Line{Box: box, Words: []document.Word{{Text: l.text, Box: box, Confidence: 1}}})
	}
	for _, x := range []float64{100, 160} {
		page.Rulings = append(page.Rulings, document.Ruling{Upright: true, At: x / width, From: 400 / height, To: 440 / height})
	}
	for _, y := range []float64{400, 418, 440} {
		page.Rulings = append(page.Rulings, document.Ruling{At: y / height, From: 100 / width, To: 160 / width})
	}
	cells := layout.Of(document.Document{Pages: []document.Page{page}}).Cells
	if len(cells) != 3 || cells[0].Box != cells[1].Box || cells[2].Box == cells[1].Box {
		t.Errorf("cells and their boxes are %+v, want the first two in one", cells)
	}
}
