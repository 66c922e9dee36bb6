package kafka_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"go.uber.org/goleak"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func status(id string) *event.Status {
	return &event.Status{EventID: "e-" + id, RequestID: id, Account: "a", Step: event.StepOCR, At: time.UnixMilli(1_700_000_000_000).UTC()}
}

func TestAnEventComesBackFromWhereItWasWritten(t *testing.T) {
	log := kafkatest.New(t)
	ctx := t.Context()
	var last event.Pointer
	for _, id := range []string{"one", "two", "three", "four"} {
		at, err := log.Produce(ctx, topic.Status, id, status(id), kgo.RecordHeader{Key: "h", Value: []byte("v")})
		if err != nil {
			t.Fatal(err)
		}
		partition, err := log.PartitionOf(ctx, topic.Status, id)
		if err != nil || partition != at.Partition {
			t.Errorf("PartitionOf(%s) = %d, %v; it went to %d", id, partition, err, at.Partition)
		}
		rec, err := log.ReadAt(ctx, at)
		if err != nil {
			t.Fatal(err)
		}
		var got event.Status
		if err := log.Decode(ctx, rec, &got); err != nil {
			t.Fatal(err)
		}
		if got.RequestID != id || string(rec.Key) != id || len(rec.Headers) != 1 {
			t.Errorf("read %q under key %q with %d headers, wrote %q", got.RequestID, rec.Key, len(rec.Headers), id)
		}
		end, err := log.EndOffset(ctx, topic.Status, at.Partition)
		if err != nil || end != at.Offset+1 {
			t.Errorf("EndOffset = %d, %v; want %d", end, err, at.Offset+1)
		}
		last = at
	}
	last.Offset += 10
	if _, err := log.ReadAt(ctx, last); !errors.Is(err, kafka.ErrGone) {
		t.Errorf("reading past the end: %v; want ErrGone", err)
	}
	if _, err := log.ReadAt(ctx, event.Pointer{Topic: "no.such.topic"}); err == nil {
		t.Error("read from a topic that is not there")
	}
}

func TestALargeBodyTravelsByReference(t *testing.T) {
	log := kafkatest.New(t)
	ctx := t.Context()
	random := make([]byte, 300<<10)
	_, _ = rand.Read(random)
	for name, markdown := range map[string]string{
		"small":                  "# Recibo",
		"shrinks to fit":         strings.Repeat("linha igual ", 20<<10),
		"shrinks, yet too large": strings.Repeat("linha igual ", 200<<10),
		"does not shrink":        base64.StdEncoding.EncodeToString(random),
	} {
		t.Run(name, func(t *testing.T) {
			sent := &event.Completed{EventID: "e", Extraction: event.Extraction{Markdown: markdown}}
			first, err := log.Produce(ctx, topic.Completed, "k", sent)
			if err != nil {
				t.Fatal(err)
			}
			again, err := log.Produce(ctx, topic.Completed, "k", sent)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := log.ReadAt(ctx, first)
			if err != nil {
				t.Fatal(err)
			}
			twin, err := log.ReadAt(ctx, again)
			if err != nil {
				t.Fatal(err)
			}
			if string(rec.Value) != string(twin.Value) {
				t.Error("doing it twice gave two different records")
			}
			var got event.Completed
			if err := log.Decode(ctx, rec, &got); err != nil {
				t.Fatal(err)
			}
			if got.Extraction.Markdown != markdown {
				t.Errorf("got %d bytes of markdown back, sent %d", len(got.Extraction.Markdown), len(markdown))
			}
		})
	}
}

func TestATransactionIsSeenWholeOrNotAtAll(t *testing.T) {
	log := kafkatest.New(t)
	ctx := t.Context()
	batch := func(prefix string) []kafka.Message {
		var all []kafka.Message
		for _, id := range []string{"1", "2", "3", "4", "5"} {
			all = append(all, kafka.Message{Topic: topic.Lane(topic.Submitted, event.Bulk), Key: prefix + id,
				Event: &event.Submitted{EventID: prefix + id}})
		}
		return all
	}
	if err := log.ProduceTx(ctx, batch("first")); err != nil {
		t.Fatal(err)
	}
	bad := batch("bad")
	bad = append(bad, kafka.Message{Topic: "not.there", Key: "x", Event: &event.Submitted{}})
	if err := log.ProduceTx(ctx, bad); err == nil {
		t.Fatal("a transaction to a missing topic was committed")
	}
	// A process of the same name takes over, and the old one still gets through.
	twin := log.Dial(t)
	if err := twin.ProduceTx(ctx, batch("twin")); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if err := log.ProduceTx(ctx, batch("last")); err != nil {
			t.Fatal(err)
		}
	}
	seen := readAll(t, log.Kafka, topic.Lane(topic.Submitted, event.Bulk), 30)
	for key, n := range seen {
		if strings.HasPrefix(key, "bad") {
			t.Errorf("%s of the aborted transaction was read", key)
		}
		if want := map[string]int{"first": 1, "twin": 1, "last": 4}[strings.TrimRight(key, "12345")]; n != want {
			t.Errorf("%s was read %d times, not %d", key, n, want)
		}
	}
}

// The first transaction that a client writes to a topic is over before the client knows the topic's
// partitions for good: where it is busy, some in a hundred of these were given up and said to be committed.
func TestTheFirstTransactionOnATopicIsCommitted(t *testing.T) {
	log := kafkatest.New(t)
	written := map[string]int{}
	for process := range 25 {
		cfg := log.Config
		cfg.Instance = fmt.Sprintf("pod-%d", process)
		k, err := kafka.Dial(t.Context(), cfg, kafka.Deps{})
		if err != nil {
			t.Fatal(err)
		}
		for _, lane := range []event.Lane{event.Interactive, event.Bulk, event.Deep} {
			name := topic.Lane(topic.Submitted, lane)
			written[name] += 4
			for producer := range 4 { // they take turns
				key := fmt.Sprintf("%d-%d", process, producer)
				if err := k.ProduceTx(t.Context(), []kafka.Message{{Topic: name, Key: key, Event: &event.Submitted{EventID: key}}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		k.Close()
	}
	for name, n := range written {
		if seen := readAll(t, log.Kafka, name, n); len(seen) != n { // it says how many came
			t.Errorf("%d keys of %s are read, not %d", len(seen), name, n)
		}
	}
}

// A process that comes back ends what its predecessor left open before it has
// anything to write itself.
func TestAnOpenTransactionOfADeadPredecessorEndsAtTheStart(t *testing.T) {
	log := kafkatest.New(t)
	log.NeedsMemory(t)
	cfg := log.Config
	cfg.Instance = "pod-0"
	bulk := topic.Lane(topic.Submitted, event.Bulk)
	dead, err := kgo.NewClient(kgo.SeedBrokers(cfg.Brokers...), kgo.TransactionalID(cfg.Prefix+"pod-0-2"), kgo.TransactionTimeout(10*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	defer dead.Close()
	if err := dead.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	open := &kgo.Record{Topic: log.Topic(bulk), Value: []byte("x")}
	if err := dead.ProduceSync(t.Context(), open).FirstErr(); err != nil {
		t.Fatal(err)
	}
	k, err := kafka.Dial(t.Context(), cfg, kafka.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if err := k.EndTransactions(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		stable, err := k.StableOffset(ctx, bulk, open.Partition)
		if err != nil {
			t.Fatalf("the transaction is still open: %v", err)
		}
		if stable > open.Offset {
			return
		}
	}
}

func readAll(t *testing.T, k *kafka.Kafka, name string, atLeast int) map[string]int {
	t.Helper()
	client, err := k.NewConsumer("test", kgo.ConsumeTopics(k.Topic(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	seen, n := map[string]int{}, 0
	for n < atLeast {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err0(); err != nil {
			t.Fatalf("after %d records: %v", n, err)
		}
		fetches.EachRecord(func(r *kgo.Record) { seen[string(r.Key)]++; n++ })
	}
	return seen
}
