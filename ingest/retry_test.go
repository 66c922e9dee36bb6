package ingest

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
)

// A client that is refused for the backlog is told when so much will have ended that it may come.
func TestARefusalForTheBacklogSaysHowLongItTakes(t *testing.T) {
	for _, c := range []struct {
		name        string
		limit       int64
		longest     time.Duration
		before, now int64 // waiting, a minute apart
		ended       int64 // between them
		opens       time.Duration
	}{
		{"at the rate of the last minute", 1000, 0, 1300, 1300, 600, 30100 * time.Millisecond},
		{"half as fast", 1000, 0, 1300, 1300, 300, 60200 * time.Millisecond},
		{"one too many", 1000, 0, 900, 1000, 600, 5 * time.Second},
		{"by its time", 0, time.Minute, 600, 900, 600, 30 * time.Second},
		{"by both, the later", 1000, time.Minute, 1000, 1500, 600, 90 * time.Second},
		{"hardly anything ends", 1000, 0, 1000, 50_000, 1, 10 * time.Minute},
		{"nothing ended yet", 1000, 0, 1000, 1000, 0, time.Minute},
		{"below the limit", 1000, 0, 1000, 900, 600, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := newMetrics(prometheus.NewRegistry())
			if err != nil {
				t.Fatal(err)
			}
			b := newBacklog(Config{MaxBacklog: c.limit, MaxDrain: c.longest}, nil, slog.New(slog.DiscardHandler), m)
			began := time.Now()
			b.judge(sample{at: began, waiting: c.before})
			b.judge(sample{at: began.Add(time.Minute), waiting: c.now, done: c.ended})
			opens, full := b.full()
			if full != (c.opens > 0) || (opens-c.opens).Abs() > 10*time.Millisecond {
				t.Errorf("full %t, opens in %s: want %s", full, opens, c.opens)
			}
		})
	}
}

// endedStatuses says of requests whether they have ended.
type endedStatuses struct {
	Statuses
	ended map[string]bool
}

func (s endedStatuses) Get(id string) (status.State, bool) {
	if s.ended[id] {
		return status.State{Outcome: event.Success}, true
	}
	return status.State{}, true
}

// An account at its bounds is told how long its own documents take.
func TestARefusalForTheBudgetSaysHowLongItTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		statuses := endedStatuses{ended: map[string]bool{}}
		b := newBudgets(Config{AccountPages: 20}, statuses)
		take := func(id string, pages int) time.Duration {
			t.Helper()
			var r *refusal
			if err := b.take("a", map[string]cost{id: {pages: pages}}); errors.As(err, &r) {
				return r.retry
			}
			return 0
		}
		for i := range 20 {
			if wait := take(fmt.Sprint(i), 1); wait != 0 {
				t.Fatalf("document %d waits %s", i, wait)
			}
		}
		if wait := take("more", 1); wait != unknownWait {
			t.Errorf("before any has ended: %s", wait)
		}
		for i := range 10 { // one in four seconds
			time.Sleep(4 * time.Second)
			statuses.ended[fmt.Sprint(i)] = true
			take("long", 18)
		}
		if wait := take("long", 18); wait != 30*time.Second {
			t.Errorf("8 pages too many at one in 4 s: %s, want half a minute at most", wait)
		}
		if wait := take("short", 12); wait != 8*time.Second {
			t.Errorf("2 pages too many at one in 4 s: %s", wait)
		}
		if wait := take("fits", 10); wait != 0 {
			t.Errorf("what fits waits %s", wait)
		}
	})
}
