package reader

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/schemas/event"
)

// engine starts a reader with the libraries of the work tree, or skips.
func engine(t testing.TB, config Config) *Engine {
	t.Helper()
	config.NativeDir = filepath.Dir(nativelibtest.Path(t, "libpdfium.so"))
	e, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// ocrEngine skips as well where recognition is not installed.
func ocrEngine(t testing.TB) *Engine {
	t.Helper()
	e := engine(t, Config{})
	if _, err := e.recogniser(); err != nil {
		t.Skipf("libtesseract with the Portuguese model is not installed: %v", err)
	}
	return e
}

func TestWhatIsPrintedIsReadInItsPlace(t *testing.T) {
	for _, c := range []struct {
		file   string
		source document.Source
		text   float64 // share of the true values that stand in the markdown
		boxes  float64 // share of the true boxes that the words fill
	}{
		{"recibo-01.pdf", document.Text, 1, 0.9},
		{"recibo-05.pdf", document.OCR, 0.8, 0.9},
		{"despesa-medica-06.jpg", document.OCR, 0.9, 0.8}, // upside down, turned, in a shadow
		{"documento-juridico-05.tiff", document.OCR, 0.8, 0.9},
	} {
		t.Run(c.file, func(t *testing.T) {
			doc, err := ocrEngine(t).Read(context.Background(), filepath.Join("testdata", c.file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			truth := readTruth(t, c.file)
			if len(doc.Pages) != truth.Pages {
				t.Fatalf("%d pages, want %d", len(doc.Pages), truth.Pages)
			}
			if doc.Pages[0].Source != c.source {
				t.Errorf("source %q, want %q", doc.Pages[0].Source, c.source)
			}
			if got, missing := truth.textShare(document.Markdown(doc)); got < c.text {
				t.Errorf("%.2f of the values read, want %.2f; missing %q", got, c.text, missing)
			}
			if got := truth.boxShare(doc); got < c.boxes {
				t.Errorf("%.2f of the boxes in place, want %.2f", got, c.boxes)
			}
		})
	}
}

func TestTheSameFileReadsTheSame(t *testing.T) {
	path := filepath.Join("testdata", "recibo-05.pdf")
	first, err := ocrEngine(t).Read(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	again := ocrEngine(t)
	if _, err := again.Read(context.Background(), filepath.Join("testdata", "recibo-01.pdf"), Options{}); err != nil {
		t.Fatal(err)
	}
	second, err := again.Read(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, second) {
		t.Error("two readings of one file differ")
	}
}

func TestAPDFWithTextStartsNoRecognition(t *testing.T) {
	e := engine(t, Config{})
	if _, err := e.Read(context.Background(), filepath.Join("testdata", "recibo-01.pdf"), Options{}); err != nil {
		t.Fatal(err)
	}
	if e.ocr != nil {
		t.Error("recognition was started for a page of text")
	}
}

func TestPagesBeyondTheLimitAreLeftOut(t *testing.T) {
	doc, err := ocrEngine(t).Read(context.Background(), filepath.Join("testdata", "documento-juridico-05.tiff"), Options{MaxPages: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Pages) != 1 {
		t.Errorf("%d pages, want 1", len(doc.Pages))
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	large := new(bytes.Buffer)
	if err := png.Encode(large, image.NewPaletted(image.Rect(0, 0, 3000, 3000), color.Palette{color.White})); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data   []byte
		format event.Format
		want   error
	}{
		"empty":                      {nil, event.PDF, ErrUnreadable},
		"not what it says":           {[]byte("hello, hello"), event.PDF, ErrUnreadable},
		"unknown":                    {[]byte("hello, hello"), "", ErrUnreadable},
		"a PDF header and no more":   {[]byte("%PDF-1.7\n"), "", ErrUnreadable},
		"a cut PNG":                  {large.Bytes()[:20], "", ErrUnreadable},
		"a cut JPEG":                 {[]byte("\xff\xd8\xff\xe0\x00\x10JFIF"), "", ErrUnreadable},
		"a picture of too many dots": {large.Bytes(), "", ErrTooLarge},
		"a TIFF without a page":      {[]byte("II*\x00\x00\x00\x00\x00"), "", ErrUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := engine(t, Config{MaxPixels: 4_000_000}).Read(context.Background(), path, Options{Format: c.format})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestEncryption(t *testing.T) {
	e := engine(t, Config{})
	if _, err := e.Read(context.Background(), filepath.Join("testdata", "encrypted-user.pdf"), Options{}); !errors.Is(err, ErrEncrypted) {
		t.Errorf("a file with a password: got %v, want ErrEncrypted", err)
	}
	// A password for the owner alone forbids printing, not reading.
	if _, err := e.Read(context.Background(), filepath.Join("testdata", "encrypted-owner.pdf"), Options{}); err != nil {
		t.Errorf("a file that opens without a password: %v", err)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := engine(t, Config{}).Read(ctx, filepath.Join("testdata", "recibo-01.pdf"), Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func BenchmarkTextPDF(b *testing.B) {
	e := engine(b, Config{})
	for b.Loop() {
		if _, err := e.Read(context.Background(), filepath.Join("testdata", "recibo-01.pdf"), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	e := ocrEngine(b)
	for b.Loop() {
		if _, err := e.Read(context.Background(), filepath.Join("testdata", "recibo-05.pdf"), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Print under a stamp or on a dark panel reads as badly either way up, however thick it
// stands: other lines tell how the page lies.
func TestAPageIsTurnedByWhatIsLegible(t *testing.T) {
	e := ocrEngine(t)
	if _, err := e.recogniser(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("testdata/despesa-medica-06.jpg")
	if err != nil {
		t.Fatal(err)
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	sent := displayed(gray(picture), exifOrientation(data)) // upside down
	grain := rand.New(rand.NewPCG(1, 2))
	for turns, want := range map[int]bool{0: true, 2: false} {
		img := raster.Turn(sent, turns)
		view := raster.Look(img)
		view.Upside = 1
		p := prepare(img, view, 0)
		stamped := crop(p.img, view.Samples(sampleLetters, 1)[0])
		for y := range stamped.Rect.Dy() {
			for x := range stamped.Rect.Dx() {
				if (x/3+y/4)%2 == grain.IntN(2) {
					stamped.Pix[y*stamped.Stride+x] = 0
				}
			}
		}
		if err := e.setUpright(&p, view); err != nil {
			t.Fatal(err)
		}
		if p.turned != want {
			t.Errorf("turned by %d quarters: turned back %t", turns, p.turned)
		}
	}
}
