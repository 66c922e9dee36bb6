package stage_test

import (
	"context"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestAStormOfRebalancesLosesNothing(t *testing.T) {
	log := kafkatest.New(t)
	var handled seen
	work := func(ctx context.Context, rec *kgo.Record) error {
		select {
		case <-time.After(3 * time.Millisecond):
			handled.add(rec.Key)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	stay := run(t, config(t, log), work)
	const n = 400
	keys := numbered("k", n)
	var producing sync.WaitGroup
	producing.Go(func() { produce(t, log, keys...) })
	for range 4 {
		one, two := run(t, config(t, log), work), run(t, config(t, log), work)
		time.Sleep(150 * time.Millisecond)
		one()
		two()
	}
	producing.Wait()
	eventually(t, "every record is handled and committed", func() bool { return handled.keys() == n && lag(t, log, "test") == 0 })
	stay()
	if len(handled.order) > 2*n {
		t.Errorf("%d records were handled %d times: the work of those that left was not kept", n, len(handled.order))
	}
}

func TestWhatEndsAfterItsPartitionWasTakenAwayMovesNothing(t *testing.T) {
	log := kafkatest.New(t)
	let := make(chan struct{})   // the first owner's handlers go on
	later := make(chan struct{}) // the second owner's do
	cfg := config(t, log)
	cfg.DrainTimeout = 100 * time.Millisecond
	var first, second seen
	firstStops := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		first.add(rec.Key)
		<-let // heeds no context
		return nil
	})
	produce(t, log, numbered("k", 8)...) // both partitions get some
	eventually(t, "the first owner is at work", func() bool { return first.keys() == 4 })
	secondStops := run(t, cfg, func(ctx context.Context, rec *kgo.Record) error {
		second.add(rec.Key)
		select {
		case <-later:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	eventually(t, "a partition has moved", func() bool { return second.keys() > 0 })
	before := lag(t, log, "test")
	firstStops2 := make(chan struct{})
	go func() { defer close(firstStops2); time.Sleep(50 * time.Millisecond); close(let) }()
	<-firstStops2
	time.Sleep(200 * time.Millisecond) // late ends, and ten commits
	moved := second.keys()
	if after := lag(t, log, "test"); before-after > int64(8-moved) {
		t.Errorf("the lag fell from %d to %d, though %d records are the second owner's and not done", before, after, moved)
	}
	close(later)
	eventually(t, "all is done", func() bool { return lag(t, log, "test") == 0 })
	firstStops()
	secondStops()
}

func TestAFullQueuePausesItsPartitionAndGoesOn(t *testing.T) {
	log := kafkatest.New(t)
	registry := prometheus.NewRegistry()
	const n = 3000
	messages := make([]kafka.Message, n)
	for i, key := range numbered("k", n) {
		messages[i] = kafka.Message{Topic: in, Key: key, Event: &event.Completed{EventID: key}}
	}
	if err := log.ProduceTx(t.Context(), messages); err != nil {
		t.Fatal(err)
	}
	cfg := config(t, log)
	cfg.QueueBytes = 32 << 10
	cfg.Registerer = registry
	var handled seen
	stop := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		time.Sleep(200 * time.Microsecond)
		handled.add(rec.Key)
		return nil
	})
	var most float64
	eventually(t, "all is done, the transaction's end too", func() bool {
		most = max(most, gauge(t, registry, "lavra_stage_queue_bytes"))
		return handled.keys() == n && lag(t, log, "test") == 0
	})
	stop()
	// The bound, and two polls of 500 records of some 350 bytes on top of it.
	if most == 0 || most > 500<<10 {
		t.Errorf("%.0f bytes were queued at most", most)
	}
	if len(handled.order) != n {
		t.Errorf("%d records were handled %d times", n, len(handled.order))
	}
}

func gauge(t *testing.T, registry *prometheus.Registry, name string) (sum float64) {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			for _, m := range f.GetMetric() {
				sum += m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
	}
	return sum
}

func TestAccountsTakeTurns(t *testing.T) {
	log := kafkatest.New(t)
	produce(t, log, "gate")
	var handled seen
	open := make(chan struct{})
	cfg := config(t, log)
	cfg.Lanes = []stage.Lane{{Name: "bulk", Topics: []string{in}, Workers: 1, Fair: func(rec *kgo.Record) string {
		return strings.TrimRight(string(rec.Key), "0123456789")
	}}}
	stop := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		if string(rec.Key) == "gate" {
			<-open
		}
		handled.add(rec.Key)
		return nil
	})
	produce(t, log, numbered("large", 60)...)
	produce(t, log, numbered("small", 5)...)
	time.Sleep(300 * time.Millisecond) // all of it is queued by now
	close(open)
	eventually(t, "all is done", func() bool { return handled.keys() == 66 })
	stop()
	last := 0
	for i, key := range handled.order {
		if strings.HasPrefix(key, "small") {
			last = i
		}
	}
	if last > 14 {
		t.Errorf("the small account waited for %d records: %v", last, handled.order[:last])
	}
}

// An account whose records never end leaves a worker to the others.
func TestNoAccountHasEveryWorker(t *testing.T) {
	log := kafkatest.New(t)
	release := make(chan struct{})
	var greedy atomic.Int32
	var modest seen
	cfg := config(t, log)
	cfg.Lanes = []stage.Lane{{Name: "interactive", Topics: []string{in}, Workers: 3, Fair: stage.ByAccount}}
	stop := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		if stage.ByAccount(rec) == "modest" {
			modest.add(rec.Key)
			return nil
		}
		greedy.Add(1)
		<-release
		return nil
	})
	write := func(account string, keys []string) {
		for _, key := range keys {
			if _, err := log.Produce(t.Context(), in, key, &event.Read{}, kgo.RecordHeader{Key: topic.AccountHeader, Value: []byte(account)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("greedy", numbered("greedy", 12))
	eventually(t, "it has what it may have", func() bool { return greedy.Load() == 2 })
	write("modest", numbered("modest", 8))
	eventually(t, "the other account is done", func() bool { return modest.keys() == 8 })
	if n := greedy.Load(); n != 2 {
		t.Errorf("one account has %d of 3 workers", n)
	}
	close(release)
	eventually(t, "all is done", func() bool { return greedy.Load() == 12 })
	stop()
}

func TestBulkWorkDoesNotHoldUpInteractiveWork(t *testing.T) {
	log := kafkatest.New(t)
	bulk, interactive := topic.Lane(topic.Read, event.Bulk), topic.Lane(topic.Read, event.Interactive)
	release := make(chan struct{})
	var handled seen
	cfg := config(t, log)
	cfg.Lanes = []stage.Lane{
		{Name: "interactive", Topics: []string{interactive}, Workers: 2},
		{Name: "bulk", Topics: []string{bulk}, Workers: 2},
	}
	stop := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		handled.add(rec.Key)
		if log.Name(rec.Topic) == bulk {
			<-release
		}
		return nil
	})
	for _, key := range numbered("bulk", 20) {
		if _, err := log.Produce(t.Context(), bulk, key, &event.Read{}); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "bulk work holds its workers", func() bool { return handled.keys() == 2 })
	if _, err := log.Produce(t.Context(), interactive, "now", &event.Read{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "interactive work is done beside it", func() bool { return handled.times("now") == 1 })
	close(release)
	eventually(t, "all is done", func() bool { return handled.keys() == 21 })
	stop()
}

func TestARecordThatTakesLongHoldsUpOnlyTheCheckpoint(t *testing.T) {
	log := kafkatest.New(t)
	release := make(chan struct{})
	var handled seen
	stop := run(t, config(t, log), func(_ context.Context, rec *kgo.Record) error {
		if string(rec.Key) == "long" {
			<-release
		}
		handled.add(rec.Key)
		return nil
	})
	produce(t, log, "long")
	produce(t, log, numbered("k", 50)...)
	eventually(t, "the others are done", func() bool { return handled.keys() == 50 })
	time.Sleep(100 * time.Millisecond)
	if lag(t, log, "test") == 0 {
		t.Error("the checkpoint passed a record that is not done")
	}
	close(release)
	eventually(t, "the checkpoint follows", func() bool { return lag(t, log, "test") == 0 })
	stop()
}

func TestTheBrokerGoesAwayAndComesBack(t *testing.T) {
	port := freePort(t)
	dir := t.TempDir()
	opts := []kfake.Opt{kfake.Ports(port), kfake.DataDir(dir)}
	log := kafkatest.New(t, opts...)
	var handled seen
	var failing atomic.Bool
	stop := run(t, config(t, log), func(ctx context.Context, rec *kgo.Record) error {
		if _, err := log.Produce(ctx, topic.Dead, string(rec.Key), &event.Completed{}); err != nil {
			failing.Store(true)
			return err
		}
		handled.add(rec.Key)
		return nil
	})
	produce(t, log, numbered("before", 10)...)
	eventually(t, "work is done", func() bool { return handled.keys() == 10 })
	log.Cluster.Close()
	time.Sleep(300 * time.Millisecond)
	again, err := kfake.NewCluster(append([]kfake.Opt{kfake.NumBrokers(1)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	produce(t, log, numbered("after", 10)...)
	eventually(t, "work goes on", func() bool { return handled.keys() == 20 && lag(t, log, "test") == 0 })
	stop()
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, text, _ := net.SplitHostPort(l.Addr().String())
	port, _ := strconv.Atoi(text)
	return port
}
