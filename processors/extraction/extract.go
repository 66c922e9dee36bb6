// Package extraction finds the fields of a document of a known type.
//
// In come the read pages and the type's catalogue entry; out go the fields in
// catalogue order, each with its value, its sources on the page, what speaks
// for it, and a confidence. It is general: what is peculiar to a type stands in
// the catalogue. It reads no file, asks no service, keeps nothing between
// documents, and the same document gives the same fields.
package extraction

import (
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Options are what the document itself does not say.
type Options struct {
	ReceivedAt time.Time // resolves dates that a document gives in part
}

// Extract reads the fields of doc, which is of type typ.
func Extract(doc document.Document, typ catalogue.Type, opts Options) []event.Field {
	return nil
}
