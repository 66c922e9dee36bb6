package idempotency_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lavra.dev/ingest/idempotency"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// process is one process's view of the claims.
func process(t *testing.T, k *kafka.Kafka) *idempotency.Claims {
	t.Helper()
	keys, err := secret.New("0123456789abcdef0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	c := idempotency.New(k, keys, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return c
}

func claim(t *testing.T, c *idempotency.Claims, key, id string, at time.Time) idempotency.Winner {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	w, err := c.Claim(ctx, c.Key("acme", "async", key), event.Claim{
		Account: "acme", Content: "c", RequestIDs: []string{id}, At: at.UTC().Truncate(time.Millisecond),
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestTheFirstClaimWinsInEveryProcess(t *testing.T) {
	log := kafkatest.New(t)
	processes := []*idempotency.Claims{process(t, log.Kafka), process(t, log.Dial(t)), process(t, log.Dial(t))}
	winners := make([]idempotency.Winner, 12)
	var claiming sync.WaitGroup
	for i := range winners {
		claiming.Go(func() {
			winners[i] = claim(t, processes[i%len(processes)], "k", fmt.Sprint("request ", i), time.Now())
		})
	}
	claiming.Wait()
	mine := 0
	for _, w := range winners {
		if w.RequestIDs[0] != winners[0].RequestIDs[0] {
			t.Errorf("%s and %s both won", w.RequestIDs[0], winners[0].RequestIDs[0])
		}
		if w.Mine {
			mine++
		}
	}
	if mine != 1 {
		t.Errorf("%d calls take the claim for theirs", mine)
	}
	// A process that starts later agrees.
	if w := claim(t, process(t, log.Dial(t)), "k", "late", time.Now()); w.RequestIDs[0] != winners[0].RequestIDs[0] || w.Mine {
		t.Errorf("later %s wins", w.RequestIDs[0])
	}
}

func TestAKeyStandsForADay(t *testing.T) {
	log := kafkatest.New(t)
	c := process(t, log.Kafka)
	start := time.Now()
	for _, test := range []struct {
		after time.Duration
		id    string
		want  string
	}{
		{0, "first", "first"},
		{idempotency.Kept - time.Second, "second", "first"},
		{idempotency.Kept + time.Second, "third", "third"},
		{idempotency.Kept + time.Hour, "fourth", "third"},
	} {
		if w := claim(t, c, "k", test.id, start.Add(test.after)); w.RequestIDs[0] != test.want {
			t.Errorf("after %v %s wins, want %s", test.after, w.RequestIDs[0], test.want)
		}
	}
}

func TestASubmittedClaimIsFoundWithoutClaiming(t *testing.T) {
	log := kafkatest.New(t)
	c, elsewhere := process(t, log.Kafka), process(t, log.Dial(t))
	key := c.Key("acme", "async", "k")
	w := claim(t, c, "k", "request", time.Now())
	if _, ok := elsewhere.Find(t.Context(), key); ok {
		t.Error("a claim is found before its request is submitted")
	}
	if err := c.Submitted(t.Context(), key, w.Claim); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(5 * time.Second)
	for {
		found, ok := elsewhere.Find(t.Context(), key)
		if ok && found.RequestIDs[0] == "request" && found.Submitted {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("found %+v, %v", found, ok)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if again := claim(t, elsewhere, "k", "again", time.Now()); !again.Submitted || again.Mine {
		t.Errorf("claiming again gives %+v", again)
	}
}

func TestKeysOfDifferentAccountsAndEndpointsAreDifferent(t *testing.T) {
	c := idempotency.New(nil, func() *secret.Keys { k, _ := secret.New("0123456789abcdef0123456789abcdef"); return k }(), nil)
	seen := map[idempotency.Key]bool{}
	for _, k := range [][3]string{{"acme", "async", "k"}, {"other", "async", "k"}, {"acme", "batch", "k"}, {"acme", "async", "l"}, {"acme", "asynck", ""}} {
		key := c.Key(k[0], k[1], k[2])
		if seen[key] {
			t.Errorf("%v has another's key", k)
		}
		seen[key] = true
	}
}
