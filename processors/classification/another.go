package classification

import (
	"slices"
	"strings"
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

const (
	// A value must be read about as surely as this to tell two documents apart.
	surelyRead = 0.8
	// Of the longer of two words or numbers, the share of letters that may be
	// misread in one of two copies.
	misreadShare = 0.25
	// Pages of each of two documents that are read to compare them: what says which
	// document it is stands at its beginning.
	comparedPages = 4
	// What compareValues counts at least where another document begins under a heading,
	// and where its heading is not one that the entry knows.
	otherValues        = 2
	otherValuesScanned = 4 // a value misread in a copy
	otherValuesBare    = 8
)

// compareValues counts what speaks for another document: each value on the first of its
// pages that is another than in the document before, twice those that a document of the
// type must have, and against it those of them that are missing. A page that only goes on
// lacks some, and a copy has the same.
func compareValues(first, second map[string]event.Field, typ catalogue.Type) int {
	others := 0
	for _, f := range typ.Fields {
		a, known := first[f.Name]
		b, again := second[f.Name]
		switch {
		case f.Required && known && !again:
			others -= 2
		case !known || !again || f.Kind == catalogue.List || f.Kind == catalogue.Text:
		case standsFirst(b) && differ(f.Kind, a, b):
			others++
			if f.Required {
				others++
			}
		}
	}
	return others
}

// standsFirst tells whether a value was read on the first of the pages.
func standsFirst(f event.Field) bool {
	for _, l := range f.Leaves {
		for _, s := range l.Spans {
			if s.Page == 1 {
				return true
			}
		}
	}
	return false
}

// scanned tells whether a page was read by OCR.
func scanned(doc document.Document) bool {
	return slices.ContainsFunc(doc.Pages, func(p document.Page) bool { return p.Source == document.OCR })
}

// read gives the fields on the first pages of a part.
func (p *part) read(typ catalogue.Type) map[string]event.Field {
	if p.fields == nil {
		p.fields = readPages(p.doc.Pages, typ, p.receivedAt)
	}
	return p.fields
}

func readPages(pages []document.Page, typ catalogue.Type, receivedAt time.Time) map[string]event.Field {
	n := min(len(pages), comparedPages)
	out := map[string]event.Field{}
	for _, f := range extraction.Extract(document.Document{Pages: pages[:n:n]}, typ, extraction.Options{ReceivedAt: receivedAt}) {
		out[f.Name] = f
	}
	return out
}

// differ tells whether two values are surely not the same: both read well, and more than
// a misreading apart.
func differ(kind catalogue.Kind, a, b event.Field) bool {
	if a.Confidence < surelyRead || b.Confidence < surelyRead || a.Error != nil || b.Error != nil {
		return false
	}
	x, y := strings.ToLower(a.Value), strings.ToLower(b.Value)
	if kind != catalogue.String {
		return x != y
	}
	return apart(x, y) > misreadShare
}

// apart is the share of the letters of the longer of two texts that must be changed to
// make them the same.
func apart(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	if len(x) < len(y) {
		x, y = y, x
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return float64(row[len(y)]) / float64(max(len(x), 1))
}
