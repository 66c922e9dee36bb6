// Package pdfium reads PDF files through libpdfium: page sizes, characters
// with their boxes, straight lines, and renderings.
//
// In comes the bytes of a file, out come plain numbers and pixels. The library
// keeps global state, so all of this belongs to one goroutine at a time.
// Scripts, forms and links of a file are never run or followed.
package pdfium

import (
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
	annotationCount, flatten                         native.Func
	objectCount, object, objectType, objectBounds    native.Func
	imagePixels, objectMatrix                        native.Func
	setDrawMode, setRenderMode                       native.Func
	objectFill, objectStroke                         native.Func
	formCount, formObject                            native.Func
	pathSegments, pathSegment, pathDrawMode          native.Func
	segmentPoint, segmentType, segmentClose          native.Func
	textLoad, textClose, textCount, textAll          native.Func
	charUnicode, charLooseBox, charMatrix            native.Func
	charObject, charGenerated, objectRenderMode      native.Func
	charUnmapped                                     native.Func
	bitmapCreate, bitmapFill, bitmapDestroy, render  native.Func
	renderPart                                       native.Func
}

// Open loads the library from dir, or from the default folders.
func Open(dir string) (*Library, error) {
	lib, err := native.Open(dir, "libpdfium.so")
	if err != nil {
		return nil, err
	}
	l := &Library{}
	err = lib.Bind(map[string]*native.Func{
		"FPDF_InitLibrary":                &l.initLibrary,
		"FPDF_GetLastError":               &l.lastError,
		"FPDF_LoadMemDocument64":          &l.loadDocument,
		"FPDF_CloseDocument":              &l.closeDocument,
		"FPDF_GetPageCount":               &l.pageCount,
		"FPDF_LoadPage":                   &l.loadPage,
		"FPDF_ClosePage":                  &l.closePage,
		"FPDF_GetPageSizeByIndexF":        &l.pageSize,
		"FPDF_GetPageBoundingBox":         &l.pageBox,
		"FPDFPage_GetRotation":            &l.rotation,
		"FPDFPage_GetAnnotCount":          &l.annotationCount,
		"FPDFPage_Flatten":                &l.flatten,
		"FPDFPage_CountObjects":           &l.objectCount,
		"FPDFPage_GetObject":              &l.object,
		"FPDFPageObj_GetType":             &l.objectType,
		"FPDFPageObj_GetBounds":           &l.objectBounds,
		"FPDFImageObj_GetImagePixelSize":  &l.imagePixels,
		"FPDFPageObj_GetMatrix":           &l.objectMatrix,
		"FPDFPageObj_GetFillColor":        &l.objectFill,
		"FPDFPageObj_GetStrokeColor":      &l.objectStroke,
		"FPDFFormObj_CountObjects":        &l.formCount,
		"FPDFFormObj_GetObject":           &l.formObject,
		"FPDFPath_CountSegments":          &l.pathSegments,
		"FPDFPath_GetPathSegment":         &l.pathSegment,
		"FPDFPath_GetDrawMode":            &l.pathDrawMode,
		"FPDFPath_SetDrawMode":            &l.setDrawMode,
		"FPDFTextObj_SetTextRenderMode":   &l.setRenderMode,
		"FPDFPathSegment_GetPoint":        &l.segmentPoint,
		"FPDFPathSegment_GetType":         &l.segmentType,
		"FPDFPathSegment_GetClose":        &l.segmentClose,
		"FPDFText_LoadPage":               &l.textLoad,
		"FPDFText_ClosePage":              &l.textClose,
		"FPDFText_CountChars":             &l.textCount,
		"FPDFText_GetText":                &l.textAll,
		"FPDFText_GetUnicode":             &l.charUnicode,
		"FPDFText_GetLooseCharBox":        &l.charLooseBox,
		"FPDFText_GetMatrix":              &l.charMatrix,
		"FPDFText_IsGenerated":            &l.charGenerated,
		"FPDFText_HasUnicodeMapError":     &l.charUnmapped,
		"FPDFText_GetTextObject":          &l.charObject,
		"FPDFTextObj_GetTextRenderMode":   &l.objectRenderMode,
		"FPDFBitmap_CreateEx":             &l.bitmapCreate,
		"FPDFBitmap_FillRect":             &l.bitmapFill,
		"FPDFBitmap_Destroy":              &l.bitmapDestroy,
		"FPDF_RenderPageBitmap":           &l.render,
		"FPDF_RenderPageBitmapWithMatrix": &l.renderPart,
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
	return &Document{l, handle, data, int(int32(l.pageCount.Call(handle)))}, nil
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
	Width, Height float64  // as displayed, after the page's rotation
	box           Rect     // what is displayed, before the page's rotation
	rotation      int      // quarter turns clockwise
	all           []object // of the page and its forms; nil before the first walk
	scratch       matrix   // what the library writes numbers to; part of the page, so it never moves
}

// Page opens a page, counted from 0.
func (d *Document) Page(index int) (*Page, error) {
	handle := d.flattened(d.lib.loadPage.Call(d.handle, uintptr(index)), index)
	if handle == 0 {
		return nil, fmt.Errorf("opening page %d: %w", index+1, ErrMalformed)
	}
	p := &Page{lib: d.lib, handle: handle}
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

// flattened makes what is typed into the fields of a form, and other notes, part of an
// open page: they are shown as it is, but the text layer is without them.
func (d *Document) flattened(handle uintptr, index int) uintptr {
	const forDisplay, done = 0, 1
	if handle == 0 || int32(d.lib.annotationCount.Call(handle)) <= 0 || int32(d.lib.flatten.Call(handle, forDisplay)) != done {
		return handle
	}
	d.lib.closePage.Call(handle) // it shows what was flattened when it is opened again
	return d.lib.loadPage.Call(d.handle, uintptr(index))
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
