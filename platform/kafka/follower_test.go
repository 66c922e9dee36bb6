package kafka_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// view is what a follower has taken, and holds one record back where it is told to.
type view struct {
	mu    sync.Mutex
	keys  []string
	hold  string
	begun chan struct{} // closed when the record that is held back was handed over
	free  chan struct{} // closed when it may go
}

func (v *view) take(ctx context.Context, rec *kgo.Record) {
	if string(rec.Key) == v.hold {
		close(v.begun)
		select {
		case <-v.free:
		case <-ctx.Done():
			return
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.keys = append(v.keys, string(rec.Key))
}

func (v *view) has(keys ...string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, key := range keys {
		if !slices.Contains(v.keys, key) {
			return false
		}
	}
	return true
}

func newView(hold string) *view {
	return &view{hold: hold, begun: make(chan struct{}), free: make(chan struct{})}
}

// follow runs a follower of the erasures until the test ends or stop.
func follow(t *testing.T, log *kafkatest.Log, v *view, since func(context.Context) (time.Time, error)) (f *kafka.Follower, stop func()) {
	t.Helper()
	f = log.NewFollower(kafka.Following{Topic: topic.Erasures, Name: "erasures", Since: since, Take: v.take})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("following ended with %v", err)
		}
	})
	t.Cleanup(stop)
	return f, stop
}

func erase(t *testing.T, log *kafkatest.Log, key string) {
	t.Helper()
	if _, err := log.Produce(t.Context(), topic.Erasures, key, event.Erasure{RequestID: key}); err != nil {
		t.Fatal(err)
	}
}

func within(t *testing.T, d time.Duration, wait func(context.Context) error) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	return wait(ctx)
}

func TestAFollowerHoldsWhatWasAcknowledged(t *testing.T) {
	log := kafkatest.New(t)
	var before []string
	for i := range 50 {
		before = append(before, fmt.Sprint("before ", i))
		erase(t, log, before[i])
	}
	v := newView("")
	f, _ := follow(t, log, v, nil)
	if err := within(t, time.Minute, f.Ready); err != nil || !v.has(before...) {
		t.Fatalf("ready with %d of 50: %v", len(v.keys), err)
	}
	for i := range 50 {
		key := fmt.Sprint("after ", i)
		if i%2 == 0 {
			erase(t, log, key)
		} else if err := log.ProduceTx(t.Context(), []kafka.Message{{Topic: topic.Erasures, Key: key, Event: event.Erasure{RequestID: key}}}); err != nil { // its marker takes up an offset
			t.Fatal(err)
		}
		if err := within(t, time.Minute, func(ctx context.Context) error { return f.CaughtUp(ctx, key) }); err != nil || !v.has(key) {
			t.Fatalf("%s is not held after its end was reached: %v", key, err)
		}
	}
}

func TestAFollowerIsNotReadyWhileARecordIsTaken(t *testing.T) {
	log := kafkatest.New(t)
	erase(t, log, "held")
	v := newView("held")
	f, stop := follow(t, log, v, nil)
	<-v.begun
	for name, wait := range map[string]func(context.Context) error{"ready": f.Ready, "caught up": func(ctx context.Context) error { return f.CaughtUp(ctx, "held") }} {
		if err := within(t, 200*time.Millisecond, wait); err == nil {
			t.Errorf("%s while the record is being taken", name)
		}
	}
	stop() // what it was at does not count
	if err := within(t, 200*time.Millisecond, f.Ready); err == nil {
		t.Error("ready with a record that was not taken")
	}
	close(v.free)
	again := newView("")
	f, _ = follow(t, log, again, nil)
	if err := within(t, time.Minute, f.Ready); err != nil || !again.has("held") {
		t.Errorf("begun anew: %v, %v", again.keys, err)
	}
}

func TestAFollowerReadsFromATimeOn(t *testing.T) {
	log := kafkatest.New(t)
	erase(t, log, "old")
	time.Sleep(20 * time.Millisecond)
	since := time.Now()
	erase(t, log, "new")
	v, failed := newView(""), false
	f, _ := follow(t, log, v, func(context.Context) (time.Time, error) {
		if !failed { // what is away at first is asked again
			failed = true
			return time.Time{}, context.DeadlineExceeded
		}
		return since, nil
	})
	if err := within(t, time.Minute, f.Ready); err != nil || !v.has("new") || v.has("old") {
		t.Errorf("it holds %v: %v", v.keys, err)
	}
}

func TestAFollowerReadsPartitionsThatAreAdded(t *testing.T) {
	log := kafkatest.New(t)
	v := newView("")
	f, _ := follow(t, log, v, nil)
	if err := within(t, time.Minute, f.Ready); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Admin().UpdatePartitions(t.Context(), 5, log.Topic(topic.Erasures)); err != nil {
		t.Fatal(err)
	}
	for i := range 20 { // some go to the new ones, once the writer has seen them
		key := fmt.Sprint("key ", i)
		erase(t, log, key)
		if err := within(t, time.Minute, func(ctx context.Context) error { return f.CaughtUp(ctx, key) }); err != nil || !v.has(key) {
			t.Fatalf("%s is not held: %v", key, err)
		}
	}
	at, err := log.ProduceRecord(t.Context(), &kgo.Record{Topic: topic.Erasures, Key: []byte("in the last one"), Partition: 4})
	if err != nil {
		t.Fatal(err)
	}
	if err := within(t, time.Minute, func(ctx context.Context) error { return f.Reach(ctx, at.Partition, at.Offset+1) }); err != nil || !v.has("in the last one") {
		t.Errorf("partition %d is not read: %v", at.Partition, err)
	}
}
