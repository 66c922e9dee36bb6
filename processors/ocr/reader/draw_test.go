package reader

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

func drawn(t *testing.T, e *Engine, file string, view PageView) (Drawing, image.Image) {
	t.Helper()
	d, err := e.Draw(context.Background(), filepath.Join("testdata", file), view)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(d.PNG))
	if err != nil {
		t.Fatal(err)
	}
	return d, img
}

func TestAPageIsDrawnAtTheAskedResolution(t *testing.T) {
	for _, c := range []struct {
		file    string
		longest int // pixels at 100 dpi
	}{
		{"recibo-01.pdf", 1169}, {"recibo-05.pdf", 827}, // A4, A5
		{"despesa-medica-06.jpg", 1169}, {"documento-juridico-05.tiff", 1169},
	} {
		t.Run(c.file, func(t *testing.T) {
			d, img := drawn(t, ocrEngine(t), c.file, PageView{Page: 1, DPI: 100})
			size := img.Bounds()
			if got := max(size.Dx(), size.Dy()); math.Abs(float64(got-c.longest)) > 15 {
				t.Errorf("the longer side has %d pixels, want %d", got, c.longest)
			}
			if d.Pages < 1 {
				t.Errorf("%d pages", d.Pages)
			}
			dark := 0
			for y := range size.Dy() {
				for x := range size.Dx() {
					if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
						dark++
					}
				}
			}
			if share := float64(dark) / float64(size.Dx()*size.Dy()); share < 0.002 || share > 0.7 {
				t.Errorf("%.4f of the page is dark: nothing is drawn", share)
			}
		})
	}
}

// What stands on the upright drawing has to be found on the page as sent by the map.
func TestAnUprightDrawingMapsToThePageAsSent(t *testing.T) {
	e := ocrEngine(t)
	view := PageView{Page: 1, DPI: 100}
	_, sent := drawn(t, e, "despesa-medica-06.jpg", view)
	view.Upright = true
	d, upright := drawn(t, e, "despesa-medica-06.jpg", view)
	doc, err := e.Read(context.Background(), filepath.Join("testdata", "despesa-medica-06.jpg"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.ToSent != doc.Pages[0].ToSent {
		t.Errorf("drawn by %v, read by %v", d.ToSent, doc.Pages[0].ToSent)
	}
	level := func(img image.Image, x, y float64) float64 {
		b := img.Bounds()
		r, g, bl, _ := img.At(int(x*float64(b.Dx())), int(y*float64(b.Dy()))).RGBA()
		return float64(r+g+bl) / 3 / 0xffff
	}
	differ, n := 0.0, 0.0
	for y := 0.1; y < 0.9; y += 0.01 {
		for x := 0.1; x < 0.9; x += 0.01 {
			u, v := d.ToSent.Apply(x, y)
			differ, n = differ+math.Abs(level(upright, x, y)-level(sent, u, v)), n+1
		}
	}
	if mean := differ / n; mean > 0.06 {
		t.Errorf("levels differ by %.3f in the mean", mean)
	}
}

func TestWhatCannotBeDrawnIsToldApart(t *testing.T) {
	e := engine(t, Config{})
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(broken, []byte("%PDF-1.7 nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		page int
		want error
	}{
		{filepath.Join("testdata", "recibo-01.pdf"), 0, ErrNoPage},
		{filepath.Join("testdata", "recibo-01.pdf"), 99, ErrNoPage},
		{filepath.Join("testdata", "despesa-medica-06.jpg"), 2, ErrNoPage},
		{broken, 1, ErrUnreadable},
	} {
		if _, err := e.Draw(context.Background(), c.path, PageView{Page: c.page, DPI: 100}); !errors.Is(err, c.want) {
			t.Errorf("%s, page %d: %v, want %v", filepath.Base(c.path), c.page, err, c.want)
		}
	}
}
