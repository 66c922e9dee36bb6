package pdfium

import (
	"math"
	"unicode/utf16"
	"unsafe"
)

// Char is one character of a page's text layer.
type Char struct {
	Rune           rune
	X0, Y0, X1, Y1 float64 // fractions of the page as displayed; the height is the font's, not the glyph's
}

// Text is the text layer of a page.
type Text struct {
	page   *Page
	handle uintptr
	Chars  []Char // in the order of the file, with spaces and line ends as the library sees them
	matrix [6]float32
}

// Text reads the text layer: all code points in one call, then one call for
// the box of each character that prints.
func (p *Page) Text() *Text {
	t := &Text{page: p, handle: p.lib.textLoad.Call(p.handle)}
	if t.handle == 0 {
		return t
	}
	n := int(int32(p.lib.textCount.Call(t.handle)))
	if n <= 0 {
		return t
	}
	t.Chars = make([]Char, n)
	t.readRunes(n)
	box := new(Rect) // left, top, right, bottom, as FS_RECTF
	for i := range t.Chars {
		c := &t.Chars[i]
		if 0 < c.Rune && c.Rune <= ' ' {
			continue
		}
		if p.lib.charLooseBox.Call(t.handle, uintptr(i), uintptr(unsafe.Pointer(box))) != 0 {
			c.X0, c.Y0, c.X1, c.Y1 = p.place(*box)
		}
	}
	return t
}

func (t *Text) readRunes(n int) {
	units := make([]uint16, n+1)
	written := int(t.page.lib.textAll.Call(t.handle, 0, uintptr(n), uintptr(unsafe.Pointer(&units[0]))))
	// Characters without a code point are left out of the bulk text, and rare
	// ones take two units: then positions no longer agree.
	plain := written == n+1
	for i := 0; plain && i < n; i++ {
		plain = !utf16.IsSurrogate(rune(units[i]))
	}
	for i := range t.Chars {
		if plain {
			t.Chars[i].Rune = rune(units[i])
		} else {
			t.Chars[i].Rune = rune(uint32(t.page.lib.charUnicode.Call(t.handle, uintptr(i))))
		}
	}
}

// Close frees the text layer.
func (t *Text) Close() {
	if t.handle != 0 {
		t.page.lib.textClose.Call(t.handle)
	}
}

// Angle is the direction a character is written in on the page as displayed,
// in degrees clockwise from left-to-right, from -180 to 180.
func (t *Text) Angle(i int) float64 {
	m := &t.matrix
	if t.page.lib.charMatrix.Call(t.handle, uintptr(i), uintptr(unsafe.Pointer(&m[0]))) == 0 {
		return 0
	}
	a := -math.Atan2(float64(m[1]), float64(m[0]))*180/math.Pi + 90*float64(t.page.rotation)
	return math.Remainder(a, 360)
}

// Generated reports whether a character is not in the file: a space or line end
// that the library saw between others.
func (t *Text) Generated(i int) bool {
	return int32(t.page.lib.charGenerated.Call(t.handle, uintptr(i))) == 1
}

// Unmapped reports whether the file does not tell which character a glyph is, and the
// object of the page that it belongs to.
func (t *Text) Unmapped(i int) (object uintptr, unmapped bool) {
	if int32(t.page.lib.charUnmapped.Call(t.handle, uintptr(i))) != 1 {
		return 0, false
	}
	object = t.page.lib.charObject.Call(t.handle, uintptr(i))
	return object, object != 0
}

// Invisible reports whether a character is drawn with neither fill nor stroke, as
// the text that scanners put behind an image.
func (t *Text) Invisible(i int) bool {
	const invisible = 3
	object := t.page.lib.charObject.Call(t.handle, uintptr(i))
	return object != 0 && int32(t.page.lib.objectRenderMode.Call(object)) == invisible
}
