package breaker

import (
	"context"
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func opened(account, id string, at time.Time) event.Breaker {
	return event.Breaker{ID: id, Account: account, Host: "a.example", Open: true, Since: at, NextProbe: at, Error: "timeout", At: at}
}

// follow runs an index until the test ends.
func follow(t *testing.T, x *Index) *Index {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- x.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	if err := x.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestEveryProcessKnowsWhichBreakersAreOpen(t *testing.T) {
	log := kafkatest.New(t)
	now := time.Now().UTC().Truncate(time.Millisecond)
	for _, b := range []event.Breaker{opened("acme", "1", now), opened("other", "2", now), opened("acme", "died", now.Add(-Valid))} {
		if err := Write(t.Context(), log.Kafka, b); err != nil {
			t.Fatal(err)
		}
	}
	here, elsewhere := follow(t, NewIndex(log.Kafka, nil)), NewIndex(log.Dial(t), nil)
	closed := make(chan event.Breaker, 1)
	elsewhere.Tell(func(b event.Breaker) {
		if !b.Open {
			closed <- b
		}
	})
	follow(t, elsewhere)
	for name, x := range map[string]*Index{"here": here, "elsewhere": elsewhere} {
		if own := x.Open("acme"); len(own) != 1 || own[0].ID != "1" || own[0].Error != "timeout" {
			t.Errorf("%s acme has %+v", name, own)
		}
		if all := x.Open(""); len(all) != 2 {
			t.Errorf("%s all have %+v", name, all)
		}
	}
	if err := here.Close(t.Context(), here.Open("acme")[0], "api:acme"); err != nil {
		t.Fatal(err)
	}
	if own := here.Open("acme"); len(own) != 0 {
		t.Errorf("closed, acme has %+v", own)
	}
	if b := <-closed; b.ID != "1" || b.By != "api:acme" || len(elsewhere.Open("acme")) != 0 {
		t.Errorf("elsewhere it is %+v, of %+v", b, elsewhere.Open("acme"))
	}
}

// Words of several processes cross each other.
func TestAnOlderWordOpensNoBreakerThatWasClosed(t *testing.T) {
	x := NewIndex(nil, nil)
	now := time.Now()
	closed := opened("acme", "1", now)
	closed.Open = false
	x.note(closed)
	x.note(opened("acme", "1", now.Add(-time.Second)))
	if own := x.Open("acme"); len(own) != 0 {
		t.Errorf("open: %+v", own)
	}
	x.note(opened("acme", "1", now.Add(time.Second)))
	x.note(opened("acme", "1", now.Add(2*time.Second)))
	if own := x.Open("acme"); len(own) != 1 || !own[0].Since.Equal(now.Add(time.Second)) {
		t.Errorf("open: %+v", own)
	}
}

func TestAnAccountsBreakersPushNobodyElsesOut(t *testing.T) {
	x := NewIndex(nil, nil)
	now := time.Now()
	x.note(opened("small", "first", now.Add(-time.Minute)))
	for n := range most + 100 {
		x.note(opened("large", fmt.Sprint(n), now.Add(time.Duration(n)*time.Microsecond)))
	}
	if len(x.Open("small")) != 1 || len(x.Open("large")) != most-1 || x.size != most {
		t.Errorf("%d and %d are held, %d in all", len(x.Open("small")), len(x.Open("large")), x.size)
	}
}
