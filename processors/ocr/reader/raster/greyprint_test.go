package raster

import (
	"image"
	"math/rand/v2"
	"testing"
)

// Labels hardly darker than paper become print beside black values, and are read as one line
// with them; the grain of paper, a tint and what is dark enough stay as they are.
func TestGreyPrintIsDarkened(t *testing.T) {
	for name, letter := range map[string]float64{"as high as values": 14, "under two thirds of them": 22} {
		t.Run(name, func(t *testing.T) { greyPrintIsDarkened(t, letter) })
	}
}

func greyPrintIsDarkened(t *testing.T, letter float64) {
	const black, grey = 30, 190
	page := grainy(600, 400)
	fill(page, image.Rect(20, 250, 580, 330), 215) // a tinted panel
	values := printed(page, 260, 100, 0, black)
	labels := printed(page, 40, 100, 0, grey)
	paper := NewPaper(page)
	if n := len(NewInk(page, paper).Components()); n != values.Count {
		t.Fatalf("%d pieces are ink before, want the %d of the values", n, values.Count)
	}
	before := Copy(page)
	if !DarkenGreyPrint(page, NewInk(page, paper), paper, letter) {
		t.Fatal("no grey print is seen")
	}
	if n := len(NewInk(page, paper).Components()); n != values.Count+labels.Count {
		t.Errorf("%d pieces are ink, want %d letters", n, values.Count+labels.Count)
	}
	around := labels.Box.Inset(-4)
	for y := range 400 {
		for x := range 600 {
			if p := image.Pt(x, y); !p.In(around) && page.GrayAt(x, y) != before.GrayAt(x, y) {
				t.Fatalf("the pixel at %v became %v, was %v", p, page.GrayAt(x, y), before.GrayAt(x, y))
			}
		}
	}
	for name, page := range map[string]*image.Gray{"print in black": sheet(800, 1000), "grain": grainy(400, 400), "nothing": image.NewGray(image.Rect(0, 0, 1, 1))} {
		paper := NewPaper(page)
		if DarkenGreyPrint(page, NewInk(page, paper), paper, letter) {
			t.Errorf("%s has grey print", name)
		}
	}
}

// The coarse grain of a tinted panel, as scans have it, is no print.
func TestGrainOfATintedPanelIsNoPrint(t *testing.T) {
	page := grainy(600, 400)
	printed(page, 20, 100, 0, 30)
	random := rand.New(rand.NewPCG(1, 2))
	for y := 200; y < 380; y += 3 {
		for x := 20; x < 580; x += 3 {
			fill(page, image.Rect(x, y, x+3, y+3), uint8(215-random.IntN(30)))
		}
	}
	paper := NewPaper(page)
	if DarkenGreyPrint(page, NewInk(page, paper), paper, 14) {
		t.Error("the panel has grey print")
	}
}
