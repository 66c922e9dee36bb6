package status_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// BenchmarkStart measures how long an index takes until it is ready, with so many
// requests of its last hour in the log, each with a status a step:
// go test -bench Start -benchtime 100000x -run '^$' ./status
func BenchmarkStart(b *testing.B) {
	log := kafkatest.New(b)
	fillLog(b, log, b.N)
	x, err := status.New(status.Config{Patience: time.Minute}, status.Deps{Kafka: log.Dial(b)})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	done := make(chan error, 1)
	b.ResetTimer()
	go func() { done <- x.Run(ctx) }()
	if err := x.Ready(ctx); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
	stop()
	if err := <-done; err != nil {
		b.Error(err)
	}
}

// fillLog writes what n requests leave in the topics of the index.
func fillLog(b *testing.B, log *kafkatest.Log, n int) {
	b.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(log.Config.Brokers...), kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil)), kgo.MaxBufferedRecords(100_000))
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	// A record's first bytes name its schema: those of one that was written as a service does.
	id := newID(b)
	heads := map[string][]byte{}
	for name, ev := range map[string]any{topic.Lane(topic.Submitted, event.Interactive): submitted(id), topic.Status: ended(id, event.Success)} {
		at, err := log.Produce(b.Context(), name, id, ev)
		if err != nil {
			b.Fatal(err)
		}
		rec, err := log.ReadAt(b.Context(), at)
		if err != nil {
			b.Fatal(err)
		}
		heads[name] = rec.Value[:5]
	}
	write := func(name, id string, ev any) {
		value, err := event.Encode(bytes.Clone(heads[name]), ev)
		if err != nil {
			b.Fatal(err)
		}
		client.Produce(b.Context(), &kgo.Record{Topic: log.Topic(name), Key: []byte(id), Value: value}, func(_ *kgo.Record, err error) {
			if err != nil {
				b.Error(err)
			}
		})
	}
	for i := range n {
		id := newID(b)
		accepted := submitted(id)
		accepted.Request.File = event.File{URI: "files/" + id, Name: fmt.Sprintf("documento-%d.pdf", i)}
		write(topic.Lane(topic.Submitted, event.Interactive), id, accepted)
		for rank, step := range []event.Step{event.StepOCR, event.StepClassification, event.StepExtraction, event.StepGeometry} {
			write(topic.Status, id, at(id, int32(rank+1), step))
		}
		write(topic.Status, id, ended(id, event.Success))
	}
	if err := client.Flush(b.Context()); err != nil {
		b.Fatal(err)
	}
}
