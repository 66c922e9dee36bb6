package erasure_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// run runs a part until the test ends.
func run(t *testing.T, part func(context.Context) error) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- part(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("a part ended with %v", err)
		}
	})
}

func index(t *testing.T, log *kafkatest.Log) *erasure.Index {
	t.Helper()
	x, err := erasure.NewIndex(log.Kafka, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	run(t, x.Run)
	return x
}

func known(t *testing.T, x *erasure.Index, id string) bool {
	t.Helper()
	gone, err := x.Known(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return gone
}

func newID(t *testing.T) string {
	t.Helper()
	return uuid.Must(uuid.NewV7()).String()
}

func TestAnErasureIsKnownToAllAndForGood(t *testing.T) {
	log := kafkatest.New(t)
	first, second := index(t, log), index(t, log)
	var told []string
	third, err := erasure.NewIndex(log.Kafka, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	batch := newID(t)
	for n := range 20 {
		id := newID(t)
		if known(t, second, id) {
			t.Fatal("known before it was written")
		}
		ev := event.Erasure{RequestID: id, Account: "acme", Reason: event.ErasedByClient}
		if n < 3 {
			ev.BatchID = &batch
		}
		for range 2 { // written twice it counts once
			if err := first.Write(t.Context(), ev); err != nil {
				t.Fatal(err)
			}
		}
		if !known(t, second, id) {
			t.Fatal("not known to the other process at once")
		}
	}
	third.Tell(func(id string) { told = append(told, id) })
	run(t, third.Run)
	if err := third.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if ids := third.From(0); len(ids) != 20 || third.InBatch(batch) != 3 || len(third.From(18)) != 2 {
		t.Errorf("a process that starts later knows of %d, %d in the batch", len(ids), third.InBatch(batch))
	}
	if len(told) != 20 {
		t.Errorf("told of %d", len(told))
	}
}

// world has a request whose records are too large for the log.
type world struct {
	*kafkatest.Log
	t *testing.T
}

func (w *world) request() event.Request {
	r := event.Request{ID: newID(w.t), Account: "acme", Revision: 1, Lane: event.Bulk, AcceptedAt: time.Now()}
	r.File.URI = "files/2026-03-01/" + uuid.NewString()
	if _, err := w.Blobs.Put(w.t.Context(), r.File.URI, strings.NewReader("file of "+r.ID)); err != nil {
		w.t.Fatal(err)
	}
	return r
}

// large does not shrink, so that it is kept outside the log.
func large() string { return noise(200 << 10) }

func noise(n int) string {
	raw := make([]byte, n)
	rand.Read(raw)
	for i := range raw {
		raw[i] = ' ' + raw[i]%90
	}
	return string(raw)
}

func (w *world) end(r event.Request) event.Completed {
	w.t.Helper()
	way := kafka.WayOf(r, nil).Headers()
	for name, ev := range map[string]any{
		topic.Lane(topic.Submitted, r.Lane): event.Submitted{Request: r},
		topic.Lane(topic.Read, r.Lane):      event.Read{Request: r, Text: &event.Text{Markdown: large()}},
	} {
		if _, err := w.Produce(w.t.Context(), name, r.ID, ev, way...); err != nil {
			w.t.Fatal(err)
		}
	}
	c := event.Completed{Request: r, Outcome: event.Success, CompletedAt: time.Now(), Extraction: event.Extraction{Markdown: large()}}
	if _, err := w.Produce(w.t.Context(), topic.Completed, r.ID, c); err != nil {
		w.t.Fatal(err)
	}
	return c
}

func (w *world) blobs() (files, bodies int) {
	w.t.Helper()
	for b, err := range w.Blobs.List(w.t.Context(), "") {
		if err != nil {
			w.t.Fatal(err)
		}
		if strings.HasPrefix(b.Key, kafka.BodyPrefix) {
			bodies++
		} else {
			files++
		}
	}
	return files, bodies
}

func TestTheEraserDeletesFileAndBodies(t *testing.T) {
	for name, of := range map[string]func(c event.Completed) event.Erasure{
		"told of all": func(c event.Completed) event.Erasure {
			return event.Erasure{File: &c.Request.File.URI, EndedAt: &c.CompletedAt}
		},
		"not told of the file": func(c event.Completed) event.Erasure { return event.Erasure{EndedAt: &c.CompletedAt} },
		"nor of its end":       func(event.Completed) event.Erasure { return event.Erasure{} },
	} {
		t.Run(name, func(t *testing.T) {
			w := &world{kafkatest.New(t), t}
			x := index(t, w.Log)
			eraser, err := erasure.NewEraser(erasure.Deps{Kafka: w.Kafka, Blobs: w.Blobs})
			if err != nil {
				t.Fatal(err)
			}
			run(t, eraser.Run)
			kept, gone := w.request(), w.request()
			w.end(kept)
			c := w.end(gone)
			if files, bodies := w.blobs(); files != 2 || bodies != 4 {
				t.Fatalf("before: %d files, %d bodies", files, bodies)
			}
			ev := of(c)
			ev.RequestID, ev.Account = gone.ID, gone.Account
			if err := x.Write(t.Context(), ev); err != nil {
				t.Fatal(err)
			}
			for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
				if files, bodies := w.blobs(); files == 1 && bodies == 2 {
					break
				} else if time.Now().After(deadline) {
					t.Fatalf("after a minute: %d files, %d bodies", files, bodies)
				}
			}
			if _, err := w.Blobs.Open(t.Context(), gone.File.URI); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("the file: %v", err)
			}
		})
	}
}

// What is written after the eraser has looked, its reader takes along.
func TestARecordThatComesLaterIsDroppedWithItsBody(t *testing.T) {
	w := &world{kafkatest.New(t), t}
	x := index(t, w.Log)
	r := w.request()
	if err := x.Write(t.Context(), event.Erasure{RequestID: r.ID, Account: r.Account}); err != nil {
		t.Fatal(err)
	}
	if !known(t, x, r.ID) {
		t.Fatal("not erased")
	}
	at, err := w.Produce(t.Context(), topic.Completed, r.ID, event.Completed{Request: r, Extraction: event.Extraction{Markdown: large()}})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := w.ReadAt(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if _, bodies := w.blobs(); bodies != 1 {
		t.Fatalf("%d bodies", bodies)
	}
	if drop, err := x.Drop(t.Context(), rec); !drop || err != nil {
		t.Errorf("dropped: %v, %v", drop, err)
	}
	if _, bodies := w.blobs(); bodies != 0 {
		t.Errorf("%d bodies are left", bodies)
	}
}
