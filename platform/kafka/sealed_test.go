package kafka_test

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// withKeys is another process on the log, with data keys of these names.
func withKeys(t *testing.T, log *kafkatest.Log, names ...string) *kafka.Kafka {
	t.Helper()
	var list []string
	for _, name := range names {
		list = append(list, name+":"+strings.Repeat(hex.EncodeToString([]byte(name)), 32))
	}
	keys, err := blob.ParseKeys(strings.Join(list, ","))
	if err != nil {
		t.Fatal(err)
	}
	k, err := kafka.Dial(t.Context(), log.Config, kafka.Deps{Blobs: log.Blobs, Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return k
}

// write gives the record that a process writes of a text, and as it stands in the log.
func write(t *testing.T, log *kafkatest.Log, k *kafka.Kafka, markdown string) *kgo.Record {
	t.Helper()
	at, err := k.Produce(t.Context(), topic.Completed, "request", event.Completed{Extraction: event.Extraction{Markdown: markdown}})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := log.ReadAt(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func markdown(t *testing.T, k *kafka.Kafka, rec *kgo.Record) (string, error) {
	t.Helper()
	var ev event.Completed
	err := k.Decode(t.Context(), rec, &ev)
	return ev.Extraction.Markdown, err
}

func TestNoWordOfADocumentStandsInTheLog(t *testing.T) {
	log := kafkatest.New(t)
	k := withKeys(t, log, "a")
	for name, text := range map[string]string{
		"short": "segredo de Maria da Silva", "long": strings.Repeat("segredo de Maria da Silva\n", 5000),
		"too large for the log": "segredo de Maria da Silva" + noise(200<<10),
	} {
		rec := write(t, log, k, text)
		if bytes.Contains(rec.Value, []byte("segredo")) || bytes.Contains(rec.Value, []byte("Maria")) {
			t.Errorf("%s: it stands in the log", name)
		}
		if got, err := markdown(t, k, rec); got != text || err != nil {
			t.Errorf("%s: %d characters come back of %d: %v", name, len(got), len(text), err)
		}
		value, err := k.Refer(t.Context(), rec.Value) // as a callback that waits does
		if err != nil {
			t.Fatal(err)
		}
		if got, err := markdown(t, k, &kgo.Record{Topic: rec.Topic, Key: []byte("lane"), Value: value,
			Headers: []kgo.RecordHeader{{Key: topic.RequestHeader, Value: []byte("request")}}}); got != text || err != nil {
			t.Errorf("%s: written again, %d characters come back of %d: %v", name, len(got), len(text), err)
		}
	}
}

func noise(n int) string {
	raw := make([]byte, n/2)
	rand.Read(raw)
	return hex.EncodeToString(raw) + rand.Text()
}

func TestDataKeysAreChangedWithoutLosingARecord(t *testing.T) {
	log := kafkatest.New(t)
	first, both := withKeys(t, log, "a"), withKeys(t, log, "b", "a")
	for name, rec := range map[string]*kgo.Record{"plain": write(t, log, log.Kafka, "x"), "the first key": write(t, log, first, "x"), "the second": write(t, log, both, "x")} {
		if got, err := markdown(t, both, rec); got != "x" || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	// A key that is missing may come back: the record is not given up.
	for name, k := range map[string]*kafka.Kafka{"the first key only": first, "none": log.Kafka} {
		if got, err := markdown(t, k, write(t, log, both, "x")); got != "" || !errors.Is(err, blob.ErrKey) || errors.Is(err, kafka.ErrUndecodable) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// Who can write the log cannot have a document read under another request.
func TestASealedRecordOpensForItsRequestOnly(t *testing.T) {
	log := kafkatest.New(t)
	k := withKeys(t, log, "a")
	good := write(t, log, k, "segredo")
	flipped := bytes.Clone(good.Value)
	flipped[len(flipped)-1] ^= 1
	for name, rec := range map[string]*kgo.Record{
		"another key":     {Topic: good.Topic, Key: []byte("other"), Value: good.Value},
		"another request": {Topic: good.Topic, Key: good.Key, Value: good.Value, Headers: []kgo.RecordHeader{{Key: topic.RequestHeader, Value: []byte("other")}}},
		"changed":         {Topic: good.Topic, Key: good.Key, Value: flipped},
		"cut":             {Topic: good.Topic, Key: good.Key, Value: good.Value[:30]},
		"cut in its name": {Topic: good.Topic, Key: good.Key, Value: good.Value[:7]},
	} {
		if got, err := markdown(t, k, rec); got != "" || !errors.Is(err, kafka.ErrUndecodable) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func BenchmarkSealedRecord(b *testing.B) {
	keys, err := blob.ParseKeys("a:" + strings.Repeat("ab", 32))
	if err != nil {
		b.Fatal(err)
	}
	value := make([]byte, 4<<10)
	b.SetBytes(int64(len(value)))
	for b.Loop() {
		sealed, err := keys.SealRecord(value, "request")
		if err == nil {
			_, err = keys.OpenRecord(sealed, "request")
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
