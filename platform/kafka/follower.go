package kafka

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/patience"
)

// Following says what a follower reads.
type Following struct {
	Topic string // without prefix
	Name  string // of what is read, in the log

	// Since is the time from which on records count; nil: all of them do.
	Since func(context.Context) (time.Time, error)

	// Take gets each record, those of a partition in their order. It waits for what is away:
	// what it returns from counts as read, unless ctx has ended.
	Take func(ctx context.Context, rec *kgo.Record)

	Logger *slog.Logger // may be nil
}

// Follower keeps whoever holds a view of a topic up to date: it reads the whole topic without a
// group, follows it when it grows, and knows how far it has come. Those who ask the view wait here
// until it holds what they depend on.
type Follower struct {
	kafka *Kafka
	what  Following
	log   *slog.Logger
	ready atomic.Bool // all that was written before the start is read

	mu       sync.Mutex
	tail     *Tail           // nil until it is known from where to read
	read     map[int32]int64 // offset up to which each partition was read
	ends     map[int32]int64 // of the partitions when reading began
	progress chan struct{}   // closed and replaced when something of this moves
}

// NewFollower makes one that has read nothing; Run reads.
func (k *Kafka) NewFollower(what Following) *Follower {
	log := what.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Follower{kafka: k, what: what, log: log, read: map[int32]int64{}, progress: make(chan struct{})}
}

// Run reads until ctx ends, and waits for whatever is away meanwhile. Its error is nil.
func (f *Follower) Run(ctx context.Context) error {
	var tail *Tail
	if patience.Until(ctx, f.log, "topic of "+f.what.Name, nil, func(ctx context.Context) (err error) {
		tail, err = f.begin(ctx)
		return err
	}) != nil {
		return nil // ctx has ended: nothing else ends the waiting
	}
	defer tail.Close()
	f.move(func() { f.tail = tail })
	for {
		fetches := tail.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil
		}
		fetches.EachError(func(_ string, partition int32, err error) {
			f.log.Warn("reading "+f.what.Name, "partition", partition, "error", err)
		})
		for records := fetches.RecordIter(); !records.Done(); {
			rec := records.Next()
			if !rec.Attrs.IsControl() {
				f.what.Take(ctx, rec)
			}
			if ctx.Err() != nil {
				return nil
			}
			f.move(func() { f.read[rec.Partition] = rec.Offset + 1 })
		}
	}
}

// begin notes from where to where each partition is to be read first of all.
func (f *Follower) begin(ctx context.Context) (*Tail, error) {
	since := time.UnixMilli(0)
	if f.what.Since != nil {
		var err error
		if since, err = f.what.Since(ctx); err != nil {
			return nil, err
		}
	}
	name := f.kafka.Topic(f.what.Topic)
	starts, err := f.kafka.OffsetsSince(ctx, since, name)
	if err != nil {
		return nil, fmt.Errorf("finding where to begin: %w", err)
	}
	ends, err := Listed(f.kafka.Admin().ListEndOffsets(ctx, name))
	if err != nil {
		return nil, fmt.Errorf("asking where they end: %w", err)
	}
	offsets := map[int32]kgo.Offset{}
	f.move(func() {
		f.ends = map[int32]int64{}
		for partition, at := range starts[name] {
			offsets[partition] = kgo.NewOffset().At(at.Offset)
			f.read[partition], f.ends[partition] = at.Offset, ends[name][partition].Offset
		}
	})
	// Control records take up offsets, and the position is compared with the end.
	return f.kafka.NewTail(f.what.Name, map[string]map[int32]kgo.Offset{name: offsets}, f.added, kgo.KeepControlRecords())
}

// added notes a partition that came since the start: all of it will be read.
func (f *Follower) added(_ string, partition int32) { f.move(func() { f.read[partition] = 0 }) }

// move changes the position and wakes those who wait for it.
func (f *Follower) move(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
	close(f.progress)
	f.progress = make(chan struct{})
}

// Ready waits until all that was written before the start is read.
func (f *Follower) Ready(ctx context.Context) error {
	if f.ready.Load() { // some ask for each record
		return nil
	}
	return f.await(ctx, func() bool {
		for partition, end := range f.ends {
			if f.read[partition] < end {
				return false
			}
		}
		f.ready.Store(f.ends != nil)
		return f.ends != nil
	})
}

// Reach waits until a partition is read up to an offset. One that is not read yet soon will be.
func (f *Follower) Reach(ctx context.Context, partition int32, offset int64) error {
	return f.await(ctx, func() bool {
		read, followed := f.read[partition]
		return followed && read >= offset || offset == 0
	})
}

// CaughtUp waits until all is read that was acknowledged before the call under a key.
func (f *Follower) CaughtUp(ctx context.Context, key string) error {
	var tail *Tail
	if err := f.await(ctx, func() bool { tail = f.tail; return tail != nil }); err != nil {
		return err
	}
	partitions, err := tail.PartitionsOf(ctx, f.what.Topic, key)
	if err != nil {
		return err
	}
	for _, partition := range partitions {
		end, err := f.kafka.EndOffset(ctx, f.what.Topic, partition)
		if err == nil {
			err = f.Reach(ctx, partition, end)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// await waits for a condition that is asked with f.mu held.
func (f *Follower) await(ctx context.Context, met func() bool) error {
	for {
		f.mu.Lock()
		done, progress := met(), f.progress
		f.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-progress:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
