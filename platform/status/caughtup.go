package status

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
)

// CaughtUp asks how far the partitions of a request go and waits until the
// index has read that far: what was acknowledged before the call is then in
// the index, if it is ever to be. ErrBehind says that it took too long.
//
// A transaction that is open in a partition hides what was acknowledged behind
// it from readers, for as long as it takes: that much is looked through here.
func (x *Index) CaughtUp(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, x.cfg.Patience)
	defer cancel()
	places, err := x.placesOf(ctx, id)
	if err != nil {
		return fmt.Errorf("catching up: %w: %w", ErrBehind, err)
	}
	stable, ends := make([]int64, len(places)), make([]int64, len(places))
	var group errgroup.Group
	for i, p := range places {
		group.Go(func() (err error) { ends[i], err = x.kafka.EndOffset(ctx, p.topic, p.partition); return err })
		group.Go(func() (err error) { stable[i], err = x.kafka.StableOffset(ctx, p.topic, p.partition); return err })
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("catching up: %w: %w", ErrBehind, err)
	}
	until := map[partitionKey]int64{}
	for i, p := range places {
		until[p] = min(stable[i], ends[i])
		if until[p] == ends[i] {
			continue
		}
		err := x.takeHidden(ctx, id, kafka.Stretch{Topic: p.topic, Partition: p.partition, From: until[p], To: ends[i]})
		switch {
		case errors.Is(err, kafka.ErrOpenTransaction):
			until[p] = ends[i] // the request is in it: only its end tells whether it was accepted
		case err != nil:
			return fmt.Errorf("catching up: %w: %w", ErrBehind, err)
		}
	}
	return x.await(ctx, until)
}

// placesOf are the partitions in which records of a request may stand.
func (x *Index) placesOf(ctx context.Context, id string) (places []partitionKey, err error) {
	tail, err := x.tailing(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range topics() {
		numbers, err := tail.PartitionsOf(ctx, name, id)
		if err != nil {
			return nil, err
		}
		for _, n := range numbers {
			places = append(places, partitionKey{name, n})
		}
	}
	return places, nil
}

// tailing waits until the index reads the log.
func (x *Index) tailing(ctx context.Context) (*kafka.Tail, error) {
	for {
		x.mu.Lock()
		tail, progress := x.tail.Load(), x.progress
		x.mu.Unlock()
		if tail != nil {
			return tail, nil
		}
		select {
		case <-progress:
		case <-ctx.Done():
			return nil, errNotTailing
		}
	}
}

var errNotTailing = errors.New("it is not known yet from where to read")

// takeHidden takes in the records of a request that stand behind an open transaction.
func (x *Index) takeHidden(ctx context.Context, id string, s kafka.Stretch) error {
	for rec, err := range x.kafka.ScanHidden(ctx, s, id) {
		if err == nil {
			err = x.take(ctx, rec)
		}
		if err != nil && !errors.Is(err, kafka.ErrUndecodable) {
			return err
		}
	}
	return nil
}

// AllCaughtUp is CaughtUp for every partition: the requests of a batch are all
// over the log.
func (x *Index) AllCaughtUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, x.cfg.Patience)
	defer cancel()
	// Up to the very end: a batch's own transaction may be acknowledged and still seem open.
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
		if wait == patience.LongWait {
			x.log.Info("the status index has not read all of the log yet, waiting")
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
