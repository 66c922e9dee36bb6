package screen

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
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

// segment is a JPEG's, chunk a PNG's.
func segment(marker byte, body string) string {
	return string([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}) + body
}

func chunk(kind, body string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(body)))) + kind + body + "\x00\x00\x00\x00"
}

func TestWhatStandsInsideAPicture(t *testing.T) {
	jpg := string(encoded(t, func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }))
	pic := string(encoded(t, func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }))
	tif := string(encoded(t, func(b *bytes.Buffer, m image.Image) error { return tiff.Encode(b, m, nil) }))
	const afterHeader = 8 + 25 // of a PNG
	scan := segment(0xda, "\x01\x01\x00\x00\x3f\x00") + "\x00"
	for _, c := range []struct{ name, file, reason string }{
		{"a comment", jpg[:2] + segment(0xfe, "CREATOR: x") + jpg[2:], ""},
		{"a camera's notes", jpg[:2] + segment(0xe1, `http://ns.adobe.com/xap/1.0/`+"\x00"+`<?xpacket?><x:xmpmeta/>`) + jpg[2:], ""},
		{"a PDF in a comment", jpg[:2] + segment(0xfe, "%PDF-1.4 1 0 obj") + jpg[2:], "polyglot"},
		{"a page of the web in a comment", jpg[:2] + segment(0xfe, "<Script>") + jpg[2:], "polyglot"},
		{"a server's script in a camera's notes", jpg[:2] + segment(0xe1, "Exif\x00\x00<?php 1") + jpg[2:], "polyglot"},
		{"ten passes over the pixels", jpg[:len(jpg)-2] + strings.Repeat(scan, 10) + jpg[len(jpg)-2:], ""},
		{"a thousand passes over the pixels", jpg[:len(jpg)-2] + strings.Repeat(scan, 1000) + jpg[len(jpg)-2:], "bomb"},
		{"an archive of another kind behind it", jpg + "x 7z\xbc\xaf\x27\x1c", "polyglot"},
		{"a text", pic[:afterHeader] + chunk("tEXt", "Author\x00Ana <ana@a.b>") + pic[afterHeader:], ""},
		{"a page of the web in a text", pic[:afterHeader] + chunk("tEXt", "x\x00<html>") + pic[afterHeader:], "polyglot"},
		{"a PDF in a gap", tif + "%PDF-1.4", "polyglot"},
	} {
		if v := Examine([]byte(c.file)); v.Reason != c.reason {
			t.Errorf("%s: %+v", c.name, v)
		}
	}
}

// A size is one whatever kind of number it is written as, and however often.
func TestSizesOfTIFFs(t *testing.T) {
	ifd := func(entries ...[3]uint32) []byte {
		b := []byte("II*\x00\x08\x00\x00\x00")
		b = binary.LittleEndian.AppendUint16(b, uint16(len(entries)))
		for _, e := range entries { // tag, kind, value
			b = binary.LittleEndian.AppendUint16(b, uint16(e[0]))
			b = binary.LittleEndian.AppendUint16(b, uint16(e[1]))
			b = binary.LittleEndian.AppendUint32(b, 1)
			b = binary.LittleEndian.AppendUint32(b, e[2])
		}
		return append(b, 0, 0, 0, 0)
	}
	const short, long, signed = 3, 4, 9
	for name, c := range map[string]struct {
		file    []byte
		blocked bool
	}{
		"a page":                {ifd([3]uint32{tagWidth, short, 2480}, [3]uint32{tagHeight, short, 3508}), false},
		"long numbers":          {ifd([3]uint32{tagWidth, long, 60_000}, [3]uint32{tagHeight, long, 60_000}), true},
		"signed numbers":        {ifd([3]uint32{tagWidth, signed, 60_000}, [3]uint32{tagHeight, signed, 60_000}), true},
		"cut behind the sizes":  {bytes.TrimSuffix(ifd([3]uint32{tagWidth, long, 60_000}, [3]uint32{tagHeight, long, 60_000}), make([]byte, 4)), true},
		"a second, lesser size": {ifd([3]uint32{tagWidth, long, 60_000}, [3]uint32{tagWidth, long, 1}, [3]uint32{tagHeight, long, 60_000}), true},
	} {
		if v := Examine(c.file); v.Blocked != c.blocked || v.Pages != 1 && !c.blocked {
			t.Errorf("%s: %+v", name, v)
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
