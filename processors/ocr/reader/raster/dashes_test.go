package raster

import (
	"image"
	"testing"
)

func TestDashedRulesGo(t *testing.T) {
	const letter = 16
	page := bareSheet(800, 900)
	for row := range 20 { // rows of print, a one in each at the same place
		y := 120 + 26*row
		letters(page, 100, y, letter, 6)
		fill(page, image.Rect(300, y-letter, 304, y), 20)
		letters(page, 420+20*min(row%4, 1), y, letter, 8)
	}
	for y := 80; y < 700; y += 33 { // a rule beside the print, and one that touches a letter here and there
		fill(page, image.Rect(240, y, 244, y+19), 20)
		fill(page, image.Rect(417, y, 420, y+19), 20)
	}
	paper := NewPaper(page)
	ink := NewInk(page, paper)
	print := ink.Components()
	rest, rules := EraseDashes(page, ink, print, paper, letter)
	if len(rules) != 2 || rules[0].To-rules[0].From < 500 {
		t.Fatalf("rules %v, %d of %d pieces of print left", rules, len(rest), len(print))
	}
	for y := 82; y < 680; y += 33 {
		if page.GrayAt(241, y).Y < 200 {
			t.Errorf("the dash at %d is still there", y)
		}
	}
	for row := range 20 {
		if page.GrayAt(302, 112+26*row).Y > 100 {
			t.Errorf("the one of row %d is gone", row)
		}
		if page.GrayAt(425+20*min(row%4, 1), 121-letter+26*row).Y > 100 {
			t.Errorf("the first letter of row %d lost its head", row)
		}
	}
}
