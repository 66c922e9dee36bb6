// Package kafkatest gives tests a log of their own, with the declared topics:
// a broker and a registry in memory, which end with the test, or outside ones
// under a prefix of its own where LAVRA_TEST_KAFKA and LAVRA_TEST_REGISTRY name them.
package kafkatest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/sr/srfake"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
)

// Log is a log with what stands behind it.
type Log struct {
	*kafka.Kafka
	Cluster    *kfake.Cluster // nil with an outside broker
	Blobs      *blob.Store
	Registerer *prometheus.Registry
	Config     kafka.Config
}

// New starts one. Its topics have two partitions.
func New(t testing.TB, opts ...kfake.Opt) *Log {
	t.Helper()
	l := &Log{
		Registerer: prometheus.NewRegistry(),
		Config:     kafka.Config{Partitions: 2, DeliveryTimeout: 10 * time.Second},
	}
	if broker := os.Getenv("LAVRA_TEST_KAFKA"); broker != "" && len(opts) == 0 {
		l.Config.Brokers = []string{broker}
		l.Config.RegistryURL = os.Getenv("LAVRA_TEST_REGISTRY")
		l.Config.Prefix = fmt.Sprintf("test-%x.", time.Now().UnixNano())
	} else {
		l.inMemory(t, opts)
	}
	var err error
	if l.Blobs, err = blob.Open(t.Context(), "mem://"); err != nil {
		t.Fatalf("opening the blob store: %v", err)
	}
	t.Cleanup(func() { _ = l.Blobs.Close() })
	l.Kafka = l.Dial(t)
	if err := l.EnsureTopics(t.Context()); err != nil {
		t.Fatalf("creating the topics: %v", err)
	}
	return l
}

func (l *Log) inMemory(t testing.TB, opts []kfake.Opt) {
	t.Helper()
	var err error
	if l.Cluster, err = kfake.NewCluster(append([]kfake.Opt{kfake.NumBrokers(1)}, opts...)...); err != nil {
		t.Fatalf("starting the broker: %v", err)
	}
	t.Cleanup(l.Cluster.Close)
	registry := srfake.New()
	t.Cleanup(registry.Close)
	l.Config.Brokers = l.Cluster.ListenAddrs()
	l.Config.RegistryURL = registry.URL()
	l.Config.Prefix = "test."
}

// NeedsMemory skips a test that does with the broker what one cannot do with an outside one.
func (l *Log) NeedsMemory(t testing.TB) {
	t.Helper()
	if l.Cluster == nil {
		t.Skip("needs a broker of its own")
	}
}

// Dial connects once more, as another process would.
func (l *Log) Dial(t testing.TB) *kafka.Kafka {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	registerer := l.Registerer
	if l.Kafka != nil {
		registerer = prometheus.NewRegistry()
	}
	k, err := kafka.Dial(ctx, l.Config, kafka.Deps{
		Registerer: registerer,
		Logger:     slog.New(slog.NewTextHandler(newOutput(t), &slog.HandlerOptions{Level: slog.LevelInfo})),
		Blobs:      l.Blobs,
	})
	if err != nil {
		t.Fatalf("dialling: %v", err)
	}
	t.Cleanup(k.Close)
	return k
}
