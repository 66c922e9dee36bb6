package tiff

import (
	"encoding/binary"
	"testing"
)

// directory writes a little-endian TIFF of one directory at offset 8.
func directory(next uint32, entries ...[3]uint32) []byte {
	b := []byte("II*\x00\x08\x00\x00\x00")
	b = binary.LittleEndian.AppendUint16(b, uint16(len(entries)))
	for _, e := range entries {
		b = binary.LittleEndian.AppendUint16(b, uint16(e[0]))
		b = binary.LittleEndian.AppendUint16(b, uint16(e[1]))
		b = binary.LittleEndian.AppendUint32(b, 1)
		b = binary.LittleEndian.AppendUint32(b, e[2])
	}
	return binary.LittleEndian.AppendUint32(b, next)
}

func TestPages(t *testing.T) {
	const short, long = 3, 4
	whole := directory(0, [3]uint32{tagWidth, long, 1653}, [3]uint32{tagHeight, short, 2339}, [3]uint32{tagOrientation, short, 6})
	for name, c := range map[string]struct {
		data  []byte
		pages int
		first Page
	}{
		"one page":                   {whole, 1, Page{Width: 1653, Height: 2339, Orientation: 6}},
		"a directory that loops":     {directory(8, [3]uint32{tagWidth, long, 10}), 1, Page{Width: 10, Orientation: 1}},
		"an orientation of nonsense": {directory(0, [3]uint32{tagOrientation, short, 77}), 1, Page{Orientation: 1}},
		"cut in the directory":       {whole[:20], 0, Page{}},
		"cut before the next":        {whole[:len(whole)-2], 1, Page{Width: 1653, Height: 2339, Orientation: 6}},
		"not a TIFF":                 {[]byte("%PDF-1.7 and more"), 0, Page{}},
		"empty":                      {nil, 0, Page{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := Pages(c.data)
			if len(got) != c.pages {
				t.Fatalf("%d pages, want %d", len(got), c.pages)
			}
			if c.pages > 0 && got[0] != c.first {
				t.Errorf("got %+v, want %+v", got[0], c.first)
			}
		})
	}
}

func FuzzPages(f *testing.F) {
	f.Add(directory(8, [3]uint32{tagXResolution, 5, 8}, [3]uint32{tagUnit, 3, 3}))
	f.Add([]byte("MM\x00*\x00\x00\x00\x08\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n := len(Pages(data)); n > maxPages {
			t.Errorf("%d pages", n)
		}
	})
}
