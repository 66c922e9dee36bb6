package kafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"

	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Lag is how far a group is behind in one topic.
type Lag struct {
	Group   string // without prefix, as is Topic
	Topic   string
	Records int64
	Oldest  time.Time // when the oldest record not committed was written; zero for none
}

// agesWatched bounds the partitions of a topic, those furthest behind, whose
// oldest record is looked at for the metrics: each look is a fetch.
const agesWatched = 4

// Lags measures how far groups are behind, in the topics declared for them and
// those they committed offsets of. It needs no live member, and counts a topic
// that a group never committed from its start.
func (k *Kafka) Lags(ctx context.Context, groups ...string) ([]Lag, error) {
	return k.lags(ctx, math.MaxInt, groups)
}

func (k *Kafka) lags(ctx context.Context, ages int, groups []string) ([]Lag, error) {
	names := make([]string, len(groups))
	for i, g := range groups {
		names[i] = k.Group(g)
	}
	fetched := k.admin.FetchManyOffsets(ctx, names...)
	var all []Lag
	for i, group := range groups {
		answer := fetched[names[i]]
		if answer.Err != nil && !errors.Is(answer.Err, kerr.GroupIDNotFound) {
			return nil, fmt.Errorf("reading the commits of group %s: %w", group, answer.Err)
		}
		lags, err := k.lagsOf(ctx, ages, group, answer.Fetched)
		if err != nil {
			return nil, fmt.Errorf("measuring the lag of group %s: %w", group, err)
		}
		all = append(all, lags...)
	}
	return all, nil
}

func (k *Kafka) lagsOf(ctx context.Context, ages int, group string, commits kadm.OffsetResponses) ([]Lag, error) {
	topics := k.topicsOf(group, commits)
	if len(topics) == 0 {
		return nil, nil
	}
	ends, err := k.admin.ListEndOffsets(ctx, topics...)
	if err != nil {
		return nil, err
	}
	starts, err := k.admin.ListStartOffsets(ctx, topics...)
	if err != nil {
		return nil, err
	}
	var all []Lag
	for _, name := range topics {
		lag, err := k.lagIn(ctx, ages, name, commits, starts[name], ends[name])
		if err != nil {
			return nil, err
		}
		lag.Group = group
		all = append(all, lag)
	}
	return all, nil
}

func (k *Kafka) topicsOf(group string, commits kadm.OffsetResponses) (names []string) {
	for _, d := range topic.All() {
		if slices.Contains(d.Readers, group) {
			names = append(names, k.Topic(d.Name))
		}
	}
	for name := range commits {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// behind is one partition with something to do.
type behind struct {
	partition int32
	from      int64
	records   int64
}

func (k *Kafka) lagIn(ctx context.Context, ages int, name string, commits kadm.OffsetResponses, starts, ends map[int32]kadm.ListedOffset) (Lag, error) {
	lag := Lag{Topic: k.Name(name)}
	var open []behind
	for partition, end := range ends {
		if end.Err != nil {
			if errors.Is(end.Err, kerr.UnknownTopicOrPartition) {
				continue // declared, and not created yet
			}
			return lag, end.Err
		}
		from := starts[partition].Offset
		if commit, ok := commits.Lookup(name, partition); ok {
			from = max(from, commit.At)
		}
		if n := end.Offset - from; n > 0 {
			lag.Records += n
			open = append(open, behind{partition, from, n})
		}
	}
	slices.SortFunc(open, func(a, b behind) int { return cmp.Compare(b.records, a.records) })
	for _, b := range open[:min(len(open), ages)] {
		at, err := k.timeAt(ctx, event.Pointer{Topic: lag.Topic, Partition: b.partition, Offset: b.from})
		if err != nil {
			return lag, err
		}
		if !at.IsZero() && (lag.Oldest.IsZero() || at.Before(lag.Oldest)) {
			lag.Oldest = at
		}
	}
	return lag, nil
}

// timeAt is when the first record at a pointer or after it was written; zero if there is none.
func (k *Kafka) timeAt(ctx context.Context, at event.Pointer) (time.Time, error) {
	rec, err := k.readFrom(ctx, at)
	if errors.Is(err, ErrGone) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return rec.Timestamp, nil
}

// Commits are the offsets a group has committed, under the brokers' names of
// the topics; empty for a group that never committed.
func (k *Kafka) Commits(ctx context.Context, group string) (kadm.OffsetResponses, error) {
	commits, err := k.admin.FetchOffsets(ctx, k.Group(group))
	if errors.Is(err, kerr.GroupIDNotFound) {
		return kadm.OffsetResponses{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the commits of group %s: %w", group, err)
	}
	return commits, nil
}

// WatchLag keeps lavra_kafka_lag_records and lavra_kafka_lag_seconds current
// until ctx ends.
func (k *Kafka) WatchLag(ctx context.Context, every time.Duration, groups ...string) {
	labels := []string{"group", "topic"}
	records := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "lavra_kafka_lag_records",
		Help: "Records that a group has not committed.",
	}, labels)
	seconds := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "lavra_kafka_lag_seconds",
		Help: "Age of the oldest record that a group has not committed; 0 when there is none.",
	}, labels)
	for _, c := range []prometheus.Collector{records, seconds} {
		if err := k.registerer.Register(c); err != nil {
			k.log.Warn("the lag is watched already", "error", err)
			return
		}
		defer k.registerer.Unregister(c)
	}
	defer k.lag.Store(nil)
	for {
		lags, err := k.lags(ctx, agesWatched, groups)
		if err != nil && ctx.Err() == nil {
			k.log.Warn("measuring the lag failed", "error", err)
		}
		k.lag.Store(&lags)
		for _, l := range lags {
			age := 0.0
			if !l.Oldest.IsZero() {
				age = max(0, time.Since(l.Oldest).Seconds())
			}
			records.WithLabelValues(l.Group, l.Topic).Set(float64(l.Records))
			seconds.WithLabelValues(l.Group, l.Topic).Set(age)
		}
		if patience.Sleep(ctx, every) != nil {
			return
		}
	}
}

// WatchedLag is what WatchLag saw last; nothing where nobody watches.
func (k *Kafka) WatchedLag() []Lag {
	if lags := k.lag.Load(); lags != nil {
		return *lags
	}
	return nil
}
