package raster

import (
	"image"
	"math"
	"testing"

	"lavra.dev/processors/document"
)

func bareSheet(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	fill(img, img.Rect, 240)
	return img
}

// printed is a line of letters like bars on a sheet, falling by the slope.
func printed(page *image.Gray, left, top int, slope float64, level uint8) Segment {
	s := Segment{Letter: 14}
	for i := range 20 {
		x := left + 10*i
		y := top + int(math.Round(slope*float64(10*i)))
		r := image.Rect(x, y, x+4, y+14)
		fill(page, r, level)
		s.Box, s.Count = s.Box.Union(r), s.Count+1
	}
	return s
}

func TestUnclearIsWhatRunsUphillOrStandsOnWaves(t *testing.T) {
	page := bareSheet(600, 400)
	waves := image.Rect(0, 180, 600, 260)
	for y := waves.Min.Y; y < waves.Max.Y; y++ {
		for x := range 600 {
			if (y+x/8)%6 < 3 {
				page.Pix[y*page.Stride+x] = 190
			}
		}
	}
	segments := []Segment{
		printed(page, 40, 40, 0, 20),
		printed(page, 40, 90, 0.03, 20),
		printed(page, 40, 210, 0, 20),
	}
	unclear, clear := Unclear(page, Original{}, segments, []int{0, 1, 2})
	if len(clear) != 1 || clear[0] != 0 || len(unclear) != 2 {
		t.Errorf("unclear %v, clear %v, want the level line on bare paper to be clear alone", unclear, clear)
	}
	half := Original{Image: bareSheet(300, 200), ToThis: document.Homography{0.5, 0, 0, 0, 0.5, 0, 0, 0, 1}}
	if unclear, _ := Unclear(page, half, segments, []int{0, 1, 2}); len(unclear) != 0 {
		t.Errorf("print of seven pixels wants close-ups: %v", unclear)
	}
}

func TestCloseupsAreLevelBareAndFoundAgain(t *testing.T) {
	page := bareSheet(600, 400)
	s := printed(page, 40, 90, 0.04, 20)
	original := Copy(page) // with a rule that the page is rid of
	fill(original, image.Rect(30, s.Box.Max.Y+1, 300, s.Box.Max.Y+3), 10)
	all := NewCloseups(page, Original{original, document.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}}, []Segment{s}, []int{0}, 28)
	if len(all) != 1 {
		t.Fatalf("%d images for one line", len(all))
	}
	c := all[0]
	parts := darkParts(c.Image).Components()
	if len(parts) != s.Count {
		t.Fatalf("%d parts, want the %d letters alone", len(parts), s.Count)
	}
	first, last := parts[0], parts[0]
	for _, p := range parts {
		if p.Left < first.Left {
			first = p
		}
		if p.Left > last.Left {
			last = p
		}
	}
	if d := last.Top - first.Top; d < -3 || d > 3 {
		t.Errorf("the line falls by %d pixels", d)
	}
	left, top, _, bottom, number, ok := c.Place(image.Rect(last.Left, last.Top, last.Right, last.Bottom))
	if !ok || number != 0 || math.Abs(left-230) > 2 || math.Abs(bottom-float64(s.Box.Max.Y)) > 2 || bottom-top > 18 {
		t.Errorf("the last letter is placed at %.0f, %.0f to %.0f", left, top, bottom)
	}
	if _, _, _, _, _, ok := c.Place(image.Rect(0, 0, 2, 2)); ok {
		t.Error("the margin belongs to no segment")
	}
}

func TestCloseupsShowLightPrintDark(t *testing.T) {
	page, original := bareSheet(600, 200), bareSheet(600, 200)
	s := printed(page, 40, 90, 0, 20)
	fill(original, image.Rect(20, 70, 300, 120), 40)
	printed(original, 40, 90, 0, 240)
	all := NewCloseups(page, Original{original, document.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}}, []Segment{s}, []int{0}, 28)
	if parts := darkParts(all[0].Image).Components(); len(parts) != s.Count {
		t.Errorf("%d dark parts of white print on black, want %d letters", len(parts), s.Count)
	}
}
