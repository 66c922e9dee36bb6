package screen

import (
	"bytes"
	"encoding/binary"
)

const (
	maxDirectories = 1000
	// maxTIFFEntries bounds the walk over strips; 200 pages in strips of 8 rows are 100,000.
	maxTIFFEntries = 1_000_000

	entrySize = 12 // tag, kind, count, value or where it stands

	tagSubfile      = 254
	tagWidth        = 256
	tagHeight       = 257
	tagStripOffsets = 273
	tagStripCounts  = 279
	tagTileOffsets  = 324
	tagTileCounts   = 325
)

// tiffFile walks the directories of a file. What is cut or damaged ends the walk
// without complaint; what could harm a reader is a refusal.
type tiffFile struct {
	file    []byte
	order   binary.ByteOrder
	end     uint64 // of the content seen so far
	entries int
}

func examineTIFF(file []byte, v *Verdict) error {
	t := &tiffFile{file: file, order: binary.LittleEndian, end: 8}
	if bytes.HasPrefix(file, []byte("MM")) {
		t.order = binary.BigEndian
	}
	if len(file) < 8 {
		return nil
	}
	seen := map[uint32]bool{}
	for at := t.order.Uint32(file[4:]); at != 0; {
		if seen[at] || len(seen) >= maxDirectories {
			return refusal("directory_loop")
		}
		seen[at] = true
		page, next, err := t.directory(at)
		if err != nil {
			return err
		}
		if page {
			v.Pages++
		}
		at = next
	}
	if t.end < uint64(len(file)) && foreign(file[t.end:]) {
		return refusal("polyglot")
	}
	return nil
}

// directory reads the one at the offset: whether it is a page (and not a
// thumbnail), and where the next one is.
func (t *tiffFile) directory(at uint32) (page bool, next uint32, err error) {
	if uint64(at)+2 > uint64(len(t.file)) {
		return false, 0, nil
	}
	body := t.file[at+2:]
	// Of one that is cut, what is there: some readers make do with that.
	n := min(int(t.order.Uint16(t.file[at:])), len(body)/entrySize)
	t.cover(uint64(at), min(2+uint64(n)*entrySize+4, uint64(len(t.file))-uint64(at)))
	if rest := body[n*entrySize:]; len(rest) >= 4 {
		next = t.order.Uint32(rest)
	}
	var width, height uint64
	var offsets, counts []uint64
	page = true
	for i := range n {
		entry := body[i*entrySize : (i+1)*entrySize]
		values, err := t.values(entry)
		if err != nil {
			return false, 0, err
		}
		switch t.order.Uint16(entry) {
		case tagSubfile:
			page = t.number(t.order.Uint16(entry[2:]), entry[8:])&1 == 0
		case tagWidth: // said twice: one reader takes the first, another the last
			width = max(width, t.largest(entry))
		case tagHeight:
			height = max(height, t.largest(entry))
		case tagStripOffsets, tagTileOffsets:
			offsets = values
		case tagStripCounts, tagTileCounts:
			counts = values
		}
	}
	for i := range min(len(offsets), len(counts)) {
		t.cover(offsets[i], counts[i])
	}
	return page, next, checkPixels(width, height, len(t.file))
}

// largest is an entry's number in the largest of its readings: one reader goes
// by the kind, another by the count, which says whether the number stands here
// or elsewhere.
func (t *tiffFile) largest(entry []byte) uint64 {
	kind, count := t.order.Uint16(entry[2:]), t.order.Uint32(entry[4:])
	here := t.number(kind, entry[8:])
	at := uint64(t.order.Uint32(entry[8:]))
	if count <= 1 || at >= uint64(len(t.file)) {
		return here
	}
	var there [4]byte // zeros behind the end of the file
	copy(there[:], t.file[at:])
	return max(here, t.number(kind, there[:]))
}

// number is the one that data begins with.
func (t *tiffFile) number(kind uint16, data []byte) uint64 {
	switch kind {
	case 1, 6: // byte
		return uint64(data[0])
	case 3, 8: // short
		return uint64(t.order.Uint16(data))
	}
	return uint64(t.order.Uint32(data))
}

// values are an entry's numbers where it holds whole ones; any other kind only
// counts as content.
func (t *tiffFile) values(entry []byte) ([]uint64, error) {
	sizes := [...]uint64{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8} // by kind
	kind, count := t.order.Uint16(entry[2:]), uint64(t.order.Uint32(entry[4:]))
	if int(kind) >= len(sizes) {
		return nil, nil
	}
	size, data := sizes[kind]*count, entry[8:12]
	if size > 4 {
		at := uint64(t.order.Uint32(entry[8:]))
		if at+size > uint64(len(t.file)) {
			return nil, nil
		}
		t.cover(at, size)
		data = t.file[at : at+size]
	}
	if kind != 3 && kind != 4 { // short, long
		return nil, nil
	}
	if t.entries += int(count); t.entries > maxTIFFEntries {
		return nil, refusal("bomb")
	}
	values := make([]uint64, count)
	for i := range values {
		if kind == 3 {
			values[i] = uint64(t.order.Uint16(data[2*i:]))
		} else {
			values[i] = uint64(t.order.Uint32(data[4*i:]))
		}
	}
	return values, nil
}

func (t *tiffFile) cover(at, size uint64) {
	if end := at + size; end <= uint64(len(t.file)) {
		t.end = max(t.end, end)
	}
}
