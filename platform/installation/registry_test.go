package installation_test

import (
	"context"
	"fmt"
	"maps"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
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

// A registry that was wiped gives the identifiers anew. Those of a later build fall on
// others' by chance, and would be read by schemas that are not theirs.
func TestARegistryThatNamesSchemasOtherwiseIsWaitedFor(t *testing.T) {
	log := kafkatest.New(t)
	bind(t, log, t.TempDir())
	if err := installation.CheckRegistry(t.Context(), log.Dial(t), quiet); err != nil {
		t.Fatalf("the log's own registry is refused: %v", err)
	}
	other := kafkatest.New(t) // a build wrote other schemas there, one of them under an identifier of ours
	id := slices.Min(slices.Collect(maps.Keys(other.SchemaFingerprints())))
	words := kgo.RecordHeader{Key: "schemas", Value: fmt.Appendf(nil, "%d=0123456789abcdef", id)}
	if _, err := other.Produce(t.Context(), topic.Installation, "schemas", event.Installation{}, words); err != nil {
		t.Fatal(err)
	}
	if err := installation.CheckRegistry(t.Context(), other.Kafka, quiet); err == nil || !strings.Contains(err.Error(), "was it wiped") {
		t.Errorf("schema %d has another meaning in the log, and the registry is taken: %v", id, err)
	}
	if !waits(t, other, t.TempDir()) {
		t.Error("a process starts on it")
	}
}

func readBack(ctx context.Context, k *kafka.Kafka, at event.Pointer, into any) error {
	rec, err := k.ReadAt(ctx, at)
	if err != nil {
		return err
	}
	return k.Decode(ctx, rec, into)
}
