package webhook

import (
	"net/http"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestNoClockMakesADeliveryWaitLongerThanItWasTo(t *testing.T) {
	for name, c := range map[string]struct {
		writer  time.Duration // how far the clock of who wrote the record is ahead
		planned time.Duration
		longest time.Duration
		want    time.Duration
	}{
		"as planned":               {0, time.Minute, 2 * time.Minute, time.Minute},
		"a writer an hour ahead":   {time.Hour, time.Minute, 2 * time.Minute, time.Minute},
		"a writer a little behind": {-20 * time.Second, time.Minute, 2 * time.Minute, 40 * time.Second},
		"a writer an hour behind":  {-time.Hour, time.Minute, 2 * time.Minute, 0},
		"longer than any wait":     {0, time.Hour, 2 * time.Minute, 2 * time.Minute},
		"written at no known time": {time.Hour, 2 * time.Hour, 2 * time.Minute, 2 * time.Minute},
		"not put off":              {0, -time.Minute, 2 * time.Minute, 0},
	} {
		var w waits
		written := time.Now().Add(c.writer).Round(0) // as a record gives it
		rec := &kgo.Record{Topic: "retry", Offset: 7, Timestamp: written}
		began := time.Now()
		at, early := w.due(rec, written.Add(c.planned), c.longest)
		if got := at.Sub(began); early != (c.want > 0) || early && (got < c.want-time.Second || got > c.want+time.Second) {
			t.Errorf("%s: waits %v, %s", name, early, got)
		}
	}
}

// Handed over again after the wait, it goes on, though the clock that it goes by was set back.
func TestAClockThatIsSetBackHoldsNoRecordTwice(t *testing.T) {
	var w waits
	rec := &kgo.Record{Topic: "retry", Offset: 7, Timestamp: time.Now().Add(time.Hour)}
	notBefore := rec.Timestamp.Add(50 * time.Millisecond)
	at, early := w.due(rec, notBefore, time.Minute)
	if !early {
		t.Fatal("it did not wait")
	}
	time.Sleep(time.Until(at))
	if _, early := w.due(rec, notBefore, time.Minute); early {
		t.Error("it waits again")
	}
	if len(w.until) != 0 {
		t.Errorf("%d waits are still held", len(w.until))
	}
}

func TestACallbackIsMadeThoughItsWritersClockWasAhead(t *testing.T) {
	b := newBench(t)
	e := newEndpoint(t, status(http.StatusOK))
	defer b.run(t, b.Kafka)()
	ahead := time.Now().Add(time.Hour)
	d := event.Delivery{EventID: event.ID("request", "end", 1), RequestID: "request", Account: "conta", URL: e.URL, Method: "POST", Body: []byte("{}"),
		Attempt: 1, NotBefore: ahead.Add(100 * time.Millisecond), DueAt: ahead}
	rec, err := b.NewRecord(t.Context(), kafka.Message{Topic: topic.WebhooksRetry1, Key: "key", Event: d})
	if err != nil {
		t.Fatal(err)
	}
	rec.Timestamp = ahead
	if _, err := b.ProduceRecord(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the call", func() bool { return len(e.made()) == 1 })
}
