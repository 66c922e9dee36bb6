package pipeline

import (
	"context"
	"errors"
	"testing"
	"time"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestStepsOutrankEachOtherAndTheEndAll(t *testing.T) {
	r := event.Request{ID: "id", Account: "conta", Revision: 2, Lane: event.Bulk, Batch: &event.Batch{ID: "lote", Total: 5}}
	last := int32(-1)
	for _, step := range []event.Step{event.StepReceived, event.StepOCR, event.StepClassification, event.StepExtraction, event.StepGeometry, event.StepCompleted} {
		s := StatusOf(r, step, nil, time.Now())
		if s.Rank <= last || s.Revision != 2 || *s.BatchID != "lote" || s.BatchTotal != 5 || s.Account != "conta" {
			t.Errorf("%s: %+v after rank %d", step, s, last)
		}
		last = s.Rank
	}
	if s := StatusOf(r, event.StepFailed, nil, time.Now()); s.Rank != last {
		t.Errorf("failed has rank %d, completed %d", s.Rank, last)
	}
}

func TestWorkAndStatusAreBothWaitedFor(t *testing.T) {
	log := kafkatest.New(t)
	s := StatusOf(event.Request{ID: "id", Revision: 1}, event.StepOCR, nil, time.Now())
	if err := While(t.Context(), log.Kafka, s, func(context.Context) error { return nil }); err != nil {
		t.Fatal(err)
	}
	partition, err := log.PartitionOf(t.Context(), topic.Status, "id")
	if err != nil {
		t.Fatal(err)
	}
	if end, err := log.EndOffset(t.Context(), topic.Status, partition); err != nil || end != 1 {
		t.Errorf("%d statuses written, error %v", end, err)
	}
	fault := errors.New("fault")
	if err := While(t.Context(), log.Kafka, s, func(context.Context) error { return fault }); !errors.Is(err, fault) {
		t.Errorf("the fault of the work came back as %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("the panic of the work did not reach the caller")
		}
	}()
	_ = While(t.Context(), log.Kafka, s, func(context.Context) error { panic("in the work") })
}
