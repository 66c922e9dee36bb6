package webhook

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// At the bound a further delivery waits, those that are known go on, and a process that takes over
// holds the same: each is made three times, none is lost, and a copy is still known for one.
func TestDeliveriesBeyondTheBoundWaitAndNoneIsMadeOnceTooOften(t *testing.T) {
	b := newBench(t)
	b.cfg.Journal = 2
	e := newEndpoint(t, status(500))
	calls := func(path string) (n int) {
		for _, c := range e.made() {
			if c.path == path {
				n++
			}
		}
		return n
	}
	stop := b.run(t, b.Kafka)
	known := b.order(t, e.URL+"/known", nil)
	b.order(t, e.URL+"/other", nil)
	eventually(t, "both are begun", func() bool { return calls("/known") > 0 && calls("/other") > 0 })
	if _, err := b.Produce(t.Context(), topic.WebhooksDue, "key of "+e.URL+"/known", known); err != nil {
		t.Fatal(err)
	}
	b.order(t, e.URL+"/waits", nil)
	eventually(t, "a third is refused", b.journal.isFull)
	eventually(t, "those that are known go on to their end", func() bool { return len(b.records(t, topic.WebhooksDead)) == 2 })
	stop()
	defer b.run(t, b.Dial(t))()
	eventually(t, "whoever takes over refuses it too", b.journal.isFull)
	if n := calls("/waits"); n != 0 {
		t.Fatalf("called %d times beyond the bound", n)
	}
	b.journal.mu.Lock()
	for _, e := range b.journal.entries {
		e.touched = e.touched.Add(-keepOver - time.Minute)
	}
	b.journal.mu.Unlock()
	eventually(t, "the third is made once others are old", func() bool { return len(b.records(t, topic.WebhooksDead)) == 3 })
	for _, path := range []string{"/known", "/other", "/waits"} {
		if n := calls(path); n != maxAttempts {
			t.Errorf("%s is called %d times", path, n)
		}
	}
}

// An endpoint that takes nothing may have any number of deliveries waiting: they fill the journal for nobody.
func TestThoseThatWaitForAnEndpointLeaveRoom(t *testing.T) {
	b := newBench(t)
	b.cfg.Journal, b.cfg.EndpointConcurrency = 6, 1
	hold := make(chan struct{})
	slow := newEndpoint(t, func(http.ResponseWriter, *http.Request) { <-hold })
	quick := newEndpoint(t, status(200))
	defer b.run(t, b.Kafka)()
	defer close(hold)
	b.order(t, quick.URL, nil)
	eventually(t, "the host has answered", func() bool { return len(quick.made()) == 1 })
	var last event.Delivery
	for range 8 {
		last = b.order(t, slow.URL, nil)
	}
	eventually(t, "they wait", func() bool { return b.putOff(t, last.EventID) })
	b.order(t, quick.URL, nil)
	b.order(t, quick.URL, nil)
	eventually(t, "others are made", func() bool { return len(quick.made()) == 3 })
}

// What is remembered for an older record alone would keep that record waiting for itself.
func TestTheOldestGoWhereNothingElseMakesRoom(t *testing.T) {
	b := newBench(t)
	j := newJournal(b.Kafka, 1, slog.New(slog.DiscardHandler))
	now := time.Now()
	client, err := kgo.NewClient(kgo.SeedBrokers(b.Config.Brokers...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	oldest := now.Add(-3 * time.Hour)
	if err := client.ProduceSync(t.Context(), &kgo.Record{Topic: b.Topic(topic.WebhooksDue), Timestamp: oldest}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	j.entries["made since"] = &entry{started: 1, finished: maxAttempts, touched: now}
	mayGo := func() (may []bool) {
		j.sweep(t.Context(), now)
		for _, written := range []time.Time{oldest, now} {
			may = append(may, j.hasRoom(&order{id: "new", written: written}))
		}
		return may
	}
	if may := mayGo(); !slices.Equal(may, []bool{false, false}) {
		t.Errorf("while time makes room the oldest and the newest go: %v", may)
	}
	j.entries["made since"].touched = now.Add(-2 * time.Hour)
	if may := mayGo(); !slices.Equal(may, []bool{true, false}) {
		t.Errorf("where none will be made the oldest and the newest go: %v", may)
	}
	if j.size() != 1 {
		t.Error("it is forgotten though an older one is not committed")
	}
}

// A run that is forgotten is waited for by no later one.
func TestAForgottenRunHoldsNoLaterOne(t *testing.T) {
	j := newJournal(nil, 0, slog.New(slog.DiscardHandler))
	now := time.Now()
	var runs []*entry
	for n := range 3 {
		runs = append(runs, j.entry(fmt.Sprint("run ", n), "request", now.Add(time.Duration(n)*time.Second)))
	}
	j.forget("run 1", runs[1])
	if !runs[2].waits(now) || runs[2].before != runs[0] {
		t.Error("the last does not wait for the first")
	}
	j.forget("run 2", runs[2])
	if j.newest["request"] != runs[0] {
		t.Error("the first is not found any more")
	}
	if j.forget("run 0", runs[0]); len(j.newest)+len(j.entries) != 0 {
		t.Errorf("%d and %d are left", len(j.newest), len(j.entries))
	}
}

// BenchmarkMemory prints what a delivery that was made costs, for docs/operator.md; with -benchtime 1000000x.
func BenchmarkMemory(b *testing.B) {
	j := newJournal(nil, 0, slog.New(slog.DiscardHandler))
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for range b.N {
		request := uuid.NewString()
		id := event.ID(request, "end", 1)
		j.entry(id, request, time.Now())
		j.note(event.DeliveryAttempt{DeliveryID: id, RequestID: request, Attempt: 1, Outcome: outcomeDelivered})
	}
	b.ReportMetric(float64(heap()-before)/float64(b.N), "B/delivery")
	runtime.KeepAlive(j)
}
