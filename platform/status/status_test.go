package status_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"
	"go.uber.org/goleak"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newID(t testing.TB) string {
	t.Helper()
	id, err := uuid.NewV7()
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

// start runs an index until the test ends, or earlier when stop is called.
func start(t *testing.T, log *kafkatest.Log, cfg status.Config) *status.Index {
	t.Helper()
	if cfg.Patience == 0 {
		cfg.Patience = 30 * time.Second // what is tested is never the speed of a busy machine
	}
	x, err := status.New(cfg, status.Deps{Kafka: log.Kafka})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- x.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the index ended with %v", err)
		}
	})
	ready, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := x.Ready(ready); err != nil {
		t.Fatal(err)
	}
	return x
}

func produce(t *testing.T, log *kafkatest.Log, topicName, key string, ev any) event.Pointer {
	t.Helper()
	at, err := log.Produce(t.Context(), topicName, key, ev)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func submitted(id string) event.Submitted {
	return event.Submitted{EventID: "e", Request: event.Request{
		ID: id, Account: "acme", Revision: 1, Operation: event.Extract, Lane: event.Interactive,
		DocumentType: new("BOLETO"), AcceptedAt: time.UnixMilli(1_800_000_000_000).UTC(),
	}}
}

func at(id string, rank int32, step event.Step) event.Status {
	return event.Status{EventID: fmt.Sprint(id, rank), RequestID: id, Account: "acme", Lane: event.Interactive, Revision: 1,
		Rank: rank, Step: step, AcceptedAt: time.UnixMilli(1_800_000_000_000).UTC(), At: time.UnixMilli(1_800_000_000_000 + int64(rank)).UTC()}
}

func ended(id string, outcome event.Outcome) event.Status {
	s := at(id, 100, event.StepCompleted)
	s.Outcome, s.Completed = &outcome, &event.Pointer{Topic: topic.Completed, Partition: 1, Offset: 7}
	return s
}

func mustCatchUp(t *testing.T, x *status.Index, id string) {
	t.Helper()
	if err := x.CaughtUp(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

func TestARequestIsSeenFromItsSubmissionToItsEnd(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{})
	id := newID(t)
	if _, ok := x.Get(id); ok {
		t.Fatal("known before it was submitted")
	}
	place := produce(t, log, topic.Lane(topic.Submitted, event.Interactive), id, submitted(id))
	mustCatchUp(t, x, id)
	s, ok := x.Get(id)
	if !ok || s.Step != event.StepReceived || s.Terminal() || s.Account != "acme" || *s.DocumentType != "BOLETO" || s.Submitted == nil || *s.Submitted != place {
		t.Fatalf("after submission: %v %+v", ok, s)
	}
	waited := make(chan status.State, 1)
	go func() {
		s, err := x.Wait(t.Context(), id)
		if err != nil {
			t.Error(err)
		}
		waited <- s
	}()
	produce(t, log, topic.Status, id, at(id, 3, event.StepExtraction))
	produce(t, log, topic.Status, id, at(id, 1, event.StepOCR)) // late: it must not win
	mustCatchUp(t, x, id)
	if s, _ := x.Get(id); s.Step != event.StepExtraction {
		t.Errorf("after a late status the step is %s", s.Step)
	}
	produce(t, log, topic.Status, id, ended(id, event.Success))
	produce(t, log, topic.Status, id, ended(id, event.Failed)) // a second end: the first is the truth
	mustCatchUp(t, x, id)
	s, _ = x.Get(id)
	if s.Outcome != event.Success || s.Completed == nil || s.Completed.Offset != 7 || s.Submitted == nil {
		t.Errorf("at the end: %+v", s)
	}
	if s := <-waited; s.Outcome != event.Success {
		t.Errorf("the waiter was told %s", s.Outcome)
	}
}

func TestTheTextIsKnownFromTheStepThatToldOfIt(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{})
	read := time.UnixMilli(1_800_000_000_500).UTC()
	told := func(id string, rank int32, step event.Step, offset int64) event.Status { // offset -1: nothing readable
		s := at(id, rank, step)
		s.TextAt = &read
		if offset >= 0 {
			s.Text = &event.Pointer{Topic: topic.Lane(topic.Read, event.Interactive), Partition: 2, Offset: offset}
		}
		return s
	}
	again := func(id string) event.Status {
		s := at(id, 1, event.StepOCR)
		s.Revision = 2
		return s
	}
	for name, c := range map[string]struct {
		statuses func(id string) []event.Status
		step     event.Step
		offset   int64 // -1: nowhere
		known    bool
	}{
		"not read":         {func(id string) []event.Status { return []event.Status{at(id, 1, event.StepOCR)} }, event.StepOCR, -1, false},
		"read":             {func(id string) []event.Status { return []event.Status{told(id, 2, event.StepClassification, 5)} }, event.StepClassification, 5, true},
		"nothing readable": {func(id string) []event.Status { return []event.Status{told(id, 2, event.StepClassification, -1)} }, event.StepClassification, -1, true},
		"a step without it": {func(id string) []event.Status {
			return []event.Status{told(id, 2, event.StepClassification, 5), at(id, 3, event.StepExtraction)}
		}, event.StepExtraction, 5, true},
		"a late step tells": {func(id string) []event.Status {
			return []event.Status{at(id, 3, event.StepExtraction), told(id, 2, event.StepClassification, 5)}
		}, event.StepExtraction, 5, true},
		"a newer place": {func(id string) []event.Status {
			return []event.Status{told(id, 2, event.StepClassification, 5), told(id, 3, event.StepExtraction, 6)}
		}, event.StepExtraction, 6, true},
		"an older place, late": {func(id string) []event.Status {
			return []event.Status{told(id, 3, event.StepExtraction, 6), told(id, 2, event.StepClassification, 5)}
		}, event.StepExtraction, 6, true},
		"another run": {func(id string) []event.Status {
			return []event.Status{told(id, 2, event.StepClassification, 5), again(id)}
		}, event.StepOCR, -1, false},
		"an earlier run, late": {func(id string) []event.Status {
			return []event.Status{again(id), told(id, 2, event.StepClassification, 5)}
		}, event.StepOCR, -1, false},
	} {
		t.Run(name, func(t *testing.T) {
			id := newID(t)
			for _, s := range c.statuses(id) {
				produce(t, log, topic.Status, id, s)
			}
			mustCatchUp(t, x, id)
			s, _ := x.Get(id)
			offset := int64(-1)
			if s.Text != nil {
				offset = s.Text.Offset
			}
			if s.Step != c.step || offset != c.offset || s.TextAt.Equal(read) != c.known || s.TextAt.IsZero() == c.known {
				t.Errorf("step %s, text at offset %d, read at %v", s.Step, offset, s.TextAt)
			}
		})
	}
}

func TestAStepAfterAStartStillTellsWhereTheRequestStands(t *testing.T) {
	log := kafkatest.New(t)
	id := newID(t)
	place := produce(t, log, topic.Lane(topic.Submitted, event.Interactive), id, submitted(id))
	time.Sleep(20 * time.Millisecond)
	x := start(t, log, status.Config{Back: time.Millisecond})
	s := at(id, 3, event.StepExtraction)
	s.Submitted = &place
	produce(t, log, topic.Status, id, s)
	produce(t, log, topic.Status, id, at(id, 4, event.StepGeometry)) // by a build that does not tell
	mustCatchUp(t, x, id)
	if s, _ := x.Get(id); s.Step != event.StepGeometry || s.Submitted == nil || *s.Submitted != place {
		t.Errorf("got %+v", s)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := x.Wait(ctx, newID(t)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestABatchIsSeenWholeOrKnownToBeIncomplete(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{})
	batch := newID(t)
	var messages []kafka.Message
	ids := make([]string, 5)
	for i := range ids {
		ids[i] = newID(t)
		ev := submitted(ids[i])
		ev.Request.Lane, ev.Request.ReferenceID = event.Bulk, new("pedido")
		ev.Request.File.Name = fmt.Sprintf("%d.pdf", i)
		ev.Request.Batch = &event.Batch{ID: batch, Index: int32(i), Total: 5}
		messages = append(messages, kafka.Message{Topic: topic.Lane(topic.Submitted, event.Bulk), Key: ids[i], Event: ev})
	}
	if err := log.ProduceTx(t.Context(), messages); err != nil {
		t.Fatal(err)
	}
	if err := x.AllCaughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	b, ok := x.Batch(batch)
	if !ok || !b.Complete() || b.Account != "acme" || *b.ReferenceID != "pedido" {
		t.Fatalf("%v %+v", ok, b)
	}
	for i, item := range b.Items {
		if item.RequestID != ids[i] || item.Filename != fmt.Sprintf("%d.pdf", i) || item.BatchID != batch {
			t.Errorf("item %d: %+v", i, item)
		}
	}
	if id, ok := x.NewestBatch("acme", "pedido"); !ok || id != batch {
		t.Errorf("newest batch by reference: %q %v", id, ok)
	}
	if _, ok := x.NewestBatch("other", "pedido"); ok {
		t.Error("another account finds the batch")
	}
}

func TestAFullIndexForgetsTheOldestAndSaysSo(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{Capacity: 3})
	ids := make([]string, 5)
	for i := range ids {
		ids[i] = newID(t)
		produce(t, log, topic.Lane(topic.Submitted, event.Interactive), ids[i], submitted(ids[i]))
		mustCatchUp(t, x, ids[i])
	}
	for i, id := range ids {
		if _, ok := x.Get(id); ok != (i >= 2) {
			t.Errorf("request %d held: %v", i, ok)
		}
	}
	name := topic.Lane(topic.Submitted, event.Interactive)
	partition, err := log.PartitionOf(t.Context(), name, ids[1])
	if err != nil {
		t.Fatal(err)
	}
	if held, ok := x.Held(name, partition); !ok || held == 0 {
		t.Errorf("after forgetting, partition %d counts as held from %d", partition, held)
	}
}

func TestAnIndexThatCannotCatchUpSaysSo(t *testing.T) {
	log := kafkatest.New(t)
	x, err := status.New(status.Config{Patience: 50 * time.Millisecond}, status.Deps{Kafka: log.Kafka})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.CaughtUp(t.Context(), newID(t)); !errors.Is(err, status.ErrBehind) {
		t.Errorf("an index that does not run said %v", err)
	}
}

func TestWhatIsOlderThanTheIndexIsNotRead(t *testing.T) {
	log := kafkatest.New(t)
	old := newID(t)
	produce(t, log, topic.Status, old, at(old, 1, event.StepOCR))
	time.Sleep(20 * time.Millisecond)
	x := start(t, log, status.Config{Back: time.Millisecond})
	if _, ok := x.Get(old); ok {
		t.Error("read from before its start")
	}
	partition, err := log.PartitionOf(t.Context(), topic.Status, old)
	if err != nil {
		t.Fatal(err)
	}
	if held, ok := x.Held(topic.Status, partition); !ok || held != 1 {
		t.Errorf("held from %d, want 1", held)
	}
}

// Where too much was written, the index begins later: with all topics at one time, so
// that no request seems to wait whose end was passed over.
func TestAStartReadsNoMoreThanItMay(t *testing.T) {
	log := kafkatest.New(t)
	client, err := kgo.NewClient(kgo.SeedBrokers(log.Config.Brokers...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	write := func(name string, ago time.Duration) {
		t.Helper()
		rec := &kgo.Record{Topic: log.Topic(name), Key: []byte("nobody"), Value: []byte("none of ours"), Timestamp: time.Now().Add(-ago)}
		if err := client.ProduceSync(t.Context(), rec).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 { // 40 to 31 minutes ago there was much
		write(topic.Status, 40*time.Minute)
	}
	write(topic.Lane(topic.Submitted, event.Bulk), 35*time.Minute)
	id := newID(t)
	place := produce(t, log, topic.Lane(topic.Submitted, event.Interactive), id, submitted(id))
	x := start(t, log, status.Config{StartRecords: 50})
	if s, ok := x.Get(id); !ok || *s.Submitted != place {
		t.Errorf("what is young is not known: %+v, %v", s, ok)
	}
	for _, name := range []string{topic.Status, topic.Lane(topic.Submitted, event.Bulk)} {
		partition, err := log.PartitionOf(t.Context(), name, "nobody")
		if err != nil {
			t.Fatal(err)
		}
		if held, ok := x.Held(name, partition); !ok || held == 0 {
			t.Errorf("%s is held from %d, %v: half an hour ago it stood elsewhere", name, held, ok)
		}
	}
}

// An accepted request is known even where the record that accepted it cannot be read.
func TestARequestWhoseRecordCannotBeReadIsKnownByItsHeaders(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{})
	id := newID(t)
	r := submitted(id).Request
	broken := &kgo.Record{Topic: topic.Lane(topic.Submitted, r.Lane), Key: []byte(id), Value: []byte("nothing of ours"), Headers: kafka.WayOf(r, nil).Headers()}
	if _, err := log.ProduceRecord(t.Context(), broken); err != nil {
		t.Fatal(err)
	}
	mustCatchUp(t, x, id)
	s, ok := x.Get(id)
	if !ok || s.Account != "acme" || s.Step != event.StepReceived || s.Terminal() || s.Submitted == nil {
		t.Errorf("it is known as %+v, %v", s, ok)
	}
}

// What was acknowledged behind a transaction that its process left open is seen all the same.
func TestAnOpenTransactionHidesNothingThatWasAccepted(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{})
	bulk := topic.Lane(topic.Submitted, event.Bulk)
	accepted, pending := newID(t), ""
	partition, err := log.PartitionOf(t.Context(), bulk, accepted)
	if err != nil {
		t.Fatal(err)
	}
	for own := int32(-1); own != partition; { // an identifier of the same partition
		pending = newID(t)
		if own, err = log.PartitionOf(t.Context(), bulk, pending); err != nil {
			t.Fatal(err)
		}
	}
	// Left open: it is neither committed nor aborted while the test runs.
	client, err := kgo.NewClient(kgo.SeedBrokers(log.Config.Brokers...), kgo.TransactionalID("dead"), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	if err := client.ProduceSync(t.Context(), &kgo.Record{Topic: log.Topic(bulk), Partition: partition, Key: []byte(pending), Value: []byte("x")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	produce(t, log, bulk, accepted, submitted(accepted))
	mustCatchUp(t, x, accepted)
	if s, ok := x.Get(accepted); !ok || s.Submitted == nil {
		t.Errorf("the request is known as %+v, %v", s, ok)
	}
	// Whether the transaction's own request was accepted is not known before it ends: its
	// commit may be acknowledged while the markers are still to be written.
	short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := x.CaughtUp(short, pending); !errors.Is(err, status.ErrBehind) {
		t.Errorf("of a request in an open transaction the index says %v", err)
	}
	if _, ok := x.Get(pending); ok {
		t.Error("a request that was never accepted is known")
	}
}

// Partitions that a topic gets while the index runs are read like the others.
func TestPartitionsAddedWhileRunningAreRead(t *testing.T) {
	log := kafkatest.New(t)
	x := start(t, log, status.Config{})
	before := newID(t)
	produce(t, log, topic.Lane(topic.Submitted, event.Interactive), before, submitted(before))
	names := []string{log.Topic(topic.Status), log.Topic(topic.Lane(topic.Submitted, event.Interactive)), log.Topic(topic.Lane(topic.Submitted, event.Bulk))}
	added, err := log.Admin().CreatePartitions(t.Context(), 6, names...)
	if err == nil {
		err = added.Error()
	}
	if err != nil {
		t.Fatal(err)
	}
	other := log.Dial(t) // a process that knows the new layout from its start
	for range 20 {
		id := newID(t)
		if _, err := other.Produce(t.Context(), topic.Lane(topic.Submitted, event.Interactive), id, submitted(id)); err != nil {
			t.Fatal(err)
		}
		if _, err := other.Produce(t.Context(), topic.Status, id, ended(id, event.Success)); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if s, err := x.Wait(ctx, id); err != nil || !s.Terminal() {
			t.Fatalf("its end was not seen: %+v, %v", s, err)
		}
		cancel()
	}
	mustCatchUp(t, x, before)
	if _, ok := x.Get(before); !ok {
		t.Error("a request of before is no longer known")
	}
}
