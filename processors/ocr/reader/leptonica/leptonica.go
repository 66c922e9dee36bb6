// Package leptonica decodes the TIFF files that Go's decoders cannot: several
// pages, JPEG inside TIFF, fax compressions of every kind.
//
// In comes the bytes of a file and a page number, out comes a grey image.
// Callers check the declared size first: what is declared is allocated.
package leptonica

import (
	"errors"
	"image"
	"unsafe"

	"lavra.dev/processors/ocr/reader/native"
)

// ErrDecode says that the library could not decode the page.
var ErrDecode = errors.New("image cannot be decoded")

// Library is liblept, loaded.
type Library struct {
	readTIFF, toGray, swapBytes, destroy native.Func
	data, wordsPerLine, width, height    native.Func
	silence                              native.Func
}

// Open loads the library.
func Open() (*Library, error) {
	lib, err := native.Open("", "liblept.so.5", "libleptonica.so.6")
	if err != nil {
		return nil, err
	}
	l := &Library{}
	err = lib.Bind(map[string]*native.Func{
		"pixReadMemTiff":    &l.readTIFF,
		"pixConvertTo8":     &l.toGray,
		"pixEndianByteSwap": &l.swapBytes,
		"pixDestroy":        &l.destroy,
		"pixGetData":        &l.data,
		"pixGetWpl":         &l.wordsPerLine,
		"pixGetWidth":       &l.width,
		"pixGetHeight":      &l.height,
		"setMsgSeverity":    &l.silence,
	})
	if err != nil {
		return nil, err
	}
	const nothing = 6 // of the library's messages
	l.silence.Call(nothing)
	return l, nil
}

// TIFF decodes one page, counted from 0.
func (l *Library) TIFF(data []byte, page int) (*image.Gray, error) {
	if len(data) == 0 {
		return nil, ErrDecode
	}
	pix := l.readTIFF.Call(uintptr(unsafe.Pointer(&data[0])), uintptr(len(data)), uintptr(page))
	if pix == 0 {
		return nil, ErrDecode
	}
	defer l.free(pix)
	const keepNoColormap = 0
	gray := l.toGray.Call(pix, keepNoColormap)
	if gray == 0 {
		return nil, ErrDecode
	}
	defer l.free(gray)
	// Pixels lie in 32-bit words, first pixel in the high byte.
	if l.swapBytes.Call(gray) != 0 {
		return nil, ErrDecode
	}
	return l.copy(gray)
}

func (l *Library) copy(pix uintptr) (*image.Gray, error) {
	w, h := int(int32(l.width.Call(pix))), int(int32(l.height.Call(pix)))
	stride := 4 * int(int32(l.wordsPerLine.Call(pix)))
	address := l.data.Call(pix)
	if w <= 0 || h <= 0 || stride < w || address == 0 {
		return nil, ErrDecode
	}
	pixels := unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), stride*h)
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		copy(img.Pix[y*img.Stride:y*img.Stride+w], pixels[y*stride:])
	}
	return img, nil
}

func (l *Library) free(pix uintptr) {
	handle := &pix
	l.destroy.Call(uintptr(unsafe.Pointer(handle)))
}
