package webhook

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"go.uber.org/goleak"

	"lavra.dev/platform/egress"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/standardwebhooks"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// call is one request that an endpoint got.
type call struct {
	at     time.Time
	method string
	path   string
	header http.Header
	body   []byte
}

// endpoint records its calls and answers as told.
type endpoint struct {
	*httptest.Server
	mu     sync.Mutex
	calls  []call
	atOnce int
	most   int
}

func newEndpoint(t testing.TB, answer http.HandlerFunc) *endpoint {
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		e.mu.Lock()
		e.calls = append(e.calls, call{time.Now(), r.Method, r.URL.Path, r.Header, body})
		e.atOnce++
		e.most = max(e.most, e.atOnce)
		e.mu.Unlock()
		answer(w, r)
		e.mu.Lock()
		e.atOnce--
		e.mu.Unlock()
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *endpoint) made() []call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.calls)
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

type bench struct {
	*kafkatest.Log
	keys    *secret.Keys
	cfg     Config
	erased  *erasure.Index
	allowed netip.Prefix // that may be called; 127.0.0.1 where it is not set
	secrets func(account string) ([][]byte, error)
	journal *journal // of the processor that was started last
}

func newBench(t testing.TB) *bench {
	t.Helper()
	keys, err := secret.New("a secret for tests only")
	if err != nil {
		t.Fatal(err)
	}
	return &bench{Log: kafkatest.New(t), keys: keys, cfg: Config{Backoff: [2]time.Duration{150 * time.Millisecond, 300 * time.Millisecond}}}
}

// run starts a processor; the function it gives ends it.
func (b *bench) run(t testing.TB, k *kafka.Kafka) (stop func()) {
	t.Helper()
	allowed := b.allowed
	if !allowed.IsValid() {
		allowed = netip.MustParsePrefix("127.0.0.1/32")
	}
	client := egress.New([]netip.Prefix{allowed}, nil).Client(false)
	p := New(b.cfg, Deps{Kafka: k, Keys: b.keys, Client: client, Class: egress.Class, Erased: b.erased, Secrets: b.secrets,
		Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))})
	b.journal = p.journal
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	parts := 1
	if b.erased != nil {
		parts++
		go func() { done <- b.erased.Run(ctx) }()
	}
	go func() { done <- p.Run(ctx) }()
	return sync.OnceFunc(func() {
		cancel()
		for range parts {
			if err := <-done; err != nil {
				t.Errorf("the processor ended with %v", err)
			}
		}
		client.CloseIdleConnections()
	})
}

func (b *bench) order(t testing.TB, url string, change func(*event.Delivery)) event.Delivery {
	t.Helper()
	id := fmt.Sprintf("request-%d", time.Now().UnixNano())
	d := event.Delivery{EventID: event.ID(id, "end", 1), RequestID: id, Account: "conta", URL: url, Method: "POST",
		Body: []byte(`{"request_id":"` + id + `"}`), DueAt: time.Now().UTC()}
	if change != nil {
		change(&d)
	}
	if _, err := b.Produce(t.Context(), topic.WebhooksDue, "key of "+url, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// attempts are the records of a delivery's attempts, as "1 started".
func (b *bench) attempts(t *testing.T, delivery string) []string {
	t.Helper()
	var found []string
	for _, rec := range b.records(t, topic.WebhooksAttempts) {
		var a event.DeliveryAttempt
		if err := b.Decode(t.Context(), rec, &a); err != nil {
			t.Fatal(err)
		}
		if a.DeliveryID == delivery {
			text := fmt.Sprintf("%d %s", a.Attempt, a.Outcome)
			if a.Error != "" {
				text += " " + a.Error
			}
			found = append(found, text)
		}
	}
	return found
}

// records are all records of a topic now.
func (b *bench) records(t *testing.T, name string) []*kgo.Record {
	t.Helper()
	ends, err := b.Admin().ListEndOffsets(t.Context(), b.Topic(name))
	if err != nil {
		t.Fatal(err)
	}
	want := int64(0)
	for _, p := range ends[b.Topic(name)] {
		want += p.Offset
	}
	client, err := b.NewConsumer("test", kgo.ConsumeTopics(b.Topic(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var all []*kgo.Record
	for int64(len(all)) < want {
		all = append(all, client.PollFetches(t.Context()).Records()...)
	}
	return all
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came true that %s", what)
		}
	}
}

func TestCallIsAsTheContractSays(t *testing.T) {
	b := newBench(t)
	e := newEndpoint(t, status(204))
	defer b.run(t, b.Kafka)()
	signature := "a b/c=="
	full := b.order(t, e.URL+"/full", func(d *event.Delivery) {
		sealed := b.keys.SealText(signature, d.RequestID)
		d.URL = b.keys.SealURL(d.URL+"?key=secret", d.RequestID)
		d.Method, d.Signature, d.SealedToken = "PATCH", &sealed, b.keys.Seal("token", d.RequestID)
	})
	bare := b.order(t, e.URL+"/bare", nil)
	eventually(t, "both are called", func() bool { return len(e.made()) == 2 })
	for _, c := range e.made() {
		want, body := http.Header{"Content-Type": {"application/json"}, "User-Agent": {"Lavra"}}, bare.Body
		if c.path == "/full" {
			want.Set("Authorization", "Bearer token")
			want.Set("x-service-signature", signature)
			body = full.Body
		}
		c.header.Del("Content-Length")
		if fmt.Sprint(c.header) != fmt.Sprint(want) || !bytes.Equal(c.body, body) || (c.method == "PATCH") != (c.path == "/full") {
			t.Errorf("%s %s with %v and %q, want %v and %q", c.method, c.path, c.header, c.body, want, body)
		}
	}
	eventually(t, "the delivery is on record", func() bool {
		return slices.Equal(b.attempts(t, full.EventID), []string{"1 started", "1 delivered"})
	})
}

func TestCallbacksOfAnAccountWithASecretAreSigned(t *testing.T) {
	b := newBench(t)
	secret := []byte("0123456789abcdef0123456789abcdef")
	b.secrets = func(account string) ([][]byte, error) {
		if account == "conta" {
			return [][]byte{secret}, nil
		}
		return nil, nil
	}
	e := newEndpoint(t, status(503))
	defer b.run(t, b.Kafka)()
	signed := b.order(t, e.URL+"/signed", nil)
	b.order(t, e.URL+"/unsigned", func(d *event.Delivery) { d.Account = "outra" })
	eventually(t, "both are tried three times", func() bool { return len(e.made()) == 6 })
	for _, c := range e.made() {
		switch c.path {
		case "/signed":
			if err := standardwebhooks.Verify(c.header, secret, time.Now(), signed.Body); err != nil || c.header.Get("webhook-id") != signed.EventID {
				t.Errorf("an attempt with id %s: %v", c.header.Get("webhook-id"), err)
			}
		default:
			if c.header.Get("webhook-signature") != "" {
				t.Error("another account's callback is signed")
			}
		}
	}
}

func TestFailuresAreTriedThreeTimes(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		class  string
		change func(*event.Delivery)
		silent bool // nothing reaches the endpoint
	}{
		{name: "an endpoint in trouble", answer: status(500), class: "status_5xx"},
		{name: "an endpoint that wants nothing", answer: status(404), class: "status_4xx"},
		{name: "an endpoint that sends elsewhere", class: "status_3xx", answer: func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}},
		{name: "an endpoint that hangs up", class: "connection", answer: func(w http.ResponseWriter, _ *http.Request) {
			if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
				conn.Close()
			}
		}},
		{name: "an address inside", answer: status(200), class: "address", silent: true,
			change: func(d *event.Delivery) { d.URL = strings.Replace(d.URL, "127.0.0.1", "127.0.0.2", 1) }},
		{name: "a token of another installation", answer: status(200), class: "token", silent: true,
			change: func(d *event.Delivery) { d.SealedToken = []byte("sealed by somebody else, some time ago") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			e := newEndpoint(t, c.answer)
			defer b.run(t, b.Kafka)()
			d := b.order(t, e.URL+"/", c.change)
			want := []string{"1 started", "1 failed " + c.class, "2 started", "2 failed " + c.class, "3 started", "3 exhausted " + c.class}
			eventually(t, "it is given up", func() bool { return len(b.attempts(t, d.EventID)) == len(want) })
			if got := b.attempts(t, d.EventID); !slices.Equal(got, want) {
				t.Errorf("attempts %q, want %q", got, want)
			}
			var dead event.Delivery
			if records := b.records(t, topic.WebhooksDead); len(records) != 1 {
				t.Errorf("%d dead letters", len(records))
			} else if err := b.Decode(t.Context(), records[0], &dead); err != nil || dead.Attempt != 3 || !bytes.Equal(dead.Body, d.Body) {
				t.Errorf("dead letter after %d attempts, error %v", dead.Attempt, err)
			}
			calls := e.made()
			if c.silent {
				if len(calls) != 0 {
					t.Errorf("called %d times", len(calls))
				}
				return
			}
			if len(calls) != 3 {
				t.Fatalf("called %d times", len(calls))
			}
			for i, wait := range b.cfg.Backoff {
				if got := calls[i+1].at.Sub(calls[i].at); got < wait || calls[i+1].path != "/" || !bytes.Equal(calls[i+1].body, d.Body) {
					t.Errorf("call %d came after %v on %s with %q", i+2, got, calls[i+1].path, calls[i+1].body)
				}
			}
		})
	}
}

func TestEndpointThatRecoversGetsItOnce(t *testing.T) {
	b := newBench(t)
	failures := 1
	var mu sync.Mutex
	e := newEndpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if failures--; failures >= 0 {
			w.WriteHeader(503)
		}
	})
	defer b.run(t, b.Kafka)()
	d := b.order(t, e.URL, nil)
	eventually(t, "it arrives", func() bool { return slices.Contains(b.attempts(t, d.EventID), "2 delivered") })
	proof := b.order(t, e.URL, nil) // once this has come, no more of the first would
	eventually(t, "the next arrives", func() bool { return slices.Contains(b.attempts(t, proof.EventID), "1 delivered") })
	if n := len(e.made()); n != 3 {
		t.Errorf("%d calls for a failure and two deliveries", n)
	}
}

func TestSlowEndpointTakesItsShareOnly(t *testing.T) {
	b := newBench(t)
	b.cfg.EndpointConcurrency = 2
	hold := make(chan struct{})
	slow := newEndpoint(t, func(http.ResponseWriter, *http.Request) { <-hold })
	quick := newEndpoint(t, status(200))
	defer b.run(t, b.Kafka)()
	var late []event.Delivery
	for range 8 {
		late = append(late, b.order(t, slow.URL, nil))
	}
	eventually(t, "the slow one has its share", func() bool { return len(slow.made()) == 2 })
	for range 8 {
		b.order(t, quick.URL, nil)
	}
	eventually(t, "the quick one got all of its own", func() bool { return len(quick.made()) == 8 })
	if n := len(slow.made()); n != 2 {
		t.Errorf("%d calls to the slow endpoint at once", n)
	}
	close(hold)
	eventually(t, "the slow one got the rest, each as a first attempt", func() bool {
		for _, d := range late {
			if !slices.Equal(b.attempts(t, d.EventID), []string{"1 started", "1 delivered"}) {
				return false
			}
		}
		return true
	})
	if slow.most > 2 {
		t.Errorf("%d calls at once to an endpoint whose share is 2", slow.most)
	}
}

func TestCrashCostsAnAttemptAndAddsNone(t *testing.T) {
	b := newBench(t)
	e := newEndpoint(t, status(500))
	d := b.order(t, e.URL, nil)
	// What a process leaves that died after it began the first attempt.
	begun := event.DeliveryAttempt{EventID: attemptID(d.EventID, 1, outcomeStarted), DeliveryID: d.EventID, Attempt: 1, Outcome: outcomeStarted, At: time.Now()}
	if _, err := b.Produce(t.Context(), topic.WebhooksAttempts, d.EventID, begun); err != nil {
		t.Fatal(err)
	}
	defer b.run(t, b.Kafka)()
	want := []string{"1 started", "1 failed interrupted", "2 started", "2 failed status_5xx", "3 started", "3 exhausted status_5xx"}
	eventually(t, "it is given up", func() bool { return len(b.attempts(t, d.EventID)) == len(want) })
	if got := b.attempts(t, d.EventID); !slices.Equal(got, want) || len(e.made()) != 2 {
		t.Errorf("attempts %q and %d calls, want %q", got, len(e.made()), want)
	}
}

func TestDeliveryOrderedTwiceIsMadeOnce(t *testing.T) {
	b := newBench(t)
	e := newEndpoint(t, status(200))
	stop := b.run(t, b.Kafka)
	d := b.order(t, e.URL, nil)
	eventually(t, "it is delivered", func() bool { return slices.Contains(b.attempts(t, d.EventID), "1 delivered") })
	again := func() {
		if _, err := b.Produce(t.Context(), topic.WebhooksDue, "key of "+e.URL, d); err != nil {
			t.Fatal(err)
		}
	}
	again()
	stop()
	again() // and once more, for a process that has seen nothing
	defer b.run(t, b.Dial(t))()
	proof := b.order(t, e.URL, nil)
	eventually(t, "the next arrives", func() bool { return slices.Contains(b.attempts(t, proof.EventID), "1 delivered") })
	if n := len(e.made()); n != 2 {
		t.Errorf("%d calls for two deliveries", n)
	}
}

// A document that is run again is told of after its first run, however long that takes, and of later
// runs in their order, whichever is taken up first.
func TestRunsOfARequestAreToldOfInTheirOrder(t *testing.T) {
	b := newBench(t)
	done := make(chan struct{})
	var e *endpoint
	e = newEndpoint(t, func(w http.ResponseWriter, r *http.Request) {
		switch len(e.made()) {
		case 1, 2:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 3:
			<-done
		}
	})
	first := b.order(t, e.URL, nil)
	stop := b.run(t, b.Kafka)
	eventually(t, "the first try failed", func() bool { return len(e.made()) == 1 })
	stop() // whoever takes over knows what was begun
	defer b.run(t, b.Kafka)()
	eventually(t, "the last try is under way", func() bool { return len(e.made()) == 3 })
	ended := time.Now()
	for _, run := range []int{3, 2} {
		later := b.order(t, e.URL, func(d *event.Delivery) {
			d.RequestID, d.EventID = first.RequestID, event.ID(first.RequestID, "end", int32(run))
			d.DueAt, d.Body = ended.Add(time.Duration(run)*time.Second).UTC(), fmt.Appendf(nil, "run %d", run)
		})
		eventually(t, "it is put off", func() bool { return b.putOff(t, later.EventID) })
	}
	close(done)
	eventually(t, "all runs are told of", func() bool { return len(e.made()) == 5 })
	var bodies []string
	for _, c := range e.made() {
		bodies = append(bodies, string(c.body))
	}
	body := string(first.Body)
	if want := []string{body, body, body, "run 2", "run 3"}; !slices.Equal(bodies, want) {
		t.Errorf("told of %q, want %q", bodies, want)
	}
}

// putOff reports whether a delivery waits in the topic of short waits.
func (b *bench) putOff(t *testing.T, delivery string) bool {
	return slices.ContainsFunc(b.records(t, topic.WebhooksRetry1), func(rec *kgo.Record) bool {
		return slices.ContainsFunc(rec.Headers, func(h kgo.RecordHeader) bool { return h.Key == headerDelivery && string(h.Value) == delivery })
	})
}
