package document

import (
	"bytes"
	"testing"

	"lavra.dev/schemas/event"
)

func TestMendedWordsStayKnown(t *testing.T) {
	line := Line{Words: []Word{{Text: "CPF"}, {Text: "529.982.247-25", Mended: true}, {Text: "fim"}}}
	packed := Pack(Document{Pages: []Page{{Number: 1, Lines: []Line{line}}}})
	doc, err := Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range doc.Pages[0].Lines[0].Words {
		if w.Mended != (i == 1) {
			t.Errorf("mended of %q is %t", w.Text, w.Mended)
		}
	}
	for _, index := range []int32{-1, 3} {
		packed.Pages[0].Lines[0].Mended = []int32{index}
		if _, err := Unpack(packed); err == nil {
			t.Errorf("word %d of three is mended, and no error", index)
		}
	}
}

// A page model from the log is refused where its parts do not go together; any
// other is packed again into the same bytes.
func FuzzUnpack(f *testing.F) {
	f.Add("total 1.200,00", []byte("\x00\x00\x10\x00\x20\x00\x30\x00\xff\x80\x00\x10\x00\x20\x00\x30\x00\x7f"), 9, 4)
	f.Add("", []byte{}, 0, 0)
	f.Add("  ", make([]byte, 27), 1, 3)
	f.Fuzz(func(t *testing.T, text string, boxes []byte, homography, corners int) {
		page := event.Page{
			Number: 1, Lines: []event.Line{{Text: text, Boxes: boxes}}, ToSent: make([]float64, max(homography, 0)%16),
			Barcodes: []event.Barcode{{Symbology: "qr", Text: text, Box: make([]float64, max(corners, 0)%8)}},
		}
		doc, err := Unpack(event.Reading{Pages: []event.Page{page}})
		if err != nil {
			return
		}
		line := Pack(doc).Pages[0].Lines[0]
		if line.Text != text || !bytes.Equal(line.Boxes, boxes) {
			t.Errorf("%q %x came back as %q %x", text, boxes, line.Text, line.Boxes)
		}
	})
}
