package screen

import (
	"bytes"
	"encoding/xml"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"path/filepath"
	"testing"

	_ "golang.org/x/image/tiff"

	"lavra.dev/schemas/event"
)

// addFiles gives the small files of these endings as seeds.
func addFiles(f *testing.F, endings ...string) {
	for _, ending := range endings {
		names, err := filepath.Glob("testdata/*" + ending)
		if err != nil || len(names) == 0 {
			f.Fatalf("no files %s: %v", ending, err)
		}
		for _, name := range names {
			if file, err := os.ReadFile(name); err == nil && len(file) < 4096 {
				f.Add(file)
			}
		}
	}
}

func FuzzExamine(f *testing.F) {
	addFiles(f, ".pdf")
	f.Add(write(catalog, tree, page, stream("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", deflate("9 0 <</Type/Page>>"))))
	f.Add(write(catalog, tree, "[/FlateDecode]", stream("/Filter 3 0 R/Length 9", "x")))
	f.Fuzz(func(t *testing.T, file []byte) {
		if v := Examine(file); v.Reason == "screen_panic" {
			t.Error("the screen panicked")
		}
	})
}

// A picture that is let through is not larger than allowed to those who decode it.
func FuzzPicture(f *testing.F) {
	addFiles(f, ".png", ".jpg", ".tiff")
	f.Fuzz(func(t *testing.T, file []byte) {
		v := Examine(file)
		if v.Reason == "screen_panic" {
			t.Fatal("the screen panicked")
		}
		if v.Blocked || v.Format == "" || v.Format == event.PDF || v.Format == event.XML {
			return
		}
		if c, _, err := image.DecodeConfig(bytes.NewReader(file)); err == nil && c.Width > 0 && c.Height > 0 && c.Width > maxPixels/c.Height {
			t.Errorf("%d by %d pixels let through: %+v", c.Width, c.Height, v)
		}
	})
}

// XML that is let through has no document type for those who parse it.
func FuzzXML(f *testing.F) {
	addFiles(f, ".xml")
	f.Add([]byte("\xff\xfe<\x00a\x00>\x00<\x00/\x00a\x00>\x00"))
	f.Add([]byte(`<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AD4-<a/>`))
	f.Fuzz(func(t *testing.T, file []byte) {
		v := Examine(file)
		if v.Reason == "screen_panic" {
			t.Fatal("the screen panicked")
		}
		text, _ := toUTF8(file)
		if v.Format == event.XML && !v.Blocked && hasDirective(text) {
			t.Errorf("a document type let through: %+v", v)
		}
	})
}

func hasDirective(text []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		switch token, _ := d.Token(); token.(type) {
		case xml.Directive:
			return true
		case nil: // the end, or a fault
			return false
		}
	}
}
