package erasure_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// sealing is a process on the log that encrypts, with a key for each request.
func sealing(t *testing.T, log *kafkatest.Log) *kafka.Kafka {
	t.Helper()
	keys, err := blob.ParseKeys("a:" + strings.Repeat("ab", 32))
	if err != nil {
		t.Fatal(err)
	}
	k, err := kafka.Dial(t.Context(), log.Config, kafka.Deps{Blobs: log.Blobs, Keys: keys, OwnKeys: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return k
}

// The event is all that a process has to hear for the log to be unreadable: at once where it
// names the file, else as soon as the eraser has found it.
func TestWhatTheLogHoldsOfAnErasedRequestCannotBeRead(t *testing.T) {
	for _, named := range []bool{true, false} {
		w := &world{kafkatest.New(t), t}
		w.Kafka = sealing(t, w.Log)
		x := index(t, w.Log)
		gone, kept := w.request(), w.request()
		at := map[string]event.Pointer{}
		for _, r := range []event.Request{gone, kept} {
			var err error
			if at[r.ID], err = w.Produce(t.Context(), topic.Completed, r.ID, event.Completed{Request: r, Extraction: event.Extraction{Markdown: "segredo"}}); err != nil {
				t.Fatal(err)
			}
		}
		read := func(id string) error { // as one does who starts now
			rec, err := w.ReadAt(t.Context(), at[id])
			if err != nil {
				t.Fatal(err)
			}
			return sealing(t, w.Log).Decode(t.Context(), rec, &event.Completed{})
		}
		ev := event.Erasure{RequestID: gone.ID, Account: gone.Account}
		if named {
			ev.File = &gone.File.URI
		} else {
			eraser, err := erasure.NewEraser(erasure.Deps{Kafka: w.Kafka, Blobs: w.Blobs})
			if err != nil {
				t.Fatal(err)
			}
			run(t, eraser.Run)
		}
		if err := x.Write(t.Context(), ev); err != nil {
			t.Fatal(err)
		}
		err := read(gone.ID)
		for deadline := time.Now().Add(time.Minute); !named && err == nil && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			err = read(gone.ID)
		}
		if !errors.Is(err, kafka.ErrForgotten) {
			t.Errorf("file named %v: reading it gives %v", named, err)
		}
		if _, err := w.Blobs.Open(t.Context(), gone.File.URI); !named && !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("its file: %v", err)
		}
		if err := read(kept.ID); err != nil {
			t.Errorf("file named %v: the other: %v", named, err)
		}
		late := gone // a stage that was at work
		rec, err := w.NewRecord(t.Context(), kafka.Message{Topic: topic.Completed, Key: late.ID, Event: event.Completed{Request: late}})
		if err != nil {
			t.Fatal(err)
		}
		if drop, err := x.Drop(t.Context(), rec); !drop || err != nil {
			t.Errorf("what comes late: %v, %v", drop, err)
		}
		if err := sealing(t, w.Log).Decode(t.Context(), rec, &event.Completed{}); !errors.Is(err, kafka.ErrForgotten) {
			t.Errorf("what came late, once it was dropped: %v", err)
		}
	}
}
