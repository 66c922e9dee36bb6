package kafka_test

import (
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kfake"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func completed() *event.Completed {
	ev := &event.Completed{EventID: "e", Extraction: event.Extraction{Markdown: strings.Repeat("texto da página ", 300)}}
	for range 20 {
		ev.Extraction.Fields = append(ev.Extraction.Fields, event.Field{Name: "campo", Value: `"valor"`, Confidence: 0.9})
	}
	return ev
}

// What a synchronous request costs beyond the way of its document.
func BenchmarkReadAt(b *testing.B) {
	log := kafkatest.New(b, kfake.DataDir(b.TempDir()))
	at, err := log.Produce(b.Context(), topic.Completed, "k", completed())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		rec, err := log.ReadAt(b.Context(), at)
		if err != nil {
			b.Fatal(err)
		}
		var got event.Completed
		if err := log.Decode(b.Context(), rec, &got); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkProduce(b *testing.B) {
	log := kafkatest.New(b, kfake.DataDir(b.TempDir()))
	ev := completed()
	for b.Loop() {
		if _, err := log.Produce(b.Context(), topic.Completed, "k", ev); err != nil {
			b.Fatal(err)
		}
	}
}
