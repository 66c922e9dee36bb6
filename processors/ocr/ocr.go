// Package ocr is the stage that reads files: it takes a submitted request,
// gives its file to a child process that holds the engines, and writes what was
// read.
//
// In come records of documents.submitted, in all lanes; out go records of
// documents.read with the pages and their text, or the request's end where its
// file cannot be read. The file is never parsed in this process, and XML passes
// through: it has no pages.
package ocr

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/stage"
	"lavra.dev/processors/document"
	"lavra.dev/processors/pipeline"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// classifyPages is how many pages the type is decided by.
const classifyPages = 3

// Stage reads the files of submitted requests.
type Stage struct {
	Kafka      *kafka.Kafka
	Blobs      *blob.Store
	Completion *pipeline.Completion
	Reader     *Reader
	MaxPages   int     // of one file; the rest is left out, and said so
	Threshold  float64 // for the detection record of a request that fails here
	PoisonStop int     // stage.Config.Poison
	Build      string

	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Run works until ctx ends.
func (s *Stage) Run(ctx context.Context) error {
	return stage.Run(ctx, stage.Config{
		Kafka: s.Kafka, Name: topic.GroupOCR, Build: s.Build, Poison: s.PoisonStop,
		// One more than can be read at once, so that a child never waits for a record.
		Lanes:       pipeline.Lanes(topic.Submitted, s.Reader.interactive()+1, s.Reader.bulk()+1),
		Drop:        s.Completion.Drop,
		OnPermanent: s.fail,
		Registerer:  s.Registerer, Logger: s.Logger,
	}, pipeline.Measured(s.handle))
}

func (s *Stage) handle(ctx context.Context, rec *kgo.Record) error {
	var in event.Submitted
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return err
	}
	started := time.Now().UTC()
	step := pipeline.StatusOf(in.Request, event.StepOCR, in.Request.DocumentType, started)
	step.Submitted = &event.Pointer{Topic: s.Kafka.Name(rec.Topic), Partition: rec.Partition, Offset: rec.Offset}
	return pipeline.While(ctx, s.Kafka, step, func(ctx context.Context) error {
		read, err := s.Read(ctx, in.Request, started)
		if err != nil {
			return err
		}
		read.Submitted = step.Submitted
		_, err = s.Kafka.Produce(ctx, topic.Lane(topic.Read, in.Request.Lane), in.Request.ID, read, kafka.WayOf(in.Request, step.Submitted).Headers()...)
		return err
	})
}

// Read reads the file of a request. It writes nothing.
func (s *Stage) Read(ctx context.Context, r event.Request, started time.Time) (event.Read, error) {
	reading, err := s.read(ctx, r)
	if err != nil {
		return event.Read{}, err
	}
	text, err := textOf(r, reading)
	if err != nil {
		return event.Read{}, err
	}
	return event.Read{
		EventID: event.ID(r.ID, "ocr", r.Revision),
		Request: r,
		Stages:  pipeline.Done(ctx, nil, "ocr", started),
		Reading: reading, Text: text,
	}, nil
}

// textOf renders what was read, so that a client gets it while the rest of the
// way is still to go. XML is read where its fields are.
func textOf(r event.Request, reading event.Reading) (*event.Text, error) {
	if r.File.Format == event.XML {
		return nil, nil
	}
	doc, err := document.Unpack(reading)
	if err != nil {
		return nil, fmt.Errorf("unpacking a reading: %w: %w", kafka.ErrUndecodable, err)
	}
	return &event.Text{Markdown: document.Markdown(doc), At: time.Now().UTC().Truncate(time.Millisecond)}, nil
}

func (s *Stage) read(ctx context.Context, r event.Request) (event.Reading, error) {
	if r.File.Format == event.XML {
		return event.Reading{}, nil
	}
	pages := s.MaxPages
	if r.Operation == event.Classify {
		pages = classifyPages
	}
	return s.Reader.Read(ctx, r, stage.File(s.Blobs, r.File.URI), pages)
}

// fail ends a request whose file cannot be read. Its type is what the client
// gave, or none.
func (s *Stage) fail(ctx context.Context, rec *kgo.Record, failure *stage.PermanentError) error {
	var in event.Submitted
	if err := s.Kafka.Decode(ctx, rec, &in); err != nil {
		return s.Completion.FailUnread(ctx, rec, err, s.Threshold, failure.Reason)
	}
	r := in.Request
	nothing := event.NothingDetected(r, s.Threshold)
	return s.Completion.Fail(ctx, event.Completed{Request: r, Detection: nothing}, failure.Reason)
}
