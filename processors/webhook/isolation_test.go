package webhook

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// What is told of a delivery to a bad endpoint: it is tried three times, each
// record of it that waits is small, and the body arrives as it was.
func TestAWaitingDeliveryIsNamedNotRepeated(t *testing.T) {
	b := newBench(t)
	failures := 2
	var mu sync.Mutex
	e := newEndpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if failures--; failures >= 0 {
			w.WriteHeader(503)
		}
	})
	defer b.run(t, b.Kafka)()
	body := []byte(`"` + strings.Repeat("página ", 5000) + `"`)
	d := b.order(t, e.URL, func(d *event.Delivery) { d.Body = body })
	eventually(t, "it arrives", func() bool { return slices.Contains(b.attempts(t, d.EventID), "3 delivered") })
	for _, c := range e.made() {
		if !bytes.Equal(c.body, body) {
			t.Error("the body is another one")
		}
	}
	for _, name := range []string{topic.WebhooksRetry1, topic.WebhooksRetry2} {
		records := b.records(t, name)
		if len(records) != 1 || len(records[0].Value) > 300 {
			t.Errorf("%s holds %d records, one of %d bytes", name, len(records), len(records[0].Value))
		}
	}
}

// Endpoints that hang and fail keep nobody's callbacks waiting: the healthy ones
// all have theirs while every hanging call is still held.
func TestBadEndpointsHoldNoHealthyOne(t *testing.T) {
	b := newBench(t)
	b.cfg.Concurrency, b.cfg.EndpointConcurrency = 16, 4
	hold := make(chan struct{})
	hanging := newEndpoint(t, func(http.ResponseWriter, *http.Request) { <-hold })
	failing := newEndpoint(t, status(500))
	healthy := newEndpoint(t, status(200))
	stop := b.run(t, b.Kafka)
	defer stop()
	defer close(hold)
	name := func(e *endpoint, host string) string { return strings.Replace(e.URL, "127.0.0.1", host, 1) }
	const each = 30
	for n := range each {
		b.order(t, fmt.Sprintf("%s/%d", name(hanging, "localhost"), n), nil) // an address for each document
		b.order(t, failing.URL+"/f", nil)
		b.order(t, healthy.URL+"/h", func(d *event.Delivery) { d.Account = "other" })
	}
	eventually(t, "the healthy one has all of its own", func() bool { return len(healthy.made()) == each })
}

// BenchmarkIsolation measures the delay of healthy endpoints with and without
// bad ones: go test -bench Isolation -benchtime 1x -run '^$' ./webhook
func BenchmarkIsolation(b *testing.B) {
	for _, bad := range []bool{false, true} {
		b.Run(fmt.Sprintf("bad=%v", bad), func(b *testing.B) {
			for range b.N {
				delays := isolation(b, bad)
				slices.Sort(delays)
				b.ReportMetric(float64(delays[len(delays)/2].Milliseconds()), "p50-ms")
				b.ReportMetric(float64(delays[len(delays)*99/100].Milliseconds()), "p99-ms")
			}
		})
	}
}

// isolation orders five deliveries each to a thousand endpoints on a thousand hosts,
// and gives how long those to the healthy 800 took. Of the others 100 hang and
// 100 answer 500, and one more host that hangs gets an address for each of 500 documents.
func isolation(b *testing.B, bad bool) (delays []time.Duration) {
	bench := newBench(b)
	bench.cfg, bench.allowed = Config{}, netip.MustParsePrefix("127.0.0.0/8")
	hold, arrived := make(chan struct{}), make(chan time.Duration, 10_000)
	listener, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch body, _ := io.ReadAll(r.Body); r.URL.Path[1] {
		case 'h': // hangs
			<-hold
		case 'e':
			w.WriteHeader(500)
		default:
			ordered, _ := strconv.ParseInt(string(body), 10, 64)
			arrived <- time.Since(time.Unix(0, ordered))
		}
	}))
	server.Listener.Close()
	server.Listener = listener
	server.Start()
	defer server.Close()
	defer close(hold)
	defer bench.run(b, bench.Kafka)()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	order := func(host int, path string) {
		bench.order(b, fmt.Sprintf("http://127.1.%d.%d:%s/%s", host/250, host%250+1, port, path), func(d *event.Delivery) {
			d.Account, d.Body = fmt.Sprint("account", host), []byte(strconv.FormatInt(time.Now().UnixNano(), 10))
		})
	}
	const endpoints, healthy, hanging, each = 1000, 800, 900, 5
	for n := range each {
		for host := range endpoints {
			switch {
			case host < healthy:
				order(host, "ok")
			case bad && host < hanging:
				order(host, "hangs")
			case bad:
				order(host, "error")
			}
			if bad && host%10 == 0 {
				order(endpoints, fmt.Sprintf("hangs/%d-%d", n, host))
			}
		}
	}
	for len(delays) < each*healthy {
		delays = append(delays, <-arrived)
	}
	return delays
}
