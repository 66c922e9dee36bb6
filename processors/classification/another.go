package classification

import (
	"slices"
	"strings"

	"lavra.dev/processors/document"
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
	// What isOther counts at least where another document begins under a heading,
	// and where its heading is not one that the entry knows.
	otherValues        = 2
	otherValuesScanned = 4 // a value misread in a copy
	otherValuesBare    = 8
	// For each value that is another, the same values that two documents of one issuer to
	// one person share: names, numbers, places.
	mostSame = 4
)

// Extract reads the fields of a type from a document. It is given by the caller: what
// reads fields stands above what tells types.
type Extract func(document.Document, catalogue.Type) []event.Field

// isOther reports whether the pages that begin with p are another document than those
// before, both of one type: enough of their values are others than before, each required
// field that they lack counts against it, and not nearly all values are the same. Pages that
// only go on lack some, and a copy has the same. Other sums alone tell nothing: each page of a statement has its own.
func (p *part) isOther(before *part, typ catalogue.Type, wanted int) bool {
	second, most := p.read(typ), 0
	for _, f := range typ.Fields {
		most += tells(f, second)
	}
	if most < wanted {
		return false // whatever the pages before say: they need not be read
	}
	first, others, same, named := before.read(typ), 0, 0, false
	for _, f := range typ.Fields {
		a, known := first[f.Name]
		b, again := second[f.Name]
		switch {
		case f.Required && known && !again:
			others -= 2
		case !known || tells(f, second) == 0:
		case differ(f.Kind, a, b):
			others += tells(f, second)
			named = named || f.Kind != catalogue.Money
		case a.Value == b.Value && min(a.Confidence, b.Confidence) >= surelyRead:
			same++
		}
	}
	return named && others >= wanted && same <= mostSame*others
}

// tells is how much a value counts that is another than before: a required one twice, and nothing where pages have
// none that stands on the first of them.
func tells(f catalogue.Field, read map[string]event.Field) int {
	value, ok := read[f.Name]
	switch {
	case !ok || f.Kind == catalogue.List || f.Kind == catalogue.Text || !standsFirst(value):
		return 0
	case f.Required:
		return 2
	}
	return 1
}

// hasRequired reports whether pages have the fields that a document of the type must have:
// a page of signatures or an annex is none.
func (p *part) hasRequired(typ catalogue.Type) bool {
	fields := p.read(typ)
	return !slices.ContainsFunc(typ.Fields, func(f catalogue.Field) bool {
		_, ok := fields[f.Name]
		return f.Required && !ok
	})
}

// standsFirst reports whether a value was read on the first of the pages.
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

// scanned reports whether a page was read by OCR.
func scanned(doc document.Document) bool {
	return slices.ContainsFunc(doc.Pages, func(p document.Page) bool { return p.Source == document.OCR })
}

// read gives the fields on the first pages from where the part begins.
func (p *part) read(typ catalogue.Type) map[string]event.Field {
	if p.fields == nil || p.readAs != typ.Name {
		pages := p.doc
		n := min(len(p.onward), comparedPages)
		pages.Pages = p.onward[:n:n]
		p.fields, p.readAs = map[string]event.Field{}, typ.Name
		for _, f := range p.extract(pages, typ) {
			p.fields[f.Name] = f
		}
	}
	return p.fields
}

// differ reports whether two values are surely not the same: both read well, and more than
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
