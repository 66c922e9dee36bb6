package pipeline

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/sandbox"
	"lavra.dev/platform/stage"
	"lavra.dev/processors/classification"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/llm"
	"lavra.dev/processors/extraction/quality"
	"lavra.dev/processors/nfexml"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Extraction finds the fields of a document whose type is known.
type Extraction struct {
	Deps
	Blobs    *blob.Store
	Invoices InvoiceReader
	Model    *llm.Model // asked for what the engine left open; nil: nothing is asked
}

// InvoiceReader reads an invoice's XML away from this process: it is a
// stranger's file. A fault of the file is one of nfexml's errors.
type InvoiceReader interface {
	ReadInvoice(ctx context.Context, of event.Request, open sandbox.Opener) (nfexml.Result, error)
}

// Run works until ctx ends.
func (s *Extraction) Run(ctx context.Context) error {
	return s.run(ctx, topic.GroupExtraction, topic.Classified, s.handle, s.request)
}

func (s *Extraction) handle(ctx context.Context, rec *kgo.Record) error {
	var in event.Classified
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return err
	}
	at := atWork{in.Request, event.StepExtraction, in.Detection.Type, in.Submitted, in.Text}
	return s.do(ctx, rec, at, func(ctx context.Context, started time.Time) error {
		extracted, err := s.extracted(ctx, in, started)
		if err != nil {
			return err
		}
		_, err = s.Kafka.Produce(ctx, topic.Lane(topic.Extracted, in.Request.Lane), in.Request.ID, extracted,
			kafka.WayOf(in.Request, in.Submitted).OfType(in.Detection.Type).Headers()...)
		return err
	})
}

func (s *Extraction) extracted(ctx context.Context, in event.Classified, started time.Time) (event.Extracted, error) {
	x, err := s.extract(ctx, in)
	if err != nil {
		return event.Extracted{}, err
	}
	return event.Extracted{
		EventID: event.ID(in.Request.ID, "extraction", in.Request.Revision),
		Request: in.Request,
		Stages:  Done(ctx, in.Stages, "extraction", started),
		Reading: in.Reading, Detection: in.Detection, Extraction: x, Submitted: in.Submitted,
	}, nil
}

func (s *Extraction) extract(ctx context.Context, in event.Classified) (event.Extraction, error) {
	opts := quality.Options{ReceivedAt: in.Request.AcceptedAt}
	var fields []event.Field
	var text event.Text
	typ := typeOf(in.Detection)
	if in.Request.File.Format == event.XML {
		invoice, err := s.readInvoice(ctx, in.Request)
		if err != nil {
			return event.Extraction{}, err
		}
		fields, text, opts.XML, opts.Warnings = invoice.Fields, textNow(invoice.Markdown), true, invoice.Inconsistencies
	} else {
		doc, err := unpack(in.Reading)
		if err != nil {
			return event.Extraction{}, err
		}
		text = textOf(in.Text, doc)
		first := firstOf(doc, in.FirstPages)
		if opts.Document = first; len(first.Pages) < len(doc.Pages) {
			opts.Warnings = []string{classification.FirstNote(len(first.Pages))}
		}
		if typ.Name != "" {
			fields = extraction.Extract(first, typ)
			fields = s.Model.Complete(ctx, first, typ, fields)
		}
	}
	x := withText(event.Extraction{
		Fields: fields, CatalogueVersion: catalogue.Version, EngineVersion: extraction.Version + " " + in.Reading.Engine,
	}, text)
	// The outcome follows from the rest; the stage that ends the request tells it.
	x.Quality, x.ValidationErrors, _ = quality.Assess(typ, x.Fields, in.Detection, opts)
	return x, nil
}

// typeOf is the type that is extracted; the one without a name where there is none.
func typeOf(d event.Detection) catalogue.Type {
	if d.Type == nil {
		return catalogue.Type{}
	}
	typ, _ := catalogue.Lookup(*d.Type)
	return typ
}

func (s *Extraction) readInvoice(ctx context.Context, r event.Request) (nfexml.Result, error) {
	return s.Invoices.ReadInvoice(ctx, r, stage.File(s.Blobs, r.File.URI))
}

func (s *Extraction) request(ctx context.Context, rec *kgo.Record) (request, error) {
	var in event.Classified
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return request{}, err
	}
	return request{in.Request, in.Stages, in.Detection, len(in.Reading.Pages), in.Text}, nil
}
