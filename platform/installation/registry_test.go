package installation_test

import (
	"context"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/sr"
	"github.com/twmb/franz-go/pkg/sr/srfake"

	"lavra.dev/platform/installation"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// A process that starts while another registry stands in for the log's, such as an
// empty one before its backup is restored, waits, and works once the right one is back.
func TestAProcessThatStartedOnAnotherRegistryLearnsTheRightOne(t *testing.T) {
	log := kafkatest.New(t)
	log.NeedsMemory(t)
	dir := t.TempDir()
	bind(t, log, dir)

	other := srfake.New()
	defer other.Close()
	client, err := sr.NewClient(sr.URLs(other.URL()))
	if err != nil {
		t.Fatal(err)
	}
	// Its identifiers mean something else.
	if _, err := client.RegisterSchema(t.Context(), "strange", sr.Schema{Schema: `"string"`, Type: sr.TypeAvro}, -1, -1); err != nil {
		t.Fatal(err)
	}
	var target atomic.Pointer[url.URL]
	point := func(address string) {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		target.Store(u)
	}
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target.Load()) }})
	defer front.Close()
	right := log.Config.RegistryURL
	point(other.URL())
	log.Config.RegistryURL = front.URL
	second := log.Dial(t)

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	bound := make(chan error, 1)
	go func() { bound <- installation.Bind(ctx, second, open(t, dir), quiet) }()
	select {
	case err := <-bound:
		t.Fatalf("bound by another registry: %v", err)
	case <-time.After(time.Second):
	}
	point(right)
	if err := <-bound; err != nil {
		t.Fatal(err)
	}
	at, err := second.Produce(ctx, topic.Status, "key", event.Status{RequestID: "a request"})
	if err != nil {
		t.Fatal(err)
	}
	var back event.Status
	if err := readBack(ctx, log.Kafka, at, &back); err != nil || back.RequestID != "a request" {
		t.Errorf("others read %q of what it writes, %v", back.RequestID, err)
	}
}

func readBack(ctx context.Context, k *kafka.Kafka, at event.Pointer, into any) error {
	rec, err := k.ReadAt(ctx, at)
	if err != nil {
		return err
	}
	return k.Decode(ctx, rec, into)
}
