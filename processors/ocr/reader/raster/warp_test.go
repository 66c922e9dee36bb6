package raster

import (
	"image"
	"testing"

	"lavra.dev/processors/document"
)

// A map whose horizon crosses the image sends some places to nowhere at all.
func TestPlacesAtTheHorizonAreOutside(t *testing.T) {
	const outside = 99
	src := image.NewGray(image.Rect(0, 0, 8, 8))
	// At the centre of pixel 2 the denominator is 0, and so are both numerators.
	back := document.Homography{1, 0, -2.5, 1, 0, -2.5, 1, 0, -2.5}
	for name, drawn := range map[string]*image.Gray{"Draw": Draw(src, 5, 5, back, outside), "Redraw": Redraw(src, 5, 5, back, outside)} {
		if got := drawn.GrayAt(2, 2).Y; got != outside {
			t.Errorf("%s gives %d at the horizon, want %d", name, got, outside)
		}
	}
}
