package kafka_test

import (
	"errors"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr/srfake"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
)

// A registry that was wiped says nothing about records: they wait for it.
func TestARegistryThatWasWipedMakesNoRecordUndecodable(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	whole, wiped := srfake.New(), srfake.New()
	defer whole.Close()
	defer wiped.Close()
	var target atomic.Pointer[url.URL]
	point := func(r *srfake.Registry) {
		u, err := url.Parse(r.URL())
		if err != nil {
			t.Fatal(err)
		}
		target.Store(u)
	}
	point(whole)
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target.Load()) }})
	defer front.Close()
	k, err := kafka.Dial(t.Context(), kafka.Config{Brokers: cluster.ListenAddrs(), RegistryURL: front.URL}, kafka.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()

	unknown := &kgo.Record{Value: []byte{0, 0, 0, 0x27, 0x0f, 1, 2, 3}} // schema 9999
	if err := k.Decode(t.Context(), unknown, &event.Status{}); !errors.Is(err, kafka.ErrUndecodable) {
		t.Errorf("a schema that nobody has: %v, want ErrUndecodable", err)
	}
	point(wiped)
	if err := k.Decode(t.Context(), unknown, &event.Status{}); errors.Is(err, kafka.ErrUndecodable) || !errors.Is(err, kafka.ErrAway) {
		t.Errorf("while the registry has nothing: %v, want ErrAway", err)
	}
}
