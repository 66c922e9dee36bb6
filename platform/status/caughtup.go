package status

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
)

// CaughtUp asks how far the partitions of a request go and waits until the
// index has read that far: what was acknowledged before the call is then in
// the index, if it is ever to be. ErrBehind says that it took too long.
func (x *Index) CaughtUp(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, x.cfg.Patience)
	defer cancel()
	names := topics()
	keys, offsets := make([]partitionKey, len(names)), make([]int64, len(names))
	var group errgroup.Group
	for i, name := range names {
		group.Go(func() error {
			partition, err := x.kafka.PartitionOf(ctx, name, id)
			if err != nil {
				return err
			}
			keys[i] = partitionKey{name, partition}
			offsets[i], err = x.kafka.EndOffset(ctx, name, partition)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("catching up: %w: %w", ErrBehind, err)
	}
	ends := map[partitionKey]int64{}
	for i := range keys {
		ends[keys[i]] = offsets[i]
	}
	return x.await(ctx, ends)
}

// AllCaughtUp is CaughtUp for every partition: the requests of a batch are all
// over the log.
func (x *Index) AllCaughtUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, x.cfg.Patience)
	defer cancel()
	listed, err := kafka.Listed(x.kafka.Admin().ListEndOffsets(ctx, x.brokerTopics()...))
	if err != nil {
		return fmt.Errorf("catching up: %w: %w", ErrBehind, err)
	}
	ends := map[partitionKey]int64{}
	for name, partitions := range listed {
		for number, at := range partitions {
			ends[partitionKey{x.kafka.Name(name), number}] = at.Offset
		}
	}
	return x.await(ctx, ends)
}

// Ready waits until the index has read all there was at the call, however long
// that takes: at start it has an hour to read.
func (x *Index) Ready(ctx context.Context) error {
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		if err := x.AllCaughtUp(ctx); err == nil {
			return nil
		}
		if err := patience.Sleep(ctx, wait); err != nil {
			return fmt.Errorf("waiting for the status index: %w", err)
		}
	}
}

func (x *Index) await(ctx context.Context, ends map[partitionKey]int64) error {
	for {
		x.mu.Lock()
		behind := false
		for key, end := range ends {
			// A partition that is not tailed yet was not read, were it empty.
			read, tailed := x.read[key]
			behind = behind || !tailed || read < end
		}
		progress := x.progress
		x.mu.Unlock()
		if !behind {
			return nil
		}
		select {
		case <-progress:
		case <-ctx.Done():
			return fmt.Errorf("catching up: %w", ErrBehind)
		}
	}
}
