package webhook

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// After a death, or where a partition goes and comes back, a record comes again while
// its first copy is at work, or beside the one that orders the next attempt. None of
// them may be passed over for one that ends without an effect.
func TestNoCopyIsPassedOverForOneThatMayDoNothing(t *testing.T) {
	log := kafkatest.New(t)
	j := newJournal(log.Kafka, 0, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- j.run(ctx) }()
	defer func() { cancel(); <-done }()
	made := event.DeliveryAttempt{DeliveryID: "a", Attempt: 1}
	for _, made.Outcome = range []string{outcomeStarted, outcomeFailed} {
		if err := j.write(ctx, made); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(attempt int32, want standing, why string) {
		t.Helper()
		if _, at, err := j.enter(ctx, &order{id: "a", requestID: "request", attempt: attempt - 1}); err != nil || at != want {
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

// While an older record is held, whoever takes its partition over is given what came
// after it again, be it hours later: what came of that is remembered for as long.
func TestAttemptsAreRememberedUntilAllBeforeThemIsCommitted(t *testing.T) {
	b := newBench(t)
	j := newJournal(b.Kafka, 0, slog.New(slog.DiscardHandler))
	now := time.Now()
	client, err := kgo.NewClient(kgo.SeedBrokers(b.Config.Brokers...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	held, err := client.ProduceSync(t.Context(), &kgo.Record{Topic: b.Topic(topic.WebhooksDue), Timestamp: now.Add(-3 * time.Hour)}).First()
	if err != nil {
		t.Fatal(err)
	}
	for id, at := range map[string]time.Time{"before": now.Add(-4 * time.Hour), "after": now.Add(-2 * time.Hour), "at work": now.Add(-4 * time.Hour)} {
		j.entries[id] = &entry{started: 1, finished: maxAttempts, touched: at, live: id == "at work"}
	}
	known := func() []string { return slices.Sorted(maps.Keys(j.entries)) }
	j.sweep(t.Context(), now)
	if got, want := known(), []string{"after", "at work"}; !slices.Equal(got, want) {
		t.Errorf("with an older one held known are %q, want %q", got, want)
	}
	done := kadm.Offsets{}
	done.AddOffset(held.Topic, held.Partition, held.Offset+1, -1)
	if err := b.Admin().CommitAllOffsets(t.Context(), b.Group(topic.GroupWebhook), done); err != nil {
		t.Fatal(err)
	}
	j.sweep(t.Context(), now)
	if got, want := known(), []string{"at work"}; !slices.Equal(got, want) {
		t.Errorf("with all committed known are %q, want %q", got, want)
	}
}
