package raster

import (
	"image"
	"testing"
)

// A grey frame, of which ink has only pieces, goes whole; print beside it and print that
// touches it stay.
func TestFaintRulesGoAndPrintStays(t *testing.T) {
	const letter, dark = 14, 30
	page := grainy(800, 400)
	for i := 50; i < 350; i++ { // now darker, now fainter than ink begins
		level := uint8(160 + 30*(i/30%2))
		fill(page, image.Rect(60, i, 62, i+1), level)
		fill(page, image.Rect(i+10, 50, i+11, 52), level)
	}
	beside := printed(page, 70, 100, 0, dark)
	fill(page, image.Rect(52, 200, 72, 214), dark) // a letter across the rule
	paper := NewPaper(page)
	strokes := Strokes(page, letter)
	EraseRules(page, NewInk(page, paper), paper, letter)
	EraseFaintRules(page, strokes, paper, letter)
	parts := NewInk(page, NewPaper(page)).Components()
	if len(parts) != beside.Count+1 {
		t.Errorf("%d pieces of print, want %d letters: %v", len(parts), beside.Count+1, parts)
	}
	for y := 60; y < 340; y++ {
		if at := page.GrayAt(61, y).Y; (y < 198 || y > 216) && at < 200 {
			t.Fatalf("the frame is left at %d: %d", y, at)
		}
	}
	if page.GrayAt(61, 207).Y > 100 {
		t.Error("the letter across the rule lost its middle")
	}
}
