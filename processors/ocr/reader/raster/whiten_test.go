package raster

import (
	"image"
	"testing"
)

// strip is print on paper of one level, with dots at its feet that are little darker.
func strip(paper uint8) (img *image.Gray, dot image.Point) {
	img = image.NewGray(image.Rect(0, 0, 400, 40))
	fill(img, img.Rect, paper)
	for x := 10; x < 390; x += 20 {
		fill(img, image.Rect(x, 8, x+4, 32), 40)
	}
	fill(img, image.Rect(202, 28, 205, 32), 190)
	return img, image.Pt(203, 30)
}

func TestFaintDotsStayOnBarePaper(t *testing.T) {
	img, dot := strip(230)
	whiten(img, 24)
	if v := img.GrayAt(dot.X, dot.Y).Y; v > 225 {
		t.Errorf("the dot has become %d", v)
	}
}

func TestWavesOfABackgroundGo(t *testing.T) {
	img, _ := strip(230)
	for y := range 40 {
		for x := range 400 {
			if (x+3*y)%7 < 3 && img.GrayAt(x, y).Y > 200 {
				img.Pix[y*img.Stride+x] = 192
			}
		}
	}
	whiten(img, 24)
	if v := img.GrayAt(120, 20).Y; v < bare {
		t.Errorf("paper between the letters has become %d", v)
	}
}

func TestRedrawingKeepsEdges(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 40, 40))
	fill(img, img.Rect, 240)
	fill(img, image.Rect(20, 0, 40, 40), 20)
	back := [9]float64{0.5, 0, 0, 0, 0.5, 0, 0, 0, 1}
	soft, sharp := Draw(img, 80, 80, back, 250), Redraw(img, 80, 80, back, 250)
	grey := func(m *image.Gray) (n int) {
		for x := range 80 {
			if v := m.GrayAt(x, 40).Y; v > 70 && v < 190 {
				n++
			}
		}
		return n
	}
	if grey(sharp) > grey(soft) || sharp.GrayAt(10, 40).Y != 240 || sharp.GrayAt(70, 40).Y != 20 {
		t.Errorf("%d grey pixels at the edge, %d before", grey(sharp), grey(soft))
	}
}
