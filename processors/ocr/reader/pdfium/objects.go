package pdfium

import (
	"unsafe"

	"lavra.dev/processors/ocr/reader/native"
)

// Bounds of a walk over the objects of a page: dense tables have some 3,000, and forms
// inside forms are two deep in what programs write.
const (
	mostObjects = 20_000
	deepestForm = 4
)

// Kinds of page objects, as FPDFPageObj_GetType numbers them.
const (
	textObject  = 1
	pathObject  = 2
	imageObject = 3
	formObject  = 5
)

// object is something drawn on the page and how it is placed there.
type object struct {
	handle uintptr
	kind   int32
	to     matrix // from the space of the form that it stands in to the page's
}

// objects are those of the page and of the forms on it, as far as the bounds allow. They
// are gone through once, whoever asks.
func (p *Page) objects() []object {
	if p.all == nil {
		p.all = make([]object, 0, 64)
		p.walk(p.lib.objectCount, p.lib.object, p.handle, identity, 0)
	}
	return p.all
}

func (p *Page) walk(count, get native.Func, parent uintptr, to matrix, depth int) {
	for i := range min(int(int32(count.Call(parent))), mostObjects) {
		if len(p.all) == mostObjects {
			return
		}
		o := get.Call(parent, uintptr(i))
		if o == 0 {
			continue
		}
		kind := int32(p.lib.objectType.Call(o))
		if kind != formObject {
			p.all = append(p.all, object{o, kind, to})
		} else if depth < deepestForm {
			p.walk(p.lib.formCount, p.lib.formObject, o, p.matrixOf(o).then(to), depth+1)
		}
	}
}

func (p *Page) matrixOf(object uintptr) matrix {
	m := &p.scratch
	if p.lib.objectMatrix.Call(object, uintptr(unsafe.Pointer(&m[0]))) == 0 {
		return identity
	}
	return *m
}

// matrix maps x to a·x + c·y + e and y to b·x + d·y + f.
type matrix [6]float32

var identity = matrix{1, 0, 0, 1, 0, 0}

func (m matrix) then(o matrix) matrix {
	return matrix{
		m[0]*o[0] + m[1]*o[2], m[0]*o[1] + m[1]*o[3],
		m[2]*o[0] + m[3]*o[2], m[2]*o[1] + m[3]*o[3],
		m[4]*o[0] + m[5]*o[2] + o[4], m[4]*o[1] + m[5]*o[3] + o[5],
	}
}

type point struct{ x, y float32 }

func (m matrix) apply(p point) point {
	return point{m[0]*p.x + m[2]*p.y + m[4], m[1]*p.x + m[3]*p.y + m[5]}
}

// boundsOf are the corners of what is around an object; ok is false where the library
// knows none.
func (p *Page) boundsOf(o object) (low, high point, ok bool) {
	b := &p.scratch
	if p.lib.objectBounds.Call(o.handle, uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&b[1])),
		uintptr(unsafe.Pointer(&b[2])), uintptr(unsafe.Pointer(&b[3]))) == 0 {
		return low, high, false
	}
	c, d := o.to.apply(point{b[0], b[1]}), o.to.apply(point{b[2], b[3]})
	return point{min(c.x, d.x), min(c.y, d.y)}, point{max(c.x, d.x), max(c.y, d.y)}, true
}

// areaOf is the part of the page as displayed that an object covers; ok is false where
// it covers none.
func (p *Page) areaOf(o object) (a Area, ok bool) {
	low, high, ok := p.boundsOf(o)
	if !ok {
		return a, false
	}
	x0, y0, x1, y1 := p.place(Rect{Left: low.x, Bottom: low.y, Right: high.x, Top: high.y})
	a = Area{max(x0, 0), max(y0, 0), min(x1, 1), min(y1, 1)}
	return a, a.X0 < a.X1 && a.Y0 < a.Y1
}
