package event

import "time"

// Operation is what a request asks for.
type Operation string

const (
	Extract  Operation = "extract"  // fields, type and text
	Classify Operation = "classify" // the type only, from the first pages
)

// Lane separates requests that somebody waits for from bulk work, so that a
// batch of a million pages does not stand in front of one synchronous call.
type Lane string

const (
	Interactive Lane = "interactive"
	Bulk        Lane = "bulk"
	Deep        Lane = "deep" // bulk work of an account that has much of it under way
)

// Format is the kind of a file, decided by its content alone.
type Format string

const (
	PDF  Format = "pdf"
	JPEG Format = "jpeg"
	PNG  Format = "png"
	TIFF Format = "tiff"
	XML  Format = "xml"
)

// Request is everything a client asked for. Submitted carries it first
// and every later event of the way passes it on whole, so that no stage has to
// look anything up.
type Request struct {
	ID           string    `avro:"id"` // UUIDv7
	Account      string    `avro:"account"`
	Revision     int32     `avro:"revision"` // 1; grows when a document is run again
	Operation    Operation `avro:"operation"`
	Lane         Lane      `avro:"lane"`
	DocumentType *string   `avro:"document_type"` // as given by the client
	File         File      `avro:"file"`
	ReferenceID  *string   `avro:"reference_id"`
	Metadata     *string   `avro:"metadata"` // a JSON object, as sent
	Callback     *Callback `avro:"callback"`
	Batch        *Batch    `avro:"batch"`
	AcceptedAt   time.Time `avro:"accepted_at"`
}

// File is the claim check of an uploaded document.
type File struct {
	URI    string `avro:"uri"` // key in the blob store
	SHA256 string `avro:"sha256"`
	Size   int64  `avro:"size"`
	Format Format `avro:"format"`
	Name   string `avro:"name"` // as the client called it; never trusted, never logged
}

// Callback is where the result of an asynchronous request goes.
type Callback struct {
	URL             string  `avro:"url"`
	Method          string  `avro:"method"` // POST, PATCH or PUT; empty: it is not made, which a document that is run again may want
	SealedToken     []byte  `avro:"sealed_token"`
	Signature       *string `avro:"signature"`
	IncludeMarkdown bool    `avro:"include_markdown"`
}

// Batch ties the requests of one batch call together.
type Batch struct {
	ID    string `avro:"id"`
	Index int32  `avro:"index"`
	Total int32  `avro:"total"`
}
