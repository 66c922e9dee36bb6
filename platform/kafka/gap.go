package kafka

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/schemas/event"
)

// gapPatience bounds how long it is asked whether records are gone.
const gapPatience = 10 * time.Second

// gaps sees where a group's next record is gone: deleted by retention, or by
// somebody, before the group had read it. The client would go on at what is left
// without a word.
type gaps struct {
	kafka *Kafka
	group string

	mu   sync.Mutex
	next map[event.Pointer]int64 // by topic, as the brokers know it, and partition
}

var _ kgo.HookFetchRecordUnbuffered = (*gaps)(nil)

func newGaps(k *Kafka, group string) *gaps {
	return &gaps{kafka: k, group: group, next: map[event.Pointer]int64{}}
}

// assigned compares what the group has committed with what is left. It changes nothing.
func (g *gaps) assigned(ctx context.Context, offsets map[string]map[int32]kgo.Offset) (map[string]map[int32]kgo.Offset, error) {
	ctx, cancel := context.WithTimeout(ctx, gapPatience)
	defer cancel()
	due := map[event.Pointer]int64{}
	for topic, partitions := range offsets {
		g.kafka.missing.WithLabelValues(g.group, g.kafka.Name(topic))
		for partition, offset := range partitions {
			due[event.Pointer{Topic: topic, Partition: partition}] = offset.EpochOffset().Offset // negative: none is committed
		}
	}
	g.mu.Lock()
	for at, committed := range due {
		delete(g.next, at)
		if committed >= 0 {
			g.next[at] = committed
		}
	}
	g.mu.Unlock()
	g.compare(ctx, slices.Collect(maps.Keys(offsets)), due)
	return offsets, nil
}

// OnFetchRecordUnbuffered sees each record that is read.
func (g *gaps) OnFetchRecordUnbuffered(rec *kgo.Record, polled bool) {
	if !polled {
		return
	}
	at := event.Pointer{Topic: rec.Topic, Partition: rec.Partition}
	g.mu.Lock()
	expected, known := g.next[at]
	g.next[at] = rec.Offset + 1
	g.mu.Unlock()
	if !known || rec.Offset <= expected {
		return
	}
	// Records of transactions that were given up leave holes as well: the start tells.
	g.kafka.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), gapPatience)
		defer cancel()
		g.compare(ctx, []string{at.Topic}, map[event.Pointer]int64{at: expected})
	})
}

// compare counts what lies between the offsets that were due and the log's start.
func (g *gaps) compare(ctx context.Context, topics []string, due map[event.Pointer]int64) {
	starts, err := Listed(g.kafka.admin.ListStartOffsets(ctx, topics...))
	if err != nil {
		g.kafka.log.Warn("asking whether records are gone failed", "group", g.group, "error", err)
		return
	}
	for at, offset := range due {
		start, ok := starts.Lookup(at.Topic, at.Partition)
		if !ok || offset < 0 || start.Offset <= offset {
			continue
		}
		g.mu.Lock()
		g.next[at] = max(g.next[at], start.Offset) // counted once
		g.mu.Unlock()
		name, missing := g.kafka.Name(at.Topic), start.Offset-offset
		g.kafka.missing.WithLabelValues(g.group, name).Add(float64(missing))
		g.kafka.lastGap.Store(time.Now().UnixNano())
		g.kafka.log.Error("records were deleted before this group had read them: what they said is lost to it; `lavra audit` says whose they were",
			"group", g.group, "topic", name, "partition", at.Partition, "due", offset, "start", start.Offset, "missing", missing)
	}
}

// LastGap is when records were last found to be deleted unread; zero for never.
func (k *Kafka) LastGap() time.Time {
	if at := k.lastGap.Load(); at > 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

func newMissing(registerer prometheus.Registerer) (*prometheus.CounterVec, error) {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "lavra_kafka_missing_records_total",
		Help: "Offsets that were deleted before a group had read them.",
	}, []string{"group", "topic"})
	if err := registerer.Register(c); err != nil {
		return nil, fmt.Errorf("registering metrics of the log: %w", err)
	}
	return c, nil
}
