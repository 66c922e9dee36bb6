// Package zbar reads bar codes and QR codes from grey images through libzbar.
//
// In comes pixels, out come the texts of codes with their boxes in pixels. What
// is read is not believed here: short and false reads are the caller's to drop.
package zbar

import (
	"image"
	"unsafe"

	"lavra.dev/processors/ocr/reader/native"
)

// Symbology is a kind of code, by the library's number.
type Symbology uintptr

const (
	Interleaved Symbology = 25
	QRCode      Symbology = 64
	Code128     Symbology = 128
)

// Code is a code found.
type Code struct {
	Symbology Symbology
	Text      string
	Box       image.Rectangle // around what the library saw of it
}

// Library is libzbar, loaded.
type Library struct {
	scannerCreate, scannerDestroy, configure, scan                native.Func
	imageCreate, imageDestroy, setFormat, setSize, setData, first native.Func
	next, kind, data, length, points, pointX, pointY              native.Func
}

// Open loads the library.
func Open() (*Library, error) {
	lib, err := native.Open("", "libzbar.so.0")
	if err != nil {
		return nil, err
	}
	l := &Library{}
	err = lib.Bind(map[string]*native.Func{
		"zbar_image_scanner_create":     &l.scannerCreate,
		"zbar_image_scanner_destroy":    &l.scannerDestroy,
		"zbar_image_scanner_set_config": &l.configure,
		"zbar_scan_image":               &l.scan,
		"zbar_image_create":             &l.imageCreate,
		"zbar_image_destroy":            &l.imageDestroy,
		"zbar_image_set_format":         &l.setFormat,
		"zbar_image_set_size":           &l.setSize,
		"zbar_image_set_data":           &l.setData,
		"zbar_image_first_symbol":       &l.first,
		"zbar_symbol_next":              &l.next,
		"zbar_symbol_get_type":          &l.kind,
		"zbar_symbol_get_data":          &l.data,
		"zbar_symbol_get_data_length":   &l.length,
		"zbar_symbol_get_loc_size":      &l.points,
		"zbar_symbol_get_loc_x":         &l.pointX,
		"zbar_symbol_get_loc_y":         &l.pointY,
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Bars reads bar codes that run level, along every sixth row of pixels: a bar
// code worth reading is far taller than that.
func (l *Library) Bars(img *image.Gray) []Code {
	const everySixth, never = 6, 0
	return l.read(img, never, everySixth, Interleaved, Code128)
}

// QR reads the QR codes of an image, which is slow: better on a part of a page.
func (l *Library) QR(img *image.Gray) []Code { return l.read(img, 1, 1, QRCode) }

func (l *Library) read(img *image.Gray, columns, rows uintptr, kinds ...Symbology) []Code {
	const (
		enable        = 0
		columnDensity = 0x100
		rowDensity    = 0x101
		all           = 0
		grey          = 'Y' | '8'<<8 | '0'<<16 | '0'<<24
		keptByGo      = 0 // no function to free the pixels
	)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w == 0 || h == 0 {
		return nil
	}
	scanner := l.scannerCreate.Call()
	if scanner == 0 {
		return nil
	}
	defer l.scannerDestroy.Call(scanner)
	l.configure.Call(scanner, all, enable, 0)
	for _, k := range kinds {
		l.configure.Call(scanner, uintptr(k), enable, 1)
	}
	l.configure.Call(scanner, all, columnDensity, columns)
	l.configure.Call(scanner, all, rowDensity, rows)
	pixels := img.Pix
	if img.Stride != w { // the library knows no stride
		pixels = make([]byte, 0, w*h)
		for y := range h {
			pixels = append(pixels, img.Pix[y*img.Stride:y*img.Stride+w]...)
		}
	}
	handle := l.imageCreate.Call()
	if handle == 0 {
		return nil
	}
	defer l.imageDestroy.Call(handle)
	l.setFormat.Call(handle, grey)
	l.setSize.Call(handle, uintptr(w), uintptr(h))
	kept := &pixels[0]
	l.setData.Call(handle, uintptr(unsafe.Pointer(kept)), uintptr(w*h), keptByGo)
	l.scan.Call(scanner, handle)
	codes := l.codes(handle)
	_ = *kept // the library looks at the pixels until here
	return codes
}

func (l *Library) codes(handle uintptr) []Code {
	var all []Code
	for symbol := l.first.Call(handle); symbol != 0; symbol = l.next.Call(symbol) {
		c := Code{Symbology: Symbology(l.kind.Call(symbol))}
		address, n := l.data.Call(symbol), int(uint32(l.length.Call(symbol)))
		if address == 0 || n == 0 {
			continue
		}
		c.Text = string(unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), n))
		for i := range int(uint32(l.points.Call(symbol))) {
			x, y := int(int32(l.pointX.Call(symbol, uintptr(i)))), int(int32(l.pointY.Call(symbol, uintptr(i))))
			c.Box = c.Box.Union(image.Rect(x, y, x+1, y+1))
		}
		all = append(all, c)
	}
	return all
}
