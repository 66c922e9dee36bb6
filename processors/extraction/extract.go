// Package extraction finds the fields of a document of a known type.
//
// In come the read pages and the type's catalogue entry; out go the fields in
// catalogue order, each with its value, its sources on the page, what speaks
// for it, and a confidence. It is general: what is peculiar to a type stands in
// the catalogue. It reads no file, asks no service, keeps nothing between
// documents, and the same document gives the same fields.
package extraction

import (
	"fmt"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/choose"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labelled"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/lists"
	"lavra.dev/processors/extraction/parties"
	"lavra.dev/processors/extraction/prose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/unlabelled"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Version is the engine's, kept with every result: the same version and the same
// document give the same fields.
const Version = "1.0.0"

// Prepare makes the catalogue ready, which else the first document of each type waits for. A
// service calls it before it takes any.
func Prepare() error {
	if err := compile.Catalogue(); err != nil {
		return fmt.Errorf("preparing extraction: %w", err)
	}
	return nil
}

// Extract reads the fields of doc, which is of type typ.
func Extract(doc document.Document, typ catalogue.Type) []event.Field {
	return ExtractBy(fitted(), doc, typ)
}

// ExtractBy reads the fields by other models than those of this program.
func ExtractBy(models *choose.Models, doc document.Document, typ catalogue.Type) []event.Field {
	if c := read(doc, typ, models); c != nil {
		return c.Fields()
	}
	return nil
}

// Explain gives all candidates of a document, the values that the models choose of them,
// and the cells of its lists.
func Explain(doc document.Document, typ catalogue.Type, models *choose.Models) choose.Explanation {
	if c := read(doc, typ, models); c != nil {
		return c.Explain()
	}
	return choose.Explanation{}
}

// read passes a document from room to room: first where its labels stand and where it has their
// values, then what each reader finds, and at last which of it is right. It is nil where there is
// nothing to read.
func read(doc document.Document, typ catalogue.Type, models *choose.Models) *choose.Choice {
	d := source.Of(doc, compile.Of(typ))
	if d == nil {
		return nil
	}
	r := region.Over(labels.Of(d))
	found := labelled.Read(nil, r)
	found = prose.Read(found, r)
	found = unlabelled.Read(found, r)
	found = parties.Read(found, r)
	found = unlabelled.ReadBars(found, r)
	near := models.Nearby.Of(r.Labels)
	rows, found := lists.Read(found, r, near)
	found = unlabelled.ReadLone(found, r, rows.InTable)
	found = choose.Discount(found, r, rows)
	found = parties.Attach(found, r)
	return choose.Of(found, r, rows, near, models)
}
