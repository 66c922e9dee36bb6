package screen

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"testing"

	"golang.org/x/image/tiff"
)

func encoded(t *testing.T, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewGray(image.Rect(0, 0, 64, 48))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// archive is a ZIP without entries but one name in its directory.
func archive() string {
	entry := append([]byte("PK\x01\x02"), make([]byte, 42)...)
	end := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	binary.LittleEndian.PutUint16(end[10:], 1)
	binary.LittleEndian.PutUint32(end[12:], uint32(len(entry)))
	return string(entry) + string(end)
}

func TestWhatStandsBehindAPicture(t *testing.T) {
	files := map[string][]byte{
		"jpeg": encoded(t, func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }),
		"png":  encoded(t, func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }),
		"tiff": encoded(t, func(b *bytes.Buffer, m image.Image) error { return tiff.Encode(b, m, nil) }),
	}
	for format, file := range files {
		for _, c := range []struct {
			name, behind string
			blocked      bool
		}{
			{"nothing", "", false},
			{"padding", "\x00\x00\x00\x00", false},
			{"a phone's thumbnail", string(files["jpeg"]), false},
			{"a phone's video", "\x00\x00\x00\x18ftypmp42" + string(make([]byte, 5000)), false},
			{"a phone's notes", "SEFH\x01\x00\x00\x00SEFT", false},
			{"an archive", archive(), true},
			{"an archive behind other data", "some data " + archive(), true},
			{"a page of the web", "<!DOCTYPE HTML><title>x", true},
			{"a page of the web behind a video", "ftypmp42.......<html>", true},
			{"a script", "#!/bin/sh\nrm", true},
			{"a server's script", "\n<?php echo 1;", true},
			{"a program for Windows", "MZ\x90\x00", true},
			{"a program for Linux", "\x7fELF\x02\x01", true},
			{"a PDF", "%PDF-1.4\n", true},
		} {
			v := Examine(append(bytes.Clone(file), c.behind...))
			if string(v.Format) != format || v.Blocked != c.blocked {
				t.Errorf("%s with %s behind it: %+v", format, c.name, v)
			}
		}
	}
}

func TestFilesCutAnywhereDoNoHarm(t *testing.T) {
	for _, file := range [][]byte{
		encoded(t, func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }),
		encoded(t, func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }),
		encoded(t, func(b *bytes.Buffer, m image.Image) error { return tiff.Encode(b, m, nil) }),
		write(catalog, tree, page),
		[]byte(`<?xml version="1.0"?><a b="c"><d>e</d></a>`),
	} {
		for n := range file {
			if v := Examine(file[:n]); v.Blocked {
				t.Errorf("a file cut after %d bytes: %+v", n, v)
			}
		}
	}
}

func TestSizesOfPictures(t *testing.T) {
	picture := encoded(t, func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) })
	for _, c := range []struct {
		name          string
		width, height uint32
		bytes         int
		blocked       bool
	}{
		{"A4 at 300 dpi, blank", 2480, 3508, 0, false},
		{"A4 at 600 dpi, blank", 4960, 7016, 0, false},
		{"A3 at 600 dpi, a scan", 7016, 9933, 2 << 20, false},
		{"A3 at 600 dpi in no bytes", 7016, 9933, 0, true},
		{"a wide strip", 4_000_000_000, 1, 0, true},
		{"larger than any page", 12_000, 12_000, 2 << 20, true},
	} {
		file := bytes.Clone(picture)
		binary.BigEndian.PutUint32(file[16:], c.width)
		binary.BigEndian.PutUint32(file[20:], c.height)
		if v := Examine(append(file, make([]byte, c.bytes)...)); v.Blocked != c.blocked {
			t.Errorf("%s: %+v", c.name, v)
		}
	}
}
