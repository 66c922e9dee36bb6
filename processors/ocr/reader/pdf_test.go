package reader

import (
	"bytes"
	"fmt"
	"testing"
)

// scanned is a PDF of one page of two by one inches, filled by a white image with
// that resolution.
func scanned(dpi int) []byte {
	var b bytes.Buffer
	var at []int
	object := func(dictionary string, stream []byte) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\n", len(at), dictionary)
		if stream != nil {
			fmt.Fprintf(&b, "stream\n%s\nendstream\n", stream)
		}
		b.WriteString("endobj\n")
	}
	b.WriteString("%PDF-1.4\n")
	pixels := bytes.Repeat([]byte{255}, 2*dpi*dpi)
	content := []byte("144 0 0 72 0 0 cm /I Do")
	object("<< /Type /Catalog /Pages 2 0 R >>", nil)
	object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", nil)
	object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>", nil)
	object(fmt.Sprintf("<< /Length %d >>", len(content)), content)
	object(fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Length %d >>", 2*dpi, dpi, len(pixels)), pixels)
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}

func TestCloseUpsOfAScanComeFromItsOwnPixels(t *testing.T) {
	e := engine(t, Config{})
	for dpi, want := range map[int]int{150: 0, 200: 0, 300: 600, 1200: 800} {
		pdf, err := e.pdfium.Load(scanned(dpi))
		if err != nil {
			t.Fatal(err)
		}
		page, err := pdf.Page(0)
		if err != nil {
			t.Fatal(err)
		}
		layer := readLayer(page)
		if layer.imageShare < 0.99 || layer.imageDPI < float64(dpi)-1 || layer.imageDPI > float64(dpi)+1 {
			t.Errorf("%d dpi: an image of %.0f dpi on %.2f of the page", dpi, layer.imageDPI, layer.imageShare)
		}
		got := 0
		if finer := e.finerRendering(page, layer); finer != nil {
			got = finer().Rect.Dx()
		}
		if got != want {
			t.Errorf("%d dpi: %d pixels wide, want %d", dpi, got, want)
		}
		page.Close()
		pdf.Close()
	}
}
