package raster

import (
	"image"
	"testing"
)

// letters draws a word of upright letters of that height, their feet at y.
func letters(page *image.Gray, x, y, height, count int) {
	for range count {
		fill(page, image.Rect(x, y-height, x+height/2, y), 20)
		fill(page, image.Rect(x+2, y-height+3, x+height/2-2, y-3), 245)
		x += height/2 + 3
	}
}

func TestBarsBetweenCellsGo(t *testing.T) {
	const letter = 16
	page := bareSheet(800, 500)
	for row := range 3 {
		for cell := range 4 {
			x, y := 100+120*cell, 120+70*row
			fill(page, image.Rect(x, y-30, x+3, y+14), 20)
			letters(page, x+10, y, letter, 6)
		}
	}
	letters(page, 100, 400, 2*letter, 3) // a title with strokes for letters
	fill(page, image.Rect(166, 400-2*letter, 170, 400), 20)
	fill(page, image.Rect(176, 400-2*letter, 180, 400), 20)
	fill(page, image.Rect(186, 400-2*letter, 190, 400), 20)
	fill(page, image.Rect(600, 330, 603, 370), 20) // a stroke alone

	paper := NewPaper(page)
	print := NewInk(page, paper).Components()
	rest, bars := EraseBars(page, print, paper, letter)
	if len(bars) != 12 || len(rest) != len(print)-12 {
		t.Fatalf("%d bars, %d of %d pieces of print left", len(bars), len(rest), len(print))
	}
	for _, b := range bars {
		if !b.Upright || b.To-b.From < 40 || page.GrayAt(b.At, (b.From+b.To)/2).Y < 200 {
			t.Errorf("%v is still there", b)
		}
	}
	for name, at := range map[string]image.Point{"a letter in a cell": {110, 110}, "a stroke of the title": {177, 380}, "the stroke alone": {601, 350}} {
		if page.GrayAt(at.X, at.Y).Y > 100 {
			t.Errorf("%s is gone", name)
		}
	}
}
