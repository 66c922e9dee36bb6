package screen

import (
	"bytes"
	"encoding/binary"
)

const (
	// maxPixels bounds an image: A3 at 600 dpi is 70 million, the largest common
	// phone photo 50 million. The reader needs about a byte for each.
	maxPixels = 100_000_000
	// A blank page shrinks a thousandfold, so the ratio speaks only where the
	// image is large as well: A4 at 600 dpi is 35 million pixels.
	ratioPixels = 40_000_000
	maxRatio    = 400 // pixels to a byte
	// maxScans of a JPEG: each costs a pass over all its pixels, and a progressive
	// one has some ten.
	maxScans = 100
)

func checkPixels(width, height uint64, size int) error {
	switch {
	case width == 0 || height == 0:
		return nil // damaged; the reader says so
	case width > maxPixels || height > maxPixels || width*height > maxPixels:
		return refusal("bomb")
	case width*height > ratioPixels && width*height > uint64(size)*maxRatio:
		return refusal("bomb")
	}
	return nil
}

func examinePNG(file []byte, v *Verdict) error {
	v.Pages = 1
	const signature, frame = 8, 12 // a chunk is length, kind, data, checksum
	for at := signature; at+frame <= len(file); {
		size, kind := int(binary.BigEndian.Uint32(file[at:])), string(file[at+4:at+8])
		if size > len(file)-at-frame {
			return nil // cut
		}
		body := file[at+8 : at+8+size]
		at += frame + size
		switch {
		case kind == "IHDR" && size >= 8:
			width, height := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
			if err := checkPixels(uint64(width), uint64(height), len(file)); err != nil {
				return err
			}
		case kind == "IEND":
			if foreign(file[at:]) {
				return refusal("polyglot")
			}
			return nil
		case kind != "IDAT" && containsMark(body):
			return refusal("polyglot")
		}
	}
	return nil
}

// examineJPEG walks the segments, for the size of the picture, for what the
// others hold and for its end.
func examineJPEG(file []byte, v *Verdict) error {
	v.Pages = 1
	const startOfScan, endOfImage = 0xda, 0xd9
	scans := 0
	for at := 2; at+4 <= len(file); {
		if file[at] != 0xff {
			return nil // damaged
		}
		marker := file[at+1]
		if marker == 0xff { // fill
			at++
			continue
		}
		if marker == endOfImage {
			break
		}
		size := int(binary.BigEndian.Uint16(file[at+2:]))
		if size < 2 || at+2+size > len(file) {
			return nil // cut
		}
		body := file[at+4 : at+2+size]
		if isFrame(marker) && len(body) >= 5 {
			height, width := binary.BigEndian.Uint16(body[1:]), binary.BigEndian.Uint16(body[3:])
			if err := checkPixels(uint64(width), uint64(height), len(file)); err != nil {
				return err
			}
		}
		if containsMark(body) {
			return refusal("polyglot")
		}
		at += 2 + size
		if marker == startOfScan {
			if scans++; scans > maxScans {
				return refusal("bomb")
			}
			at = scanEnd(file, at)
		}
		if at+2 <= len(file) && file[at] == 0xff && file[at+1] == endOfImage {
			if foreign(file[at+2:]) {
				return refusal("polyglot")
			}
			return nil
		}
	}
	return nil
}

// isFrame reports whether the segment holds the size: SOF0 to SOF15, but for the
// tables that have numbers among them.
func isFrame(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
}

// scanEnd is the place of the marker that ends the coded data at from.
func scanEnd(file []byte, from int) int {
	for at := from; ; at++ {
		next := bytes.IndexByte(file[at:], 0xff)
		if next < 0 || at+next+1 >= len(file) {
			return len(file)
		}
		at += next
		if m := file[at+1]; m != 0 && m != 0xff && (m < 0xd0 || m > 0xd7) { // not stuffing, fill or restart
			return at
		}
	}
}
