package raster

import (
	"image"
	"testing"
)

// softEdge is print beside paper, with some columns of grey between as a lens out of focus gives.
func softEdge(grey ...uint8) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 16, 9))
	for y := range 9 {
		for x := range 16 {
			switch at := x - 6; {
			case at < 0:
				img.Pix[y*img.Stride+x] = 60
			case at < len(grey):
				img.Pix[y*img.Stride+x] = grey[at]
			default:
				img.Pix[y*img.Stride+x] = 240
			}
		}
	}
	return img
}

func TestSharpenedMakesSoftEdgesSteeper(t *testing.T) {
	soft := softEdge(90, 150, 210)
	sharp := Sharpened(soft)
	for y := range 9 {
		row := sharp.Pix[y*sharp.Stride:]
		if row[6] >= 90 || row[7] != 150 || row[8] <= 210 {
			t.Fatalf("row %d is %v, want its dark grey darker and its light grey lighter", y, row[:16])
		}
	}
	if soft.Pix[6] != 90 {
		t.Error("the image given has changed")
	}
}

func TestSharpenedLeavesEvenAreasAlone(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {2, 3}, {3, 2}, {12, 7}} {
		img := image.NewGray(image.Rectangle{Max: size})
		for i := range img.Pix {
			img.Pix[i] = 200
		}
		for i, v := range Sharpened(img).Pix {
			if v != 200 {
				t.Fatalf("pixel %d of an even image of %v is %d, want 200", i, size, v)
			}
		}
	}
}
