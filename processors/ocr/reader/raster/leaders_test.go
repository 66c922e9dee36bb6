package raster

import (
	"image"
	"testing"
)

func TestRowsOfDotsGoAndPrintStays(t *testing.T) {
	page := bareSheet(600, 300)
	s := printed(page, 60, 80, 0, 20) // with a row of dots at its feet
	for x := 50; x < 300; x += 5 {
		fill(page, image.Rect(x, 97, x+2, 99), 60)
	}
	fill(page, image.Rect(80, 90, 84, 104), 20) // a letter that comes down into it
	for i := range 4 {                          // an ellipsis
		fill(page, image.Rect(400+6*i, 92, 402+6*i, 94), 20)
	}
	paper := NewPaper(page)
	ink := NewInk(page, paper)
	print := EraseLeaders(page, ink, ink.Components(), paper, 14)
	if page.GrayAt(150, 98).Y < 200 || page.GrayAt(151, 97).Y < 200 {
		t.Error("the row of dots is still there")
	}
	if page.GrayAt(82, 98).Y > 100 || page.GrayAt(82, 103).Y > 100 {
		t.Error("the letter lost its foot")
	}
	if page.GrayAt(401, 93).Y > 100 {
		t.Error("the ellipsis is gone")
	}
	lines, _ := Segments(print, 14)
	if len(lines) == 0 || lines[0].Box.Max.Y > 104 || lines[0].Count < s.Count-1 {
		t.Errorf("lines %v", lines)
	}
	for _, c := range print {
		if c.Top >= 96 && c.Bottom <= 100 {
			t.Errorf("a dot is left among the print: %v", c)
		}
	}
}
