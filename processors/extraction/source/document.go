// Package source is the document that extraction reads, laid out and made ready for one type.
//
// In come the read pages and the compiled type; out go the words with their cells, rows and
// boxes, the running text, what the words mean, and which options are ticked. It knows no label
// and no value; once made it is changed by nobody.
package source

import (
	"sort"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// Document is a document of a known type.
type Document struct {
	Type    *compile.Type
	Doc     document.Document
	Sheet   *layout.Sheet
	Reading *meaning.Reading
	ByTop   [][]int32 // cells of each page by their top
	text    *pattern.Text
	lines   *Lines
	printed map[catalogue.Kind][]Printed
	ticks   []int8 // of each token: what the box of the option says that it belongs to
}

// Of lays a document out; nil where there is nothing to read.
func Of(doc document.Document, typ *compile.Type) *Document {
	x := &Document{Type: typ, Doc: doc, Sheet: layout.Of(doc), printed: map[catalogue.Kind][]Printed{}}
	if len(x.Sheet.Tokens) == 0 && !hasBarcodes(doc) {
		return nil
	}
	x.sortCells()
	x.findTicks()
	x.Reading = meaning.Shared().Read(x.Sheet)
	return x
}

func hasBarcodes(doc document.Document) bool {
	for _, p := range doc.Pages {
		if len(p.Barcodes) > 0 {
			return true
		}
	}
	return false
}

func (x *Document) sortCells() {
	x.ByTop = make([][]int32, len(x.Sheet.Pages))
	for p, page := range x.Sheet.Pages {
		cells := make([]int32, 0, page.AfterCell-page.FirstCell)
		for c := page.FirstCell; c < page.AfterCell; c++ {
			if !x.Sheet.Cells[c].Turned {
				cells = append(cells, int32(c))
			}
		}
		sort.SliceStable(cells, func(i, j int) bool { return x.Sheet.Cells[cells[i]].Top < x.Sheet.Cells[cells[j]].Top })
		x.ByTop[p] = cells
	}
}
