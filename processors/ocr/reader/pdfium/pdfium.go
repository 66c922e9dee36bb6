// Package pdfium reads PDF files through libpdfium: page sizes, characters
// with their boxes, and grey renderings.
//
// In comes the bytes of a file, out come plain numbers and pixels. The library
// keeps global state, so all of this belongs to one goroutine at a time.
// Scripts, forms and links of a file are never run or followed.
package pdfium

import (
	"bytes"
	"errors"
	"fmt"
	"unsafe"

	"lavra.dev/processors/ocr/reader/native"
)

var (
	// ErrPassword says that the file needs a password to be opened.
	ErrPassword = errors.New("file needs a password")
	// ErrMalformed says that the file is not a PDF that can be opened.
	ErrMalformed = errors.New("file cannot be opened as PDF")
)

// Library is libpdfium, loaded and started.
type Library struct {
	initLibrary, lastError                           native.Func
	loadDocument, closeDocument, pageCount           native.Func
	loadPage, closePage, pageSize, pageBox, rotation native.Func
	objectCount, object, objectType, objectBounds    native.Func
	imagePixels                                      native.Func
	textLoad, textClose, textCount, textAll          native.Func
	charUnicode, charLooseBox, charMatrix            native.Func
	charObject, charGenerated, objectRenderMode      native.Func
	bitmapCreate, bitmapFill, bitmapDestroy, render  native.Func
}

// Open loads the library from dir, or from the default folders.
func Open(dir string) (*Library, error) {
	lib, err := native.Open(dir, "libpdfium.so")
	if err != nil {
		return nil, err
	}
	l := &Library{}
	err = lib.Bind(map[string]*native.Func{
		"FPDF_InitLibrary":               &l.initLibrary,
		"FPDF_GetLastError":              &l.lastError,
		"FPDF_LoadMemDocument64":         &l.loadDocument,
		"FPDF_CloseDocument":             &l.closeDocument,
		"FPDF_GetPageCount":              &l.pageCount,
		"FPDF_LoadPage":                  &l.loadPage,
		"FPDF_ClosePage":                 &l.closePage,
		"FPDF_GetPageSizeByIndexF":       &l.pageSize,
		"FPDF_GetPageBoundingBox":        &l.pageBox,
		"FPDFPage_GetRotation":           &l.rotation,
		"FPDFPage_CountObjects":          &l.objectCount,
		"FPDFPage_GetObject":             &l.object,
		"FPDFPageObj_GetType":            &l.objectType,
		"FPDFPageObj_GetBounds":          &l.objectBounds,
		"FPDFImageObj_GetImagePixelSize": &l.imagePixels,
		"FPDFText_LoadPage":              &l.textLoad,
		"FPDFText_ClosePage":             &l.textClose,
		"FPDFText_CountChars":            &l.textCount,
		"FPDFText_GetText":               &l.textAll,
		"FPDFText_GetUnicode":            &l.charUnicode,
		"FPDFText_GetLooseCharBox":       &l.charLooseBox,
		"FPDFText_GetMatrix":             &l.charMatrix,
		"FPDFText_IsGenerated":           &l.charGenerated,
		"FPDFText_GetTextObject":         &l.charObject,
		"FPDFTextObj_GetTextRenderMode":  &l.objectRenderMode,
		"FPDFBitmap_CreateEx":            &l.bitmapCreate,
		"FPDFBitmap_FillRect":            &l.bitmapFill,
		"FPDFBitmap_Destroy":             &l.bitmapDestroy,
		"FPDF_RenderPageBitmap":          &l.render,
	})
	if err != nil {
		return nil, err
	}
	l.initLibrary.Call()
	return l, nil
}

// Document is an open file.
type Document struct {
	lib    *Library
	handle uintptr
	data   []byte // read by the library until the document is closed
	Pages  int
	images bool // an image is in the file, on whatever page
}

// Load opens the bytes of a file.
func (l *Library) Load(data []byte) (*Document, error) {
	if len(data) == 0 {
		return nil, ErrMalformed
	}
	handle := l.loadDocument.Call(uintptr(unsafe.Pointer(&data[0])), uintptr(len(data)), 0)
	if handle == 0 {
		const passwordError = 4
		if code := l.lastError.Call(); code == passwordError {
			return nil, ErrPassword
		}
		return nil, ErrMalformed
	}
	return &Document{l, handle, data, int(int32(l.pageCount.Call(handle))), hasImages(data)}, nil
}

// hasImages looks for the dictionary of an image, which stands in the file as it
// is: streams are never inside compressed objects. It spares a walk over the
// thousands of objects of a page of text.
func hasImages(data []byte) bool {
	return bytes.Contains(data, []byte("/Subtype /Image")) || bytes.Contains(data, []byte("/Subtype/Image"))
}

// Close frees the document.
func (d *Document) Close() {
	d.lib.closeDocument.Call(d.handle)
	d.data = nil
}

// Rect is a rectangle in the page's own space: points of 1/72 inch, y upwards.
type Rect struct{ Left, Top, Right, Bottom float32 }

// Page is an open page.
type Page struct {
	lib           *Library
	handle        uintptr
	Width, Height float64 // as displayed, after the page's rotation
	box           Rect    // what is displayed, before the page's rotation
	rotation      int     // quarter turns clockwise
	images        bool    // there may be images on it
}

// Page opens a page, counted from 0.
func (d *Document) Page(index int) (*Page, error) {
	handle := d.lib.loadPage.Call(d.handle, uintptr(index))
	if handle == 0 {
		return nil, fmt.Errorf("opening page %d: %w", index+1, ErrMalformed)
	}
	p := &Page{lib: d.lib, handle: handle, images: d.images}
	if d.lib.pageBox.Call(handle, uintptr(unsafe.Pointer(&p.box))) == 0 {
		p.Close()
		return nil, fmt.Errorf("measuring page %d: %w", index+1, ErrMalformed)
	}
	p.rotation = int(d.lib.rotation.Call(handle)) & 3
	p.Width, p.Height = float64(p.box.Right-p.box.Left), float64(p.box.Top-p.box.Bottom)
	if p.rotation&1 == 1 {
		p.Width, p.Height = p.Height, p.Width
	}
	if !(p.Width > 0 && p.Height > 0) {
		p.Close()
		return nil, fmt.Errorf("measuring page %d: %w", index+1, ErrMalformed)
	}
	return p, nil
}

// Close frees the page.
func (p *Page) Close() { p.lib.closePage.Call(p.handle) }

// place turns a rectangle of the page's own space into fractions of the page
// as displayed, y downwards: left, top, right, bottom.
func (p *Page) place(r Rect) (x0, y0, x1, y1 float64) {
	w, h := float64(p.box.Right-p.box.Left), float64(p.box.Top-p.box.Bottom)
	l, rr := float64(r.Left-p.box.Left)/w, float64(r.Right-p.box.Left)/w
	t, b := float64(p.box.Top-r.Top)/h, float64(p.box.Top-r.Bottom)/h
	if l > rr {
		l, rr = rr, l
	}
	if t > b {
		t, b = b, t
	}
	switch p.rotation {
	case 1:
		return 1 - b, l, 1 - t, rr
	case 2:
		return 1 - rr, 1 - b, 1 - l, 1 - t
	case 3:
		return t, 1 - rr, b, 1 - l
	}
	return l, t, rr, b
}
