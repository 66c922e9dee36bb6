package status

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
)

// Run tails the log until ctx ends. Whatever is away meanwhile is waited for.
func (x *Index) Run(ctx context.Context) error {
	start, err := x.begin(ctx)
	if err != nil {
		return nil // ctx has ended: begin retries everything else
	}
	tail, err := x.kafka.NewTail("status-index", start, x.added,
		kgo.KeepControlRecords(), // they take up offsets, and the position is compared with the end
	)
	if err != nil {
		return fmt.Errorf("starting the status index: %w", err)
	}
	defer tail.Close()
	x.mu.Lock()
	x.tail.Store(tail)
	x.moved()
	x.mu.Unlock()
	for {
		fetches := tail.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil
		}
		fetches.EachError(func(topic string, partition int32, err error) {
			x.log.Warn("tailing the log", "topic", x.kafka.Name(topic), "partition", partition, "error", err)
		})
		if err := x.takeAll(ctx, fetches); err != nil {
			return nil // ctx has ended
		}
	}
}

// begin finds where each partition is to be read from, and waits for topics
// that are not there yet.
func (x *Index) begin(ctx context.Context) (map[string]map[int32]kgo.Offset, error) {
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		start, err := x.startOffsets(ctx)
		if err == nil {
			return x.tailFrom(start), nil
		}
		if !errors.Is(err, kerr.UnknownTopicOrPartition) {
			x.log.Warn("finding where to tail the log from", "error", err)
		}
		if err := patience.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// startOffsets are of the earliest time from which on there is not too much to read:
// one time for all topics, so that no request is held without its later statuses.
func (x *Index) startOffsets(ctx context.Context) (kadm.ListedOffsets, error) {
	names, now := x.brokerTopics(), time.Now()
	for back := x.cfg.Back; ; back /= 2 {
		start, err := x.kafka.OffsetsSince(ctx, now.Add(-back), names...)
		if err != nil {
			return nil, err
		}
		ends, err := kafka.Listed(x.kafka.Admin().ListEndOffsets(ctx, names...))
		if err != nil {
			return nil, err
		}
		records := int64(0)
		start.Each(func(at kadm.ListedOffset) { records += ends[at.Topic][at.Partition].Offset - at.Offset })
		if records <= x.cfg.StartRecords || back <= time.Second {
			x.log.Info("the status index reads the log", "from", now.Add(-back).UTC(), "records", records)
			return start, nil
		}
	}
}

// tailFrom notes where reading begins.
func (x *Index) tailFrom(listed kadm.ListedOffsets) map[string]map[int32]kgo.Offset {
	start := map[string]map[int32]kgo.Offset{}
	x.mu.Lock()
	defer x.mu.Unlock()
	for name, partitions := range listed {
		start[name] = map[int32]kgo.Offset{}
		for number, at := range partitions {
			start[name][number] = kgo.NewOffset().At(at.Offset)
			key := partitionKey{x.kafka.Name(name), number}
			x.read[key], x.held[key] = at.Offset, at.Offset
		}
	}
	x.moved()
	return start
}

// added notes a partition that came since the start: all of it will be read.
func (x *Index) added(topicName string, partition int32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	key := partitionKey{topicName, partition}
	x.read[key], x.held[key] = 0, 0
}

// takeAll takes in what was fetched, partitions beside each other: at start an index
// has millions of records to decode.
func (x *Index) takeAll(ctx context.Context, fetches kgo.Fetches) error {
	var taking errgroup.Group
	taking.SetLimit(runtime.GOMAXPROCS(0))
	fetches.EachPartition(func(p kgo.FetchTopicPartition) {
		taking.Go(func() error { return x.takePartition(ctx, p.Records) })
	})
	if err := taking.Wait(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.moved()
	return nil
}

// takePartition takes in records of one partition, in order. A record that cannot be read
// now, because the registry is away, is waited for: skipping it would hide a request.
func (x *Index) takePartition(ctx context.Context, records []*kgo.Record) error {
	for i, rec := range records {
		if x.kafka.NeedsKey(rec) {
			x.kafka.FetchKeys(ctx, records[i:])
		}
		for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
			err := x.take(ctx, rec)
			if err == nil {
				break
			}
			if errors.Is(err, kafka.ErrUndecodable) {
				x.metrics.skipped.Inc()
				break
			}
			if wait == patience.FirstWait {
				x.log.Warn("the status index cannot read a record yet", "error", err)
			}
			if err := patience.Sleep(ctx, wait); err != nil {
				return err
			}
		}
		x.mu.Lock()
		x.read[partitionKey{x.kafka.Name(rec.Topic), rec.Partition}] = rec.Offset + 1
		x.mu.Unlock()
	}
	return nil
}

// moved wakes those who wait for the position. x.mu is held.
func (x *Index) moved() {
	close(x.progress)
	x.progress = make(chan struct{})
}
