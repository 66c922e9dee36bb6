package reader

import (
	"encoding/binary"
	"image"

	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/processors/ocr/reader/tiff"
)

// exifOrientation is how a JPEG asks to be turned for display, 1 to 8. Phones
// store pictures as the sensor lies and leave the turning to the viewer.
func exifOrientation(data []byte) int {
	const (
		start, app1, scan = 0xd8, 0xe1, 0xda
		header            = "Exif\x00\x00"
	)
	if len(data) < 4 || data[0] != 0xff || data[1] != start {
		return 1
	}
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == scan || size < 2 || at+2+size > len(data) {
			break
		}
		block := data[at+4 : at+2+size]
		if marker == app1 && hasPrefix(block, header) {
			if pages := tiff.Pages(block[len(header):]); len(pages) > 0 {
				return pages[0].Orientation
			}
			return 1
		}
		at += 2 + size
	}
	return 1
}

// displayed turns an image as its orientation asks.
func displayed(img *image.Gray, orientation int) *image.Gray {
	switch orientation {
	case 2:
		return raster.Mirror(img)
	case 3:
		return raster.Turn(img, 2)
	case 4:
		return raster.Mirror(raster.Turn(img, 2))
	case 5:
		return raster.Mirror(raster.Turn(img, 1))
	case 6:
		return raster.Turn(img, 1)
	case 7:
		return raster.Mirror(raster.Turn(img, 3))
	case 8:
		return raster.Turn(img, 3)
	}
	return img
}
