package webhook

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lavra.dev/platform/breaker"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// opens waits for a breaker of an account.
func (b *bench) opens(t *testing.T, x *breaker.Index, account string, is func(event.Breaker) bool) (found event.Breaker) {
	t.Helper()
	eventually(t, "the breaker is open", func() bool {
		for _, one := range x.Open(account) {
			if is(one) {
				found = one
				return true
			}
		}
		return false
	})
	return found
}

// breakers are what another process knows.
func (b *bench) breakers(t *testing.T) *breaker.Index {
	t.Helper()
	x := breaker.NewIndex(b.Dial(t), nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- x.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return x
}

func TestABreakerIsSaidAndItsClosingHeard(t *testing.T) {
	b := newBench(t)
	var down atomic.Bool
	down.Store(true)
	e := newEndpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	defer b.run(t, b.Kafka)()
	known := b.breakers(t)
	url := e.URL + "/hook?token=segredo"
	send := func(n int) {
		for range n {
			b.order(t, url, func(d *event.Delivery) { d.URL = b.keys.SealURL(url, d.RequestID) })
		}
	}
	send(breakerBad)
	open := b.opens(t, known, "conta", func(one event.Breaker) bool { return !one.OfHost() })
	plain, err := b.keys.OpenText(*open.SealedURL, open.ID)
	if err != nil || plain != url || open.Host != "127.0.0.1" || open.Error != "status_5xx" {
		t.Errorf("of %s, %v: %+v", plain, err, open)
	}
	for _, rec := range b.records(t, topic.WebhooksBreakers) {
		if said := strings.ReplaceAll(string(rec.Value), string(rec.Key), ""); strings.Contains(said, "segredo") || strings.Contains(said, "/hook") { // the key is the test's own
			t.Error("a record has the URL in plain")
		}
	}
	down.Store(false)
	send(1)
	eventually(t, "a call that gets through closes it", func() bool { return len(known.Open("conta")) == 0 })
}

// What one process finds, or somebody says, the others go by.
func TestAnEndpointThatIsMendedIsSoForEveryProcess(t *testing.T) {
	for name, of := range map[string]struct {
		class string
		word  func(s *shares, to target) event.Breaker
	}{
		"an endpoint": {"status_5xx", func(_ *shares, to target) event.Breaker {
			sealed := ""
			return event.Breaker{ID: to.endpoint, Account: to.account, Host: to.host, SealedURL: &sealed}
		}},
		"a host": {"timeout", func(_ *shares, to target) event.Breaker { return wordOnHost(to.account, to.host, false).Breaker }},
	} {
		t.Run(name, func(t *testing.T) {
			s, now := clockedShares(64, 4)
			for n := range breakerBad {
				to := target{"e", "a.example", "acme"}
				if of.class == "timeout" {
					to.endpoint = fmt.Sprint(n)
				}
				s.mustTake(t, to).end(of.class)
			}
			to := target{"e", "a.example", "acme"}
			s.mustTake(t, to) // the probe
			if c, why := s.take(to); c != nil || why != failing {
				t.Fatalf("beside the probe another one starts: %v", why)
			}
			word := of.word(s, to)
			word.At = now.Add(-time.Second)
			if s.follow(word); s.loads["e e"].open == s.loads["h a.example"].open {
				t.Error("an older word closes it")
			}
			word.At = now.Add(time.Second)
			s.follow(word)
			s.mustTake(t, to)
		})
	}
}

// The failures of a host are everybody's who calls it, and each of them is told under
// his own name alone.
func TestOnlyWhoCallsAHostIsToldOfIt(t *testing.T) {
	s, now := clockedShares(64, 4)
	for n := range breakerBad {
		s.mustTake(t, target{fmt.Sprint(n), "a.example", "acme"}).end("timeout")
	}
	probe := s.mustTake(t, target{"1", "a.example", "acme"})
	for range 3 { // that it is said once in a while is enough
		s.take(target{"x", "a.example", "other"})
	}
	s.mustTake(t, target{"y", "b.example", "third"}).end("")
	if told := s.told(); fmt.Sprint(told) != "map[acme:[a.example true] other:[a.example true]]" {
		t.Errorf("told: %v", told)
	}
	*now = now.Add(time.Second)
	probe.end("")
	if told := s.told(); fmt.Sprint(told) != "map[acme:[a.example false] other:[a.example false]]" {
		t.Errorf("told: %v", told)
	}
}

// told are the words that wait to be written: host and whether it is open, by account.
func (s *shares) told() map[string][]any {
	told := map[string][]any{}
	for w, more := s.news.next(); more; w, more = s.news.next() {
		told[w.Account] = append(told[w.Account], w.Host, w.Open)
	}
	return told
}

func TestWordsThatWaitAreBounded(t *testing.T) {
	n := newNews()
	for i := range maxUnsaid + 10 {
		n.add(wordOnHost("acme", fmt.Sprint(i), true))
	}
	n.add(wordOnHost("acme", "1", false))
	if len(n.unsaid) != maxUnsaid {
		t.Errorf("%d words wait", len(n.unsaid))
	}
	if w := n.unsaid[wordOnHost("acme", "1", false).ID]; w.Open {
		t.Error("an older word stands")
	}
}
