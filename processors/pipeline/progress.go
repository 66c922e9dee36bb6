package pipeline

import (
	"context"
	"time"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// ranks order the steps; what is terminal outranks every step to come.
var ranks = map[event.Step]int32{
	event.StepReceived: 0, event.StepOCR: 1, event.StepClassification: 2, event.StepExtraction: 3, event.StepGeometry: 4,
	event.StepCompleted: 100, event.StepFailed: 100,
}

// StatusOf is the event for a request that has reached a step.
func StatusOf(r event.Request, step event.Step, documentType *string, at time.Time) event.Status {
	s := event.Status{
		EventID:   event.ID(r.ID, "status."+string(step), r.Revision),
		RequestID: r.ID, Account: r.Account, Lane: r.Lane, Revision: r.Revision,
		Rank: ranks[step], Step: step, DocumentType: documentType,
		AcceptedAt: r.AcceptedAt, At: at,
	}
	if r.Batch != nil {
		s.BatchID, s.BatchTotal = &r.Batch.ID, r.Batch.Total
	}
	return s
}

// While does the work of a step and writes its status beside it. It returns
// once both are done. The work stays on the caller's goroutine, so that its
// panic is the caller's to catch.
func While(ctx context.Context, k *kafka.Kafka, s event.Status, work func(context.Context) error) error {
	written := make(chan error, 1)
	go func() {
		_, err := k.Produce(ctx, topic.Status, s.RequestID, s)
		written <- err
	}()
	if err := work(ctx); err != nil {
		<-written
		return err
	}
	return <-written
}
