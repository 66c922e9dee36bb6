package reader

import (
	"encoding/binary"
	"image"
	"testing"
)

// photo is the head of a JPEG with an EXIF block of one entry: the orientation.
func photo(orientation uint16) []byte {
	block := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	block = binary.BigEndian.AppendUint16(block, orientation)
	block = append(block, 0, 0, 0, 0, 0, 0)
	out := []byte("\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xe1")
	return append(binary.BigEndian.AppendUint16(out, uint16(len(block)+2)), block...)
}

func TestExifOrientation(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want int
	}{
		"turned":          {photo(6), 6},
		"nonsense":        {photo(60), 1},
		"no EXIF":         {[]byte("\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xda\x00\x02"), 1},
		"cut":             {photo(6)[:20], 1},
		"a length of nil": {[]byte("\xff\xd8\xff\xe1\x00\x00\xff\xe1"), 1},
		"empty":           {nil, 1},
	} {
		if got := exifOrientation(c.data); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestOrientationsPutTheCornerWhereViewersDo(t *testing.T) {
	// The first pixel stored is the mark; it is shown at these corners.
	for orientation, want := range map[int]image.Point{
		1: {0, 0}, 2: {1, 0}, 3: {1, 2}, 4: {0, 2}, 5: {0, 0}, 6: {2, 0}, 7: {2, 1}, 8: {0, 1},
	} {
		img := image.NewGray(image.Rect(0, 0, 2, 3))
		img.Pix[0] = 255
		got := displayed(img, orientation)
		if got.GrayAt(want.X, want.Y).Y != 255 {
			t.Errorf("orientation %d: the mark is not at %v of %v", orientation, want, got.Pix)
		}
	}
}

func FuzzExifOrientation(f *testing.F) {
	f.Add(photo(6))
	f.Fuzz(func(t *testing.T, data []byte) {
		if o := exifOrientation(data); o < 1 || o > 8 {
			t.Errorf("orientation %d", o)
		}
	})
}
