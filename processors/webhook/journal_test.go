package webhook

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
)

// After a death the record of an attempt comes again beside the one that orders the
// next. The first has nothing to do: were it at work for a moment, the other would
// be passed over, and the delivery with it.
func TestACopyWithNothingToDoStandsInNobodysWay(t *testing.T) {
	log := kafkatest.New(t)
	j := newJournal(log.Kafka, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tailing, err := j.start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); <-tailing }()
	made := event.DeliveryAttempt{DeliveryID: "a", Attempt: 1}
	for _, made.Outcome = range []string{outcomeStarted, outcomeFailed} {
		if err := j.write(ctx, made); err != nil {
			t.Fatal(err)
		}
	}
	enter := func(attempt int32) bool {
		_, ok, err := j.enter(ctx, "a", attempt)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if enter(1) {
		t.Error("an attempt that is over is at work again")
	}
	if !enter(2) {
		t.Error("the next attempt is passed over for it")
	}
	if enter(2) {
		t.Error("two copies are at work at once")
	}
	j.leave("a")
	j.remember(event.DeliveryAttempt{DeliveryID: "a", Attempt: 2, Outcome: outcomeFailed})
	if !enter(2) {
		t.Error("what came of an attempt and is not on record yet is forgotten")
	}
}
