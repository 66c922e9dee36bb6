package deadletter_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"go.uber.org/goleak"

	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// office is an installation with somebody who looks at its letters.
type office struct {
	*kafkatest.Log
	t     *testing.T
	index *deadletter.Index
	desk  *deadletter.Desk
}

func newOffice(t *testing.T) *office {
	log := kafkatest.New(t)
	o := &office{Log: log, t: t, index: deadletter.NewIndex(log.Kafka, nil)}
	o.desk = deadletter.NewDesk(log.Kafka, o.index)
	run(t, o.index.Run)
	return o
}

// run runs a part until the test ends.
func run(t *testing.T, part func(context.Context) error) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- part(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// list gives the letters there are now.
func (o *office) list(f deadletter.Filter) []deadletter.Letter {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(o.t.Context(), time.Minute)
	defer cancel()
	if err := o.index.Ready(ctx); err != nil {
		o.t.Fatal(err)
	}
	return o.index.List(f)
}

// awaitLetters waits until a filter chooses n.
func (o *office) awaitLetters(n int, f deadletter.Filter) []deadletter.Letter {
	o.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if found := o.list(f); len(found) == n {
			return found
		}
		if time.Now().After(deadline) {
			o.t.Fatalf("letters of %+v: %+v, want %d", f, o.list(f), n)
		}
	}
}

// run starts a stage over documents.classified in bulk.
func (o *office) run(handle stage.Handler, ended func(*kgo.Record, *stage.PermanentError)) {
	run(o.t, func(ctx context.Context) error {
		return stage.Run(ctx, stage.Config{Kafka: o.Kafka, Name: topic.GroupExtraction, Topics: []string{classified}, Workers: 2, Build: "1.2",
			CommitInterval: 20 * time.Millisecond,
			OnPermanent: func(_ context.Context, rec *kgo.Record, failure *stage.PermanentError) error {
				ended(rec, failure)
				return nil
			}}, handle)
	})
}

var classified = topic.Lane(topic.Classified, event.Bulk)

const request = "0191a0b0-0000-7000-8000-00000000000%d"

// submit writes the classified event of a request.
func (o *office) submit(n int) event.Request {
	o.t.Helper()
	r := event.Request{ID: fmt.Sprintf(request, n), Account: "acme", Revision: 1, Lane: event.Bulk, File: event.File{URI: "files/a"},
		Callback: &event.Callback{URL: "https://a.example/", Method: "POST"}, AcceptedAt: time.Now().UTC()}
	typ := "BOLETO"
	ev := event.Classified{EventID: "first", Request: r, Detection: event.Detection{Type: &typ}}
	if _, err := o.Produce(o.t.Context(), classified, r.ID, ev, kafka.WayOf(r, nil).OfType(&typ).Headers()...); err != nil {
		o.t.Fatal(err)
	}
	return r
}

func TestADeadRecordIsRunAgainUnderItsNextRevision(t *testing.T) {
	o := newOffice(t)
	var mended atomic.Bool
	again := make(chan event.Classified, 4)
	o.run(func(ctx context.Context, rec *kgo.Record) error {
		if !mended.Load() {
			return fmt.Errorf("page 7 of it: %w", kafka.ErrUndecodable)
		}
		var in event.Classified
		err := o.Decode(ctx, rec, &in)
		again <- in
		return err
	}, func(*kgo.Record, *stage.PermanentError) {})
	r := o.submit(1)
	l := o.awaitLetters(1, deadletter.Filter{Kind: deadletter.Dead, Class: "poison", Stage: "extraction", Account: "acme", Type: "BOLETO"})[0]
	if l.RequestID != r.ID || l.From == nil || l.From.Topic != classified || l.State != deadletter.Open || l.File != "files/a" || l.Build != "1.2" {
		t.Errorf("the letter says %+v", l)
	}
	if counts := deadletter.Histogram([]deadletter.Letter{l}); len(counts) != 1 || !strings.HasPrefix(counts[0].Reason, "page # of it") {
		t.Errorf("counted %+v", counts)
	}
	mended.Store(true)
	if err := o.desk.Replay(t.Context(), l.ID, deadletter.Replay{By: "somebody"}); err != nil {
		t.Fatal(err)
	}
	in := <-again
	if in.Request.Revision != 2 || in.EventID == "first" || in.Request.Callback == nil || in.Request.Callback.Method != "" {
		t.Errorf("it is run again as revision %d, event %s, callback %+v", in.Request.Revision, in.EventID, in.Request.Callback)
	}
	if l = o.list(deadletter.Filter{State: deadletter.Replayed})[0]; l.SettledBy != "somebody" || l.SettledAt.IsZero() {
		t.Errorf("the letter says %+v", l)
	}
	if err := o.desk.Replay(t.Context(), l.ID, deadletter.Replay{}); !errors.Is(err, deadletter.ErrSettled) {
		t.Errorf("put back twice: %v", err)
	}
	if err := o.desk.Replay(t.Context(), "dead-0-999", deadletter.Replay{}); !errors.Is(err, deadletter.ErrUnknown) {
		t.Errorf("a letter that never was: %v", err)
	}
}

func TestARecordThatFailsAgainIsPutBackOnlySoOften(t *testing.T) {
	o := newOffice(t)
	o.run(func(context.Context, *kgo.Record) error { return kafka.ErrUndecodable }, func(*kgo.Record, *stage.PermanentError) {})
	o.submit(1)
	for n := range 2 {
		l := o.awaitLetters(1, deadletter.Filter{State: deadletter.Open})[0]
		if l.Replays != n {
			t.Errorf("put back %d times, says %d", n, l.Replays)
		}
		if err := o.desk.Replay(t.Context(), l.ID, deadletter.Replay{MaxReplays: 2}); err != nil {
			t.Fatal(err)
		}
	}
	l := o.awaitLetters(1, deadletter.Filter{State: deadletter.Open})[0]
	if err := o.desk.Replay(t.Context(), l.ID, deadletter.Replay{MaxReplays: 2}); !errors.Is(err, deadletter.ErrReplays) {
		t.Errorf("the third time: %v", err)
	}
}

// park writes a parked letter of a request, as a stage does.
func (o *office) park(r event.Request) {
	o.t.Helper()
	headers := kafka.WayOf(r, nil).Headers()
	for key, value := range map[string]string{stage.HeaderTopic: classified, stage.HeaderPartition: "0", stage.HeaderOffset: "7", stage.HeaderStage: topic.GroupExtraction,
		stage.HeaderClass: "parked", stage.HeaderReason: "input/output error", stage.HeaderAttempts: "9"} {
		headers = append(headers, kgo.RecordHeader{Key: key, Value: []byte(value)})
	}
	if _, err := o.Produce(o.t.Context(), topic.Parked, r.ID, event.Classified{EventID: "first", Request: r}, headers...); err != nil {
		o.t.Fatal(err)
	}
}

func TestAParkedRecordGoesOnOrEndsItsRequest(t *testing.T) {
	o := newOffice(t)
	done, ended := make(chan event.Classified, 4), make(chan string, 4)
	o.run(func(ctx context.Context, rec *kgo.Record) error {
		var in event.Classified
		err := o.Decode(ctx, rec, &in)
		done <- in
		return err
	}, func(rec *kgo.Record, failure *stage.PermanentError) { ended <- string(rec.Key) + failure.Reason })
	for n := range 2 {
		o.park(event.Request{ID: fmt.Sprintf(request, n), Account: "acme", Revision: 1, Lane: event.Bulk})
	}
	for _, l := range o.awaitLetters(2, deadletter.Filter{Kind: deadletter.Parked}) {
		var err error
		if l.RequestID == fmt.Sprintf(request, 0) {
			err = o.desk.Replay(t.Context(), l.ID, deadletter.Replay{})
		} else {
			err = o.desk.Discard(t.Context(), l.ID, "somebody")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if in := <-done; in.Request.ID != fmt.Sprintf(request, 0) || in.Request.Revision != 1 || in.EventID != "first" {
		t.Errorf("what was put back is %+v", in)
	}
	if got := <-ended; !strings.HasPrefix(got, fmt.Sprintf(request, 1)+"O processamento") {
		t.Errorf("what was given up ended as %q", got)
	}
	if left := o.list(deadletter.Filter{State: deadletter.Open}); len(left) != 0 {
		t.Errorf("still open: %+v", left)
	}
}

// A record that is put back for one reader is passed over by the others of its topic.
func TestAStageLeavesWhatIsMeantForAnother(t *testing.T) {
	o := newOffice(t)
	for _, only := range []string{topic.GroupSink, topic.GroupExtraction} {
		_, err := o.ProduceRecord(t.Context(), &kgo.Record{Topic: classified, Key: []byte("k"), Value: []byte(only), Headers: []kgo.RecordHeader{{Key: stage.HeaderFor, Value: []byte(only)}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	handled := make(chan string, 4)
	o.run(func(_ context.Context, rec *kgo.Record) error {
		handled <- string(rec.Value)
		return nil
	}, func(*kgo.Record, *stage.PermanentError) {})
	if only := <-handled; only != topic.GroupExtraction { // the second of its partition
		t.Errorf("handled what is meant for %s", only)
	}
}

func TestAnExhaustedCallbackIsOrderedAnew(t *testing.T) {
	o := newOffice(t)
	d := event.Delivery{EventID: "end", RequestID: "r", Account: "acme", URL: "https://a.example/", Method: "POST", Body: []byte("{}"), Attempt: 3}
	headers := []kgo.RecordHeader{{Key: topic.AccountHeader, Value: []byte("acme")}, {Key: topic.RequestHeader, Value: []byte("r")},
		{Key: stage.HeaderStage, Value: []byte("webhook")}, {Key: stage.HeaderClass, Value: []byte("exhausted")}}
	if _, err := o.Produce(t.Context(), topic.WebhooksDead, "endpoint", d, headers...); err != nil {
		t.Fatal(err)
	}
	l := o.awaitLetters(1, deadletter.Filter{Kind: deadletter.Callback, Account: "acme"})[0]
	if l.RequestID != "r" {
		t.Errorf("the letter says %+v", l)
	}
	if err := o.desk.Replay(t.Context(), l.ID, deadletter.Replay{}); err != nil {
		t.Fatal(err)
	}
	partition, err := o.PartitionOf(t.Context(), topic.WebhooksDue, "endpoint")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := o.ReadAt(t.Context(), event.Pointer{Topic: topic.WebhooksDue, Partition: partition})
	if err != nil {
		t.Fatal(err)
	}
	var again event.Delivery
	if err := o.Decode(t.Context(), rec, &again); err != nil || again.EventID == "end" || again.Attempt != 0 || string(again.Body) != "{}" || string(rec.Key) != "endpoint" {
		t.Errorf("ordered %+v, error %v", again, err)
	}
}
