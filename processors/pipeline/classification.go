package pipeline

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Classification decides the type of what was read. It is the last stage of a
// request that asks for the type only.
type Classification struct{ Deps }

// Run works until ctx ends.
func (s *Classification) Run(ctx context.Context) error {
	return s.run(ctx, topic.GroupClassification, topic.Read, s.handle, s.request)
}

func (s *Classification) handle(ctx context.Context, rec *kgo.Record) error {
	var in event.Read
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return err
	}
	at := atWork{in.Request, event.StepClassification, in.Request.DocumentType, in.Submitted, in.Text}
	return s.do(ctx, rec, at, func(ctx context.Context, started time.Time) error {
		classified, end, err := s.classify(ctx, in, started)
		if err != nil {
			return err
		}
		if end != nil {
			return s.Completion.End(ctx, *end)
		}
		_, err = s.Kafka.Produce(ctx, topic.Lane(topic.Classified, in.Request.Lane), in.Request.ID, *classified,
			kafka.WayOf(in.Request, in.Submitted).OfType(classified.Detection.Type).Headers()...)
		return err
	})
}

// classify adds the type; a request that asks for no more has its end with it.
func (d Deps) classify(ctx context.Context, in event.Read, started time.Time) (*event.Classified, *event.Completed, error) {
	doc, err := unpack(in.Reading)
	if err != nil {
		return nil, nil, err
	}
	first := firstPages(in.Request, doc)
	detection := detect(in.Request, firstOf(doc, first), d.Threshold)
	stages := Done(ctx, in.Stages, "classification", started)
	if in.Request.Operation == event.Classify {
		// The text of the pages that were read can be asked for, as that of any request.
		return nil, &event.Completed{Request: in.Request, Stages: stages, Outcome: event.Success, Detection: detection,
			Extraction: withText(event.Extraction{}, textOf(in.Text, doc)), PageCount: int32(len(in.Reading.Pages))}, nil
	}
	return &event.Classified{
		EventID: event.ID(in.Request.ID, "classification", in.Request.Revision),
		Request: in.Request, Stages: stages, Reading: in.Reading, Detection: detection, Text: in.Text, Submitted: in.Submitted,
		FirstPages: first,
	}, nil, nil
}

// firstPages is how many pages the first of several documents in a file has; 0 where the
// file is one.
func firstPages(r event.Request, doc document.Document) int32 {
	n := classification.First(doc, r.AcceptedAt, func(doc document.Document, typ catalogue.Type) []event.Field {
		return extraction.Extract(doc, typ)
	})
	if n == len(doc.Pages) {
		return 0
	}
	return int32(n)
}

// firstOf is the first document of a file.
func firstOf(doc document.Document, pages int32) document.Document {
	if n := int(pages); n > 0 && n < len(doc.Pages) {
		doc.Pages = doc.Pages[:n:n]
	}
	return doc
}

func detect(r event.Request, doc document.Document, threshold float64) event.Detection {
	if typ, ok := catalogue.OfFormat(string(r.File.Format)); ok {
		return withoutLook(r, typ.Name, threshold)
	}
	return classification.Detect(doc, r.DocumentType, r.AcceptedAt, threshold, r.Operation)
}

// withoutLook is the detection of a file whose format says its type: it is accepted as
// that, or not at all.
func withoutLook(r event.Request, name string, threshold float64) event.Detection {
	reason, certain := "nfe_xml", 1.0
	return event.Detection{Source: "provided", Provided: r.DocumentType, Detected: &name, Confidence: &certain, Threshold: threshold,
		Accepted: true, Reason: &reason, Type: &name}
}

func (s *Classification) request(ctx context.Context, rec *kgo.Record) (request, error) {
	var in event.Read
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return request{}, err
	}
	nothing := event.NothingDetected(in.Request, s.Threshold)
	return request{in.Request, in.Stages, nothing, len(in.Reading.Pages), in.Text}, nil
}
