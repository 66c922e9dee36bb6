package stage_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const in = topic.Completed

// seen counts the records a handler was given, by key.
type seen struct {
	mu    sync.Mutex
	count map[string]int
	order []string
}

func (s *seen) add(key []byte) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count == nil {
		s.count = map[string]int{}
	}
	s.count[string(key)]++
	s.order = append(s.order, string(key))
	return s.count[string(key)]
}

func (s *seen) times(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count[key]
}

func (s *seen) keys() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.count)
}

func config(t *testing.T, log *kafkatest.Log) stage.Config {
	cfg := stage.Config{
		Kafka:          log.Kafka,
		Name:           "test",
		Topics:         []string{in},
		Workers:        4,
		CommitInterval: 20 * time.Millisecond,
		DrainTimeout:   2 * time.Second,
		Registerer:     prometheus.NewRegistry(),
		Logger:         slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	stage.SetHeartbeat(&cfg, 100*time.Millisecond)
	return cfg
}

// run starts a stage; the function it gives ends it and waits.
func run(t *testing.T, cfg stage.Config, handler stage.Handler) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- stage.Run(ctx, cfg, handler) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			select {
			case err := <-ended:
				if err != nil {
					t.Errorf("the stage ended with: %v", err)
				}
			case <-time.After(20 * time.Second):
				t.Error("the stage did not end")
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

func produce(t *testing.T, log *kafkatest.Log, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if _, err := log.Produce(t.Context(), in, key, &event.Completed{EventID: key}); err != nil {
			t.Fatal(err)
		}
	}
}

func numbered(prefix string, n int) (keys []string) {
	for i := range n {
		keys = append(keys, fmt.Sprintf("%s%d", prefix, i))
	}
	return keys
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("did not happen: %s", what)
}

// lag is how many records of the topic the group has not committed.
func lag(t *testing.T, log *kafkatest.Log, group string) int64 {
	t.Helper()
	commits, err := log.Commits(t.Context(), group)
	if err != nil {
		t.Fatal(err)
	}
	var sum int64
	for partition := range int32(2) {
		end, err := log.EndOffset(t.Context(), in, partition)
		if err != nil {
			t.Fatal(err)
		}
		commit, _ := commits.Lookup(log.Topic(in), partition)
		sum += end - max(commit.At, 0)
	}
	return sum
}

func dead(t *testing.T, log *kafkatest.Log, n int) []*kgo.Record {
	t.Helper()
	return letters(t, log, topic.Dead, n)
}

func letters(t *testing.T, log *kafkatest.Log, name string, n int) []*kgo.Record {
	t.Helper()
	client, err := log.NewConsumer("letters", kgo.ConsumeTopics(log.Topic(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var all []*kgo.Record
	for len(all) < n {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err0(); err != nil {
			t.Fatalf("waiting for %d dead letters, got %d: %v", n, len(all), err)
		}
		all = append(all, fetches.Records()...)
	}
	return all
}

func headersOf(rec *kgo.Record) map[string]string {
	m := map[string]string{}
	for _, h := range rec.Headers {
		m[h.Key] = string(h.Value)
	}
	return m
}

func TestEveryClassOfErrorHasItsEnd(t *testing.T) {
	log := kafkatest.New(t)
	var handled, ended seen
	var reasons sync.Map
	cfg := config(t, log)
	cfg.OnPermanent = func(_ context.Context, rec *kgo.Record, failure *stage.PermanentError) error {
		reasons.Store(string(rec.Key), failure.Reason)
		if ended.add(rec.Key) == 1 {
			return errors.New("the log was away")
		}
		return nil
	}
	stop := run(t, cfg, func(ctx context.Context, rec *kgo.Record) error {
		n := handled.add(rec.Key)
		switch string(rec.Key) {
		case "transient":
			if n < 3 {
				return errors.New("away")
			}
		case "forgotten":
			if n < 2 {
				return fmt.Errorf("reading: %w", kafka.ErrForgotten) // its erasure is not heard of yet
			}
		case "permanent":
			return fmt.Errorf("reading: %w", stage.Permanent(errors.New("no pages"), "O arquivo não tem páginas."))
		case "poison":
			return fmt.Errorf("reading: %w", kafka.ErrUndecodable)
		case "undecodable":
			return log.Decode(ctx, rec, &event.Status{}) // it holds another event
		case "superseded":
			return stage.ErrSuperseded
		case "panic":
			_ = rec.Value[:len(rec.Value)+n<<40]
		case "later":
			if n == 1 {
				return stage.NotBefore(time.Now().Add(300 * time.Millisecond))
			}
		}
		return nil
	})
	all := []string{"good", "transient", "forgotten", "permanent", "poison", "undecodable", "superseded", "panic", "later", "last"}
	produce(t, log, all...)
	eventually(t, "everything is done", func() bool { return handled.keys() == len(all) && lag(t, log, "test") == 0 })
	stop()

	for key, want := range map[string]int{"good": 1, "transient": 3, "forgotten": 2, "permanent": 1, "poison": 1, "undecodable": 1, "superseded": 1, "panic": 1, "later": 2, "last": 1} {
		if got := handled.times(key); got != want {
			t.Errorf("%s was handled %d times, want %d", key, got, want)
		}
	}
	for _, key := range []string{"permanent", "poison", "undecodable", "panic"} {
		if ended.times(key) != 2 {
			t.Errorf("the end of %s was tried %d times, want 2", key, ended.times(key))
		}
	}
	if reason, _ := reasons.Load("permanent"); reason != "O arquivo não tem páginas." {
		t.Errorf("the client is told %q", reason)
	}
	classes := map[string]string{}
	for _, rec := range dead(t, log, 3) {
		h := headersOf(rec)
		classes[string(rec.Key)] = h[stage.HeaderClass]
		var ev event.Completed
		if err := log.Decode(t.Context(), rec, &ev); err != nil || ev.EventID != string(rec.Key) {
			t.Errorf("the dead letter of %s is not the record it was: %v", rec.Key, err)
		}
		if h[stage.HeaderTopic] != in || h[stage.HeaderStage] != "test" || h[stage.HeaderOffset] == "" || h[stage.HeaderReason] == "" || h[stage.HeaderAttempts] != "1" {
			t.Errorf("the dead letter of %s says %v", rec.Key, h)
		}
	}
	want := map[string]string{"poison": "poison", "undecodable": "poison", "panic": "quarantined"}
	if fmt.Sprint(classes) != fmt.Sprint(want) {
		t.Errorf("dead letters: %v, want %v", classes, want)
	}
}
