package webhook

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
)

// After a death, or where a partition goes and comes back, a record comes again while
// its first copy is at work, or beside the one that orders the next attempt. None of
// them may be passed over for one that ends without an effect.
func TestNoCopyIsPassedOverForOneThatMayDoNothing(t *testing.T) {
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
	expect := func(attempt int32, want standing, why string) {
		t.Helper()
		if _, at, err := j.enter(ctx, "a", attempt); err != nil || at != want {
			t.Errorf("attempt %d stands at %v, %v: %s", attempt, at, err, why)
		}
	}
	expect(1, over, "it is on record")
	expect(2, free, "a copy of what is over is not at work")
	expect(2, atWork, "its first copy may yet be cut off: the second has to wait, not to end")
	j.leave("a")
	expect(2, free, "the first copy ended without an effect")
	j.leave("a")
	j.remember(event.DeliveryAttempt{DeliveryID: "a", Attempt: 2, Outcome: outcomeFailed})
	expect(2, free, "what came of it is not on record yet")
}
