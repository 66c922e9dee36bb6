// Package kafkatest gives tests a log of their own: a broker and a registry in
// memory, with the declared topics. It ends with the test.
package kafkatest

import (
	"context"
	"log/slog"
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
	Cluster    *kfake.Cluster
	Registry   *srfake.Registry
	Blobs      *blob.Store
	Registerer *prometheus.Registry
	Config     kafka.Config
}

// New starts one. Its topics have two partitions.
func New(t testing.TB, opts ...kfake.Opt) *Log {
	t.Helper()
	cluster, err := kfake.NewCluster(append([]kfake.Opt{kfake.NumBrokers(1)}, opts...)...)
	if err != nil {
		t.Fatalf("starting the broker: %v", err)
	}
	t.Cleanup(cluster.Close)
	registry := srfake.New()
	t.Cleanup(registry.Close)
	blobs, err := blob.Open(t.Context(), "mem://")
	if err != nil {
		t.Fatalf("opening the blob store: %v", err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	l := &Log{
		Cluster:    cluster,
		Registry:   registry,
		Blobs:      blobs,
		Registerer: prometheus.NewRegistry(),
		Config: kafka.Config{
			Brokers:         cluster.ListenAddrs(),
			RegistryURL:     registry.URL(),
			Prefix:          "test.",
			Instance:        "one",
			Partitions:      2,
			DeliveryTimeout: 10 * time.Second,
		},
	}
	l.Kafka = l.Dial(t)
	if err := l.EnsureTopics(t.Context()); err != nil {
		t.Fatalf("creating the topics: %v", err)
	}
	return l
}

// Dial connects once more, as another process would.
func (l *Log) Dial(t testing.TB) *kafka.Kafka {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	registerer := l.Registerer
	if l.Kafka != nil {
		registerer = prometheus.NewRegistry()
	}
	k, err := kafka.Dial(ctx, l.Config, kafka.Deps{
		Registerer: registerer,
		Logger:     slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo})),
		Blobs:      l.Blobs,
	})
	if err != nil {
		t.Fatalf("dialling: %v", err)
	}
	t.Cleanup(k.Close)
	return k
}
