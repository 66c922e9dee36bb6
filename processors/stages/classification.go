package stages

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/progress"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Classification decides the type of what was read. It is the last stage of a
// request that asks for the type only.
type Classification struct {
	Deps
	Threshold float64 // from which a detected type is accepted
}

// Run works until ctx ends.
func (s *Classification) Run(ctx context.Context) error {
	return s.run(ctx, topic.GroupClassification, topic.Read, s.handle, s.request)
}

func (s *Classification) handle(ctx context.Context, rec *kgo.Record) error {
	var in event.Read
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return err
	}
	started := time.Now().UTC()
	step := progress.Status(in.Request, event.StepClassification, in.Request.DocumentType, started)
	step.Submitted = in.Submitted
	s.hold(&step, rec, in.Text)
	return progress.While(ctx, s.Kafka, step, func(ctx context.Context) error {
		doc, err := unpack(in.Reading)
		if err != nil {
			return err
		}
		detection := detect(in, doc, s.Threshold)
		stages := append(in.Stages, event.StageTime{Stage: "classification", Started: started, Finished: time.Now().UTC()})
		if in.Request.Operation == event.Classify {
			// The text of the pages that were read can be asked for, as that of any request.
			return s.Ender.End(ctx, event.Completed{Request: in.Request, Stages: stages, Outcome: event.Success, Detection: detection,
				Extraction: withText(event.Extraction{}, textOf(in.Text, doc)), PageCount: int32(len(in.Reading.Pages))})
		}
		_, err = s.Kafka.Produce(ctx, topic.Lane(topic.Classified, in.Request.Lane), in.Request.ID, event.Classified{
			EventID: event.ID(in.Request.ID, "classification", in.Request.Revision),
			Request: in.Request, Stages: stages, Reading: in.Reading, Detection: detection, Text: in.Text, Submitted: in.Submitted,
		})
		return err
	})
}

func detect(in event.Read, doc document.Document, threshold float64) event.Detection {
	if in.Request.File.Format == event.XML {
		return detectXML(in.Request, threshold)
	}
	first, _ := classification.First(doc, in.Request.AcceptedAt)
	return classification.Detect(first, in.Request.DocumentType, in.Request.AcceptedAt, threshold, in.Request.Operation)
}

// detectXML needs no look: XML is accepted as an invoice or not at all.
func detectXML(r event.Request, threshold float64) event.Detection {
	name, reason, certain := "NFE", "nfe_xml", 1.0
	return event.Detection{Source: "provided", Provided: r.DocumentType, Detected: &name, Confidence: &certain, Threshold: threshold,
		Accepted: true, Reason: &reason, Type: &name}
}

func (s *Classification) request(ctx context.Context, rec *kgo.Record) (request, error) {
	var in event.Read
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return request{}, err
	}
	nothing := classification.Detect(document.Document{}, in.Request.DocumentType, in.Request.AcceptedAt, s.Threshold, in.Request.Operation)
	return request{in.Request, in.Stages, nothing, len(in.Reading.Pages), in.Text}, nil
}
