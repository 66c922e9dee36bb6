package ingest

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/topic"
)

// How often the backlog is measured, and over how long its rate is taken: a
// rate over ten minutes does not jump with every long document.
const (
	backlogEvery  = 5 * time.Second
	backlogWindow = 10 * time.Minute
)

// unknownDrain is what a client waits for where there is no rate.
const unknownDrain = time.Minute

// backlog watches how many accepted requests have not ended, and how fast they
// do. While nothing is known of it calls are let through: refusing everybody
// is the greater harm.
type backlog struct {
	maxWaiting int64
	maxDrain   time.Duration
	kafka      *kafka.Kafka
	log        *slog.Logger
	metrics    *metrics

	closed atomic.Int64 // nanoseconds to come back after; 0: open

	mu      sync.Mutex
	samples []sample // of the window, oldest first
}

type sample struct {
	at      time.Time
	waiting int64
	done    int64 // ends written since the topic began
}

func newBacklog(cfg Config, k *kafka.Kafka, log *slog.Logger, m *metrics) *backlog {
	return &backlog{maxWaiting: cfg.MaxBacklog, maxDrain: cfg.MaxDrain, kafka: k, log: log, metrics: m}
}

// full reports whether more must be refused, and for how long.
func (b *backlog) full() (time.Duration, bool) {
	after := time.Duration(b.closed.Load())
	return after, after > 0
}

func (b *backlog) run(ctx context.Context) error {
	ticker := time.NewTicker(backlogEvery)
	defer ticker.Stop()
	for {
		s, err := b.measure(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			b.log.Warn("measuring the backlog failed, trying on", "error", err)
		default:
			b.judge(s)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// way is what an accepted document passes: each topic with the group that
// takes it from there.
var way = map[string]string{
	topic.Submitted:  topic.GroupOCR,
	topic.Read:       topic.GroupClassification,
	topic.Classified: topic.GroupExtraction,
	topic.Extracted:  topic.GroupGeometry,
}

// measure compares the ends of the topics of the way with what their groups
// have committed, and counts what has come out behind.
func (b *backlog) measure(ctx context.Context) (sample, error) {
	ctx, cancel := context.WithTimeout(ctx, backlogEvery)
	defer cancel()
	s := sample{at: time.Now()}
	completed := b.kafka.Topic(topic.Completed)
	names := []string{completed}
	for name := range way {
		for _, lane := range topic.Lanes(name) {
			names = append(names, b.kafka.Topic(lane))
		}
	}
	ends, err := kafka.Listed(b.kafka.Admin().ListEndOffsets(ctx, names...))
	if err != nil {
		return s, fmt.Errorf("asking the ends of the topics: %w", err)
	}
	starts, err := kafka.Listed(b.kafka.Admin().ListStartOffsets(ctx, names...))
	if err != nil {
		return s, fmt.Errorf("asking the starts of the topics: %w", err)
	}
	for _, end := range ends[completed] {
		s.done += end.Offset
	}
	for name, group := range way {
		commits, err := b.kafka.Commits(ctx, group)
		if err != nil {
			return s, err
		}
		for _, lane := range topic.Lanes(name) {
			lane = b.kafka.Topic(lane)
			s.waiting += waiting(lane, starts[lane], ends[lane], commits)
		}
	}
	return s, nil
}

// waiting counts the records of a topic that its group has not committed.
func waiting(name string, starts, ends map[int32]kadm.ListedOffset, commits kadm.OffsetResponses) int64 {
	var n int64
	for partition, end := range ends {
		at := starts[partition].Offset
		if c, ok := commits.Lookup(name, partition); ok {
			at = max(at, c.At)
		}
		n += max(end.Offset-at, 0)
	}
	return n
}

// judge opens or closes the door by a new measurement.
func (b *backlog) judge(s sample) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.samples); n > 0 && s.at.Before(b.samples[n-1].at) {
		return // begun before the newest, and slower: it says less
	}
	b.samples = append(b.samples, s)
	for s.at.Sub(b.samples[0].at) > backlogWindow {
		b.samples = b.samples[1:]
	}
	drain := b.drain(s)
	b.metrics.backlog.Set(float64(s.waiting))
	b.metrics.drain.Set(drain.Seconds())
	var after time.Duration
	if b.maxWaiting > 0 && s.waiting >= b.maxWaiting || b.maxDrain > 0 && drain >= b.maxDrain {
		after = b.opens(s, drain)
	}
	was := b.closed.Swap(int64(after))
	switch {
	case was == 0 && after > 0:
		b.log.Warn("the backlog is over its limit, refusing requests", "waiting", s.waiting, "drain", drain)
	case was > 0 && after == 0:
		b.log.Info("the backlog is below its limit, taking requests again", "waiting", s.waiting, "drain", drain)
	}
}

// opens estimates when so much will have ended that the door opens. Nothing comes in until then,
// so that the backlog falls as fast as requests end.
func (b *backlog) opens(s sample, drain time.Duration) time.Duration {
	if drain == 0 {
		return unknownDrain
	}
	var after time.Duration
	if b.maxWaiting > 0 && s.waiting >= b.maxWaiting {
		tooMany := float64(s.waiting - b.maxWaiting + 1)
		after = time.Duration(tooMany / float64(s.waiting) * float64(drain))
	}
	if b.maxDrain > 0 {
		after = max(after, drain-b.maxDrain)
	}
	return min(max(after, backlogEvery), backlogWindow)
}

// drain estimates how long what waits will take; 0 where there is no rate yet.
func (b *backlog) drain(s sample) time.Duration {
	first := b.samples[0]
	done, took := s.done-first.done, s.at.Sub(first.at)
	if done <= 0 || took <= 0 {
		return 0
	}
	return time.Duration(float64(took) / float64(done) * float64(s.waiting))
}
