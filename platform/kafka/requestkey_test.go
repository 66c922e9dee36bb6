package kafka_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// process is one with data keys that gives each request a key of its own, over a folder.
func process(t testing.TB, log *kafkatest.Log, folder string, own bool, list string) *kafka.Kafka {
	t.Helper()
	keys, err := blob.ParseKeys(list)
	if err != nil {
		t.Fatal(err)
	}
	store, err := blob.Open(t.Context(), "file://"+folder, blob.WithKeys(keys))
	if err == nil {
		err = store.Bind(t.Context(), "this", true)
	}
	if err != nil {
		t.Fatal(err)
	}
	k, err := kafka.Dial(t.Context(), log.Config, kafka.Deps{Blobs: store, Keys: keys, OwnKeys: own})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close(); store.Close() })
	return k
}

var firstKey, secondKey = "a:" + strings.Repeat("ab", 32), "b:" + strings.Repeat("cd", 32)

func writeOf(t *testing.T, k *kafka.Kafka, id string) *kgo.Record {
	t.Helper()
	rec, err := k.NewRecord(t.Context(), kafka.Message{Topic: topic.Completed, Key: id, Event: event.Completed{Extraction: event.Extraction{Markdown: "segredo " + id}}})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestARequestsRecordsOpenAsLongAsItsKeyIsThere(t *testing.T) {
	log, folder := kafkatest.New(t), t.TempDir()
	writer, reader := process(t, log, folder, true, firstKey), process(t, log, folder, true, firstKey)
	gone, kept := newID(t), newID(t)
	records := map[string]*kgo.Record{gone: writeOf(t, writer, gone), kept: writeOf(t, writer, kept)}
	rotated := process(t, log, folder, true, secondKey+","+firstKey)
	for id, rec := range records {
		for name, k := range map[string]*kafka.Kafka{"its writer": writer, "another": reader, "one with a newer data key": rotated, "one that makes none": process(t, log, folder, false, firstKey)} {
			if got, err := markdown(t, k, rec); got != "segredo "+id || err != nil {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
		if got, err := markdown(t, process(t, log, folder, true, secondKey), rec); got != "" || !errors.Is(err, blob.ErrKey) || errors.Is(err, kafka.ErrUndecodable) {
			t.Errorf("without the data key: %q, %v", got, err)
		}
	}
	moved := *records[kept]
	moved.Key = []byte(gone)
	if got, err := markdown(t, reader, &moved); got != "" || !errors.Is(err, kafka.ErrUndecodable) {
		t.Errorf("under another request: %q, %v", got, err)
	}
	if err := reader.ForgetKey(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	writer.DropKey(gone)
	for name, k := range map[string]*kafka.Kafka{"its writer": writer, "who forgot it": reader, "who starts then": process(t, log, folder, true, firstKey)} {
		if got, err := markdown(t, k, records[gone]); got != "" || !errors.Is(err, kafka.ErrForgotten) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if got, err := markdown(t, k, records[kept]); got != "segredo "+kept || err != nil {
			t.Errorf("%s, of the other: %q, %v", name, got, err)
		}
	}
}

// Two processes that accept the same call, after one seemed to be dead, have one key.
func TestProcessesAgreeOnARequestsKey(t *testing.T) {
	log, folder := kafkatest.New(t), t.TempDir()
	reader := process(t, log, folder, true, firstKey)
	one, two := process(t, log, folder, true, firstKey), process(t, log, folder, true, firstKey)
	for range 20 {
		id := newID(t)
		for _, k := range []*kafka.Kafka{one, two} {
			rec, err := k.NewRecord(t.Context(), kafka.Message{Topic: topic.Lane(topic.Submitted, event.Bulk), Key: id, Event: event.Submitted{EventID: "e", Request: event.Request{ID: id, Lane: event.Bulk}}})
			if err != nil {
				t.Fatal(err)
			}
			var ev event.Submitted
			if err := reader.Decode(t.Context(), rec, &ev); err != nil || ev.Request.ID != id {
				t.Fatalf("%q, %v", ev.Request.ID, err)
			}
		}
	}
}

func TestKeysOfManyRecordsAreFoundBesideEachOther(t *testing.T) {
	log, folder := kafkatest.New(t), t.TempDir()
	writer, reader := process(t, log, folder, true, firstKey), process(t, log, folder, true, firstKey)
	var messages []kafka.Message
	for i := range 100 {
		id := newID(t)
		messages = append(messages, kafka.Message{Topic: topic.Lane(topic.Submitted, event.Bulk), Key: id,
			Event: event.Submitted{Request: event.Request{ID: id, Lane: event.Bulk, Batch: &event.Batch{ID: "b", Index: int32(i), Total: 100}}}})
	}
	if err := writer.ProduceTx(t.Context(), messages); err != nil {
		t.Fatal(err)
	}
	var records []*kgo.Record
	for _, m := range messages {
		rec, err := writer.NewRecord(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, rec)
	}
	if !reader.NeedsKey(records[0]) {
		t.Error("it has a key that it never read")
	}
	reader.FetchKeys(t.Context(), records)
	for i, rec := range records {
		if reader.NeedsKey(rec) {
			t.Fatalf("the key of record %d is not there", i)
		}
	}
}

func newID(t *testing.T) string {
	t.Helper()
	return uuid.Must(uuid.NewV7()).String()
}

// What a request costs whose six records are written and each read by a process that did not
// write it.
func BenchmarkRecordsOfARequest(b *testing.B) {
	log := kafkatest.New(b)
	for _, own := range []bool{false, true} {
		b.Run(fmt.Sprintf("own key %v", own), func(b *testing.B) {
			folder := b.TempDir()
			processes := []*kafka.Kafka{process(b, log, folder, own, firstKey), process(b, log, folder, own, firstKey), process(b, log, folder, own, firstKey)}
			text := strings.Repeat("segredo de Maria da Silva\n", 200)
			for b.Loop() {
				id := uuid.Must(uuid.NewV7()).String()
				for i := range 6 {
					m := kafka.Message{Topic: topic.Completed, Key: id, Event: event.Completed{Extraction: event.Extraction{Markdown: text}}}
					rec, err := processes[i%3].NewRecord(b.Context(), m)
					var ev event.Completed
					if err == nil {
						err = processes[(i+1)%3].Decode(b.Context(), rec, &ev)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
