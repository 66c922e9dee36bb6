package screen

import (
	"bytes"
	"encoding/binary"
)

// magics begin another document, an archive, a script or a program. Found at
// the start of what stands before or behind a file's own content, they make it
// two files in one.
var magics = [][]byte{
	[]byte("%PDF-"), []byte("PK\x03\x04"), []byte("PK\x05\x06"), []byte("Rar!\x1a\x07"), []byte("7z\xbc\xaf\x27\x1c"),
	[]byte("\x1f\x8b\x08"), []byte("\x7fELF"), []byte("MZ"), []byte("#!"), []byte("\xca\xfe\xba\xbe"), []byte("\xcf\xfa\xed\xfe"),
	[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), []byte("{\\rtf"), []byte("<?xml"), []byte("<?php"), []byte("<%"),
}

// pictures and sounds are no harm behind a file, where phones put them, but in front of a PDF
// they make it another file to whoever goes by the first bytes.
var pictures = [][]byte{
	[]byte("GIF87a"), []byte("GIF89a"), []byte("\xff\xd8\xff"), []byte("\x89PNG"), []byte("RIFF"), []byte("OggS"), []byte("ID3"), []byte("fLaC"),
	[]byte("\x1aE\xdf\xa3"), []byte("\x00\x00\x01\x00"), []byte("8BPS"), []byte("BM"),
}

// inFront reports whether what stands before a PDF's header begins another file.
func inFront(data []byte) bool {
	for _, magic := range pictures {
		if bytes.HasPrefix(data, magic) {
			return true
		}
	}
	return len(data) >= 8 && bytes.Equal(data[4:8], []byte("ftyp")) || foreign(data)
}

// marks are looked for anywhere before or behind; each is long enough not to
// come up by chance in the megabytes of video that a phone adds to a photo.
var marks = [][]byte{
	[]byte("<html"), []byte("<script"), []byte("<!doctype"), []byte("<?php"), []byte("<iframe"), []byte("<body"), []byte("<svg"), []byte("%pdf-1"),
}

// archives are found by their readers wherever they begin.
var archives = [][]byte{[]byte("Rar!\x1a\x07"), []byte("7z\xbc\xaf\x27\x1c")}

// foreign reports whether data that is not the file's own content holds another
// document or a program. Padding, thumbnails and phones' trailers are fine.
func foreign(data []byte) bool {
	data = bytes.TrimLeft(data, "\x00\t\n\f\r \xef\xbb\xbf")
	for _, magic := range magics {
		if bytes.HasPrefix(data, magic) {
			return true
		}
	}
	for _, archive := range archives {
		if bytes.Contains(data, archive) {
			return true
		}
	}
	return containsMark(data)
}

func containsMark(data []byte) bool {
	for rest := data; ; {
		at := bytes.IndexAny(rest, "<%")
		if at < 0 {
			return false
		}
		rest = rest[at:]
		for _, mark := range marks {
			if len(rest) >= len(mark) && bytes.EqualFold(rest[:len(mark)], mark) {
				return true
			}
		}
		rest = rest[1:]
	}
}

// hasZipDirectory reports whether a ZIP reader would find an archive in the file:
// it looks for the directory's end in the last 64 KiB, whatever comes first.
func hasZipDirectory(file []byte) bool {
	const endSize, longestComment = 22, 1<<16 - 1
	tail := file[max(0, len(file)-endSize-longestComment):]
	for at := bytes.LastIndex(tail, []byte("PK\x05\x06")); at >= 0; at = bytes.LastIndex(tail[:at], []byte("PK\x05\x06")) {
		if len(tail)-at < endSize {
			continue
		}
		entries := binary.LittleEndian.Uint16(tail[at+10:])
		size := int64(binary.LittleEndian.Uint32(tail[at+12:]))
		directory := int64(len(file)-len(tail)+at) - size
		if entries == 0 || directory >= 0 && bytes.HasPrefix(file[directory:], []byte("PK\x01\x02")) {
			return true
		}
	}
	return false
}
