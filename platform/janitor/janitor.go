// Package janitor deletes what nobody needs any more: old records that every
// group has done with, and old blobs. The declarations of schemas/topic say how
// long records are kept and who has to have read them.
//
// It never deletes what a reader has not committed. Where it is not sure, since
// a group has no commit yet or a part does not answer, it does nothing and
// tries again later. Several janitors may run at once.
package janitor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/topic"
)

// Blobs is where files and bodies are. *blob.Store is one.
type Blobs interface {
	List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error]
	Delete(ctx context.Context, key string) error
}

// Config says how long things are kept and how often it is looked.
type Config struct {
	KeepWork   time.Duration // records of work topics; one day by default
	KeepFiles  time.Duration // 7 days by default
	KeepBodies time.Duration // 8 days by default: a result is read by its readers for 7

	TopicsEvery time.Duration // 10 minutes by default
	BlobsEvery  time.Duration // an hour by default: a store lists every blob it has
}

// Deps are what the janitor borrows. Blobs, Registerer and Logger may be nil.
type Deps struct {
	Kafka      *kafka.Kafka
	Blobs      Blobs
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Janitor cleans up.
type Janitor struct {
	cfg      Config
	kafka    *kafka.Kafka
	blobs    Blobs
	log      *slog.Logger
	declared []topic.Topic
	records  prometheus.Counter
	deleted  prometheus.Counter
}

// New makes a janitor.
func New(cfg Config, deps Deps) (*Janitor, error) {
	if deps.Kafka == nil {
		return nil, errors.New("janitor: no kafka given")
	}
	cfg.KeepWork = cmp.Or(cfg.KeepWork, 24*time.Hour)
	cfg.KeepFiles = cmp.Or(cfg.KeepFiles, 7*24*time.Hour)
	cfg.KeepBodies = cmp.Or(cfg.KeepBodies, 8*24*time.Hour)
	cfg.TopicsEvery = cmp.Or(cfg.TopicsEvery, 10*time.Minute)
	cfg.BlobsEvery = cmp.Or(cfg.BlobsEvery, time.Hour)
	j := &Janitor{
		cfg:      cfg,
		kafka:    deps.Kafka,
		blobs:    deps.Blobs,
		log:      deps.Logger,
		declared: topic.All(),
		records: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lavra_janitor_records_total",
			Help: "Offsets that were deleted since every reader has done with them.",
		}),
		deleted: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lavra_janitor_blobs_total",
			Help: "Blobs that were deleted.",
		}),
	}
	if j.log == nil {
		j.log = slog.New(slog.DiscardHandler)
	}
	if deps.Registerer != nil {
		for _, c := range []prometheus.Collector{j.records, j.deleted} {
			if err := deps.Registerer.Register(c); err != nil {
				return nil, fmt.Errorf("registering the janitor's metrics: %w", err)
			}
		}
	}
	return j, nil
}

// Run cleans up until ctx ends. What goes wrong is logged and tried again.
func (j *Janitor) Run(ctx context.Context) error {
	topics, blobs := time.NewTicker(j.cfg.TopicsEvery), time.NewTicker(j.cfg.BlobsEvery)
	defer topics.Stop()
	defer blobs.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-topics.C:
			j.report(ctx, "topics", j.SweepTopics(ctx))
		case <-blobs.C:
			j.report(ctx, "blobs", j.SweepBlobs(ctx))
		}
	}
}

func (j *Janitor) report(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		j.log.Warn("cleaning up failed, will be tried again", "what", what, "error", err)
	}
}
