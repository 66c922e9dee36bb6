// Package pipeline brings requests from what was read to their end: it says in which step
// one is, runs classification, extraction and geometry, and writes the result.
//
// In come records of documents.read, .classified and .extracted; out go the next topic of
// the way in the same lane, statuses, and at the end the result and the callback. The pages
// and their text travel through as they came. No rule about a document stands here: the
// steps take an event apart and call the package that does the work.
package pipeline

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/cputime"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/stage"
	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Deps are what every stage borrows. Registerer and Logger may be nil.
type Deps struct {
	Kafka      *kafka.Kafka
	Completion *Completion
	Threshold  float64 // from which a detected type is accepted
	Workers    int     // for each lane; one for each core by default
	PoisonStop int     // stage.Config.Poison
	Build      string
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// request is an event on the way, whichever.
type request struct {
	event.Request
	stages    []event.StageTime
	detection event.Detection
	pages     int
	text      *event.Text // nil: not read yet
}

// Lanes are the workers of a topic of the way: those of the interactive lane, and those that
// bulk and deep share. Accounts take turns over both topics, so that what one has in deep,
// however much, is no longer in front of what another has in bulk.
func Lanes(from string, interactive, bulk int) []stage.Lane {
	lane := func(workers int, of ...event.Lane) stage.Lane {
		l := stage.Lane{Name: string(of[0]), Workers: workers, Fair: stage.ByAccount}
		for _, one := range of {
			l.Topics = append(l.Topics, topic.Lane(from, one))
		}
		return l
	}
	return []stage.Lane{lane(interactive, event.Interactive), lane(bulk, event.Bulk, event.Deep)}
}

// run works on one topic of the way, in all lanes, until ctx ends. decode gives
// back as much of an event as its request needs to end as failed.
func (d Deps) run(ctx context.Context, name, from string, handle stage.Handler, decode func(context.Context, *kgo.Record) (request, error)) error {
	return stage.Run(ctx, stage.Config{
		Kafka: d.Kafka, Name: name, Build: d.Build, Poison: d.PoisonStop,
		Lanes:      Lanes(from, d.Workers, d.Workers),
		Registerer: d.Registerer, Logger: d.Logger,
		Drop: d.Completion.Drop,
		OnPermanent: func(ctx context.Context, rec *kgo.Record, failure *stage.PermanentError) error {
			r, err := decode(ctx, rec)
			if err != nil {
				return d.Completion.FailUnread(ctx, rec, err, d.Threshold, failure.Reason)
			}
			end := event.Completed{Request: r.Request, Stages: r.stages, Detection: r.detection, PageCount: int32(r.pages)}
			if r.text != nil {
				end.Extraction.Markdown, end.Extraction.MarkdownAt = r.text.Markdown, r.text.At
			}
			return d.Completion.Fail(ctx, end, failure.Reason)
		},
	}, Measured(handle))
}

// Measured has the processor time of a handler counted, for Done.
func Measured(handle stage.Handler) stage.Handler {
	return func(ctx context.Context, rec *kgo.Record) error {
		ctx, stop := cputime.Start(ctx)
		defer stop()
		return handle(ctx, rec)
	}
}

// atWork is a request in a step, with the text that was read of it and where it stands.
type atWork struct {
	request      event.Request
	step         event.Step
	documentType *string
	submitted    *event.Pointer
	text         *event.Text
}

// do does a step's work on a record, with the status of the step written beside it.
func (d Deps) do(ctx context.Context, rec *kgo.Record, w atWork, work func(ctx context.Context, started time.Time) error) error {
	started := time.Now().UTC()
	status := StatusOf(w.request, w.step, w.documentType, started)
	status.Submitted = w.submitted
	d.hold(&status, rec, w.text)
	return While(ctx, d.Kafka, status, func(ctx context.Context) error { return work(ctx, started) })
}

// Done is the time that a step took, behind those before it.
func Done(ctx context.Context, before []event.StageTime, name string, started time.Time) []event.StageTime {
	t := event.StageTime{Stage: name, Started: started, Finished: time.Now().UTC()}
	if used, ok := cputime.Used(ctx); ok {
		micros := used.Microseconds()
		t.CPUMicros = &micros
	}
	return append(before, t)
}

// unpack gives the pages of an event. One whose parts do not go together is as
// good as one that cannot be decoded: no retry mends it, and it holds nobody up.
func unpack(r event.Reading) (document.Document, error) {
	doc, err := document.Unpack(r)
	if err != nil {
		return document.Document{}, fmt.Errorf("unpacking a reading: %w: %w", kafka.ErrUndecodable, err)
	}
	return doc, nil
}
