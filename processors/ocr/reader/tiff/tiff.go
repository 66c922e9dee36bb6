// Package tiff walks the directories of a TIFF file, or of the EXIF block of a
// photograph, without decoding a pixel.
//
// In comes bytes from outside, out come the few numbers that decide what is
// done with each page: size, resolution, orientation. A file that loops, lies
// about lengths or is cut gives what could be read, never a panic.
package tiff

import "encoding/binary"

// Page is what one directory says of its image.
type Page struct {
	Width, Height int
	DPI           float64 // horizontal; 0 where unknown
	DPIY          float64
	Orientation   int  // 1 to 8, as in EXIF; 1 where unknown
	Reduced       bool // a thumbnail of another page
}

// maxPages bounds the walk; no file accepted has more pages.
const maxPages = 4096

const (
	tagSubfile     = 254
	tagWidth       = 256
	tagHeight      = 257
	tagOrientation = 274
	tagXResolution = 282
	tagYResolution = 283
	tagUnit        = 296
)

// Pages lists the directories of a file in order; none if it is not a TIFF.
func Pages(data []byte) []Page {
	w, first, ok := begin(data)
	if !ok {
		return nil
	}
	var all []Page
	seen := map[uint32]bool{}
	for at := first; at != 0 && !seen[at] && len(all) < maxPages; {
		seen[at] = true
		page, next, ok := w.directory(at)
		if !ok {
			break
		}
		all = append(all, page)
		at = next
	}
	return all
}

type walk struct {
	data  []byte
	order binary.ByteOrder
}

func begin(data []byte) (walk, uint32, bool) {
	if len(data) < 8 {
		return walk{}, 0, false
	}
	w := walk{data: data}
	switch string(data[:4]) {
	case "II*\x00":
		w.order = binary.LittleEndian
	case "MM\x00*":
		w.order = binary.BigEndian
	default:
		return walk{}, 0, false
	}
	return w, w.order.Uint32(data[4:]), true
}

func (w walk) directory(at uint32) (Page, uint32, bool) {
	p := Page{Orientation: 1}
	entries, ok := w.slice(at, 2)
	if !ok {
		return p, 0, false
	}
	n := uint32(w.order.Uint16(entries))
	table, ok := w.slice(at+2, 12*n)
	if !ok {
		return p, 0, false
	}
	perUnit := 1.0 // dots per inch; 2 is the default unit
	for i := range n {
		entry := table[12*i : 12*i+12]
		switch w.order.Uint16(entry) {
		case tagSubfile:
			p.Reduced = w.number(entry)&1 == 1
		case tagWidth:
			p.Width = int(w.number(entry))
		case tagHeight:
			p.Height = int(w.number(entry))
		case tagOrientation:
			if o := w.number(entry); 1 <= o && o <= 8 {
				p.Orientation = int(o)
			}
		case tagXResolution:
			p.DPI = w.rational(entry)
		case tagYResolution:
			p.DPIY = w.rational(entry)
		case tagUnit:
			switch w.number(entry) {
			case 1:
				perUnit = 0
			case 3:
				perUnit = 2.54
			}
		}
	}
	p.DPI, p.DPIY = p.DPI*perUnit, p.DPIY*perUnit
	next, ok := w.slice(at+2+12*n, 4)
	if !ok {
		return p, 0, true
	}
	return p, w.order.Uint32(next), true
}

func (w walk) number(entry []byte) uint32 {
	const short = 3
	if w.order.Uint16(entry[2:]) == short {
		return uint32(w.order.Uint16(entry[8:]))
	}
	return w.order.Uint32(entry[8:])
}

func (w walk) rational(entry []byte) float64 {
	b, ok := w.slice(w.order.Uint32(entry[8:]), 8)
	if !ok {
		return 0
	}
	over, under := w.order.Uint32(b), w.order.Uint32(b[4:])
	if under == 0 {
		return 0
	}
	return float64(over) / float64(under)
}

func (w walk) slice(at, n uint32) ([]byte, bool) {
	end := uint64(at) + uint64(n)
	if end > uint64(len(w.data)) {
		return nil, false
	}
	return w.data[at:end], true
}
