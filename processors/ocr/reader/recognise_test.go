package reader

import (
	"image"
	"image/color"
	"testing"
)

func TestGrayOfPalette(t *testing.T) {
	colours := color.Palette{color.White, color.Black, color.RGBA{R: 200, G: 30, B: 90, A: 255}, color.NRGBA{B: 200, A: 128}, color.Transparent}
	m := image.NewPaletted(image.Rect(0, 0, 20, 10), colours)
	plain := image.NewNRGBA(m.Rect)
	for i := range m.Pix {
		m.Pix[i] = uint8(i % len(colours))
		plain.Set(i%20, i/20, colours[m.Pix[i]])
	}
	part := image.Rect(3, 2, 17, 9)
	got, want := gray(m.SubImage(part)), gray(plain.SubImage(part))
	for i := range want.Pix {
		if diff := int(got.Pix[i]) - int(want.Pix[i]); diff < -1 || diff > 1 {
			t.Fatalf("pixel %d is %d, want %d", i, got.Pix[i], want.Pix[i])
		}
	}
}
