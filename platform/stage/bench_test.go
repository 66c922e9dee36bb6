package stage_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// BenchmarkWay sends one-page documents down the four stages of the way, with
// handlers that only decode, pass on and report their status: ten records a
// document, four documents at once. cpu-ms/doc is that of the whole process, the broker included.
func BenchmarkWay(b *testing.B) {
	log := kafkatest.New(b, kfake.DataDir(b.TempDir()))
	ctx, cancel := context.WithCancel(b.Context())
	var stages sync.WaitGroup
	var ended sync.Map
	run := func(name, from string, pass func(ctx context.Context, rec *kgo.Record) error) {
		stages.Go(func() {
			err := stage.Run(ctx, stage.Config{Kafka: log.Kafka, Name: name, Topics: []string{from}, Workers: 3, Registerer: prometheus.NewRegistry()}, pass)
			if err != nil {
				b.Error(err)
			}
		})
	}
	in := func(name string) string { return topic.Lane(name, event.Interactive) }
	report := func(ctx context.Context, id string, step event.Step) error {
		_, err := log.Produce(ctx, topic.Status, id, &event.Status{EventID: id, RequestID: id, Account: "account", Step: step, At: time.Now(), AcceptedAt: time.Now()})
		return err
	}
	reading := onePage()
	run("ocr", in(topic.Submitted), func(ctx context.Context, rec *kgo.Record) error {
		var ev event.Submitted
		if err := log.Decode(ctx, rec, &ev); err != nil {
			return err
		}
		if err := report(ctx, ev.Request.ID, event.StepOCR); err != nil {
			return err
		}
		_, err := log.Produce(ctx, in(topic.Read), ev.Request.ID, &event.Read{EventID: "e", Request: ev.Request, Reading: reading})
		return err
	})
	run("classification", in(topic.Read), func(ctx context.Context, rec *kgo.Record) error {
		var ev event.Read
		if err := log.Decode(ctx, rec, &ev); err != nil {
			return err
		}
		if err := report(ctx, ev.Request.ID, event.StepClassification); err != nil {
			return err
		}
		_, err := log.Produce(ctx, in(topic.Classified), ev.Request.ID, &event.Classified{EventID: "e", Request: ev.Request, Reading: ev.Reading})
		return err
	})
	run("extraction", in(topic.Classified), func(ctx context.Context, rec *kgo.Record) error {
		var ev event.Classified
		if err := log.Decode(ctx, rec, &ev); err != nil {
			return err
		}
		if err := report(ctx, ev.Request.ID, event.StepExtraction); err != nil {
			return err
		}
		_, err := log.Produce(ctx, in(topic.Extracted), ev.Request.ID, &event.Extracted{EventID: "e", Request: ev.Request, Reading: ev.Reading, Extraction: event.Extraction{Markdown: strings.Repeat("texto da página ", 150)}})
		return err
	})
	run("geometry", in(topic.Extracted), func(ctx context.Context, rec *kgo.Record) error {
		var ev event.Extracted
		if err := log.Decode(ctx, rec, &ev); err != nil {
			return err
		}
		if _, err := log.Produce(ctx, topic.Completed, ev.Request.ID, &event.Completed{EventID: "e", Request: ev.Request, Extraction: ev.Extraction}); err != nil {
			return err
		}
		if err := report(ctx, ev.Request.ID, event.StepCompleted); err != nil {
			return err
		}
		if end, ok := ended.Load(ev.Request.ID); ok {
			close(end.(chan struct{}))
		}
		return nil
	})
	send := func(id string) {
		end := make(chan struct{})
		ended.Store(id, end)
		if _, err := log.Produce(ctx, in(topic.Submitted), id, &event.Submitted{EventID: "e", Request: event.Request{ID: id, Account: "account", AcceptedAt: time.Now()}}); err != nil {
			b.Error(err)
			return
		}
		<-end
	}
	for i := range 20 {
		send(fmt.Sprint("warm", i))
	}
	b.ResetTimer()
	before, took := cpu(), time.Now()
	var clients sync.WaitGroup
	ids := make(chan int)
	for range 4 {
		clients.Go(func() {
			for i := range ids {
				send(fmt.Sprint(i))
			}
		})
	}
	for i := range b.N {
		ids <- i
	}
	close(ids)
	clients.Wait()
	b.ReportMetric(float64((cpu()-before).Microseconds())/1000/float64(b.N), "cpu-ms/doc")
	b.ReportMetric(float64(time.Since(took).Microseconds())/1000/float64(b.N)*4, "ms/doc")
	b.StopTimer()
	cancel()
	stages.Wait()
}

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// onePage is a dense page: 60 lines of 8 words.
func onePage() event.Reading {
	page := event.Page{Number: 1, Width: 595, Height: 842, Source: "text"}
	for i := range 60 {
		words := fmt.Sprintf("Linha %d com R$ 1.234,%02d pagos em São Paulo", i, i)
		boxes := make([]byte, 9*len(strings.Fields(words)))
		for j := range boxes {
			boxes[j] = byte(i*31 + j*17)
		}
		page.Lines = append(page.Lines, event.Line{Text: words, Boxes: boxes})
	}
	return event.Reading{Pages: []event.Page{page}, Engine: "bench"}
}
