package pipeline

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/processors/geometry"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Geometry places the fields on the pages and ends the request.
type Geometry struct{ Deps }

// Run works until ctx ends.
func (s *Geometry) Run(ctx context.Context) error {
	return s.run(ctx, topic.GroupGeometry, topic.Extracted, s.handle, s.request)
}

func (s *Geometry) handle(ctx context.Context, rec *kgo.Record) error {
	var in event.Extracted
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return err
	}
	at := atWork{in.Request, event.StepGeometry, in.Detection.Type, in.Submitted, extractedText(in)}
	return s.do(ctx, rec, at, func(ctx context.Context, started time.Time) error {
		end, err := placed(ctx, in, started)
		if err != nil {
			return err
		}
		return s.Completion.End(ctx, end)
	})
}

// placed is the end of a request whose fields were found.
func placed(ctx context.Context, in event.Extracted, started time.Time) (event.Completed, error) {
	places, err := places(in)
	if err != nil {
		return event.Completed{}, err
	}
	return event.Completed{
		Request:   in.Request,
		Stages:    Done(ctx, in.Stages, "geometry", started),
		Outcome:   Outcome(in.Extraction, typeOf(in.Detection)),
		Detection: in.Detection, Extraction: in.Extraction, Places: places, PageCount: int32(len(in.Reading.Pages)),
		PageSource: pageSource(in.Reading.Pages),
	}, nil
}

func places(in event.Extracted) ([]event.Place, error) {
	if in.Request.File.Format == event.XML {
		return geometry.NotIndexed(in.Extraction.Fields), nil
	}
	doc, err := unpack(in.Reading)
	if err != nil {
		return nil, err
	}
	return geometry.Places(doc, in.Extraction.Fields), nil
}

func (s *Geometry) request(ctx context.Context, rec *kgo.Record) (request, error) {
	var in event.Extracted
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return request{}, err
	}
	return request{in.Request, in.Stages, in.Detection, len(in.Reading.Pages), extractedText(in)}, nil
}
