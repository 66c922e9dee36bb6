// Package erasure knows which requests are to be gone, and removes their files.
//
// In come erasure events; out goes the word, by identifier, that a request is
// erased. Every process that answers, works or stores reads all of them from the
// start, so that whatever of an erased request comes later is dropped. The Eraser
// deletes files and bodies from the blob store; rows are the sink's to delete.
// Nothing is ever brought back, and what the log itself holds goes by its age.
package erasure

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Index holds the erased requests, some 100 bytes each.
type Index struct {
	kafka *kafka.Kafka
	log   *slog.Logger
	told  []func(id string)
	ready atomic.Bool // all that was written before the start is read

	mu       sync.Mutex
	tail     *kafka.Tail // nil until it is known from where to read
	erased   map[uuid.UUID]bool
	order    []uuid.UUID    // as they were read
	batches  map[string]int // erased requests by batch
	read     map[int32]int64
	ends     map[int32]int64 // of the partitions when reading began; nil: not known yet
	progress chan struct{}   // closed and replaced when read moves
}

// NewIndex makes an empty index; Run fills it. log and registerer may be nil.
func NewIndex(k *kafka.Kafka, log *slog.Logger, registerer prometheus.Registerer) (*Index, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	x := &Index{kafka: k, log: log, erased: map[uuid.UUID]bool{}, batches: map[string]int{}, read: map[int32]int64{}, progress: make(chan struct{})}
	if registerer == nil {
		return x, nil
	}
	held := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "lavra_erasure_index_requests",
		Help: "Erased requests that the process knows of.",
	}, func() float64 {
		x.mu.Lock()
		defer x.mu.Unlock()
		return float64(len(x.order))
	})
	if err := registerer.Register(held); err != nil {
		return nil, fmt.Errorf("registering metrics of erasures: %w", err)
	}
	return x, nil
}

// Tell has a function called for each request that is erased. It is called before Run.
func (x *Index) Tell(erased func(id string)) { x.told = append(x.told, erased) }

// Run tails the erasures until ctx ends. Whatever is away meanwhile is waited for.
func (x *Index) Run(ctx context.Context) error {
	var tail *kafka.Tail
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		start, err := x.begin(ctx)
		if err == nil {
			tail, err = x.kafka.NewTail("erasures", map[string]map[int32]kgo.Offset{x.kafka.Topic(topic.Erasures): start}, x.added, kgo.KeepControlRecords())
		}
		if err == nil {
			break
		}
		x.log.Warn("finding where to read erasures from", "error", err)
		if patience.Sleep(ctx, wait) != nil {
			return nil
		}
	}
	defer tail.Close()
	x.mu.Lock()
	x.tail = tail
	x.moved()
	x.mu.Unlock()
	for {
		fetches := tail.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil
		}
		fetches.EachError(func(_ string, partition int32, err error) {
			x.log.Warn("reading erasures", "partition", partition, "error", err)
		})
		for records := fetches.RecordIter(); !records.Done(); {
			if x.take(ctx, records.Next()) != nil {
				return nil // ctx has ended
			}
		}
	}
}

// begin notes where each partition begins and ends.
func (x *Index) begin(ctx context.Context) (map[int32]kgo.Offset, error) {
	name := x.kafka.Topic(topic.Erasures)
	ends, err := kafka.Listed(x.kafka.Admin().ListEndOffsets(ctx, name))
	if err != nil {
		return nil, fmt.Errorf("asking where they end: %w", err)
	}
	starts, err := kafka.Listed(x.kafka.Admin().ListStartOffsets(ctx, name))
	if err != nil {
		return nil, fmt.Errorf("asking where they begin: %w", err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	offsets := map[int32]kgo.Offset{}
	x.ends = map[int32]int64{}
	for partition, at := range starts[name] {
		offsets[partition] = kgo.NewOffset().At(at.Offset)
		x.read[partition] = at.Offset
		x.ends[partition] = ends[name][partition].Offset
	}
	return offsets, nil
}

// added notes a partition that came since the start: all of it will be read.
func (x *Index) added(_ string, partition int32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.read[partition] = 0
}

// take takes in one record. One that cannot be read now is waited for: to pass
// it over would show what is to be gone.
func (x *Index) take(ctx context.Context, rec *kgo.Record) error {
	var ev event.Erasure
	for wait := patience.FirstWait; !rec.Attrs.IsControl(); wait = min(2*wait, patience.LongWait) {
		err := x.kafka.Decode(ctx, rec, &ev)
		if err == nil {
			break
		}
		x.log.Warn("reading an erasure", "partition", rec.Partition, "offset", rec.Offset, "error", err)
		if errors.Is(err, kafka.ErrUndecodable) {
			ev.RequestID = string(rec.Key) // it says enough
			break
		}
		if err := patience.Sleep(ctx, wait); err != nil {
			return err
		}
	}
	if x.note(ev) {
		for _, tell := range x.told {
			tell(ev.RequestID)
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.read[rec.Partition] = rec.Offset + 1
	x.moved()
	return nil
}

// note says whether the request was not known to be erased.
func (x *Index) note(ev event.Erasure) bool {
	id, err := uuid.Parse(ev.RequestID)
	if err != nil {
		return false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.erased[id] {
		return false
	}
	x.erased[id] = true
	x.order = append(x.order, id)
	if ev.BatchID != nil {
		x.batches[*ev.BatchID]++
	}
	return true
}

// moved wakes those who wait for the position. x.mu is held.
func (x *Index) moved() {
	close(x.progress)
	x.progress = make(chan struct{})
}

// Has says whether the request is erased, as far as was read. A nil index knows of none.
func (x *Index) Has(id string) bool {
	if x == nil {
		return false
	}
	key, err := uuid.Parse(id)
	x.mu.Lock()
	defer x.mu.Unlock()
	return err == nil && x.erased[key]
}

// InBatch is how many requests of a batch are erased.
func (x *Index) InBatch(id string) int {
	if x == nil {
		return 0
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.batches[id]
}

// From gives the requests behind the first n in the order of their erasure.
func (x *Index) From(n int) (ids []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range x.order[min(n, len(x.order)):] {
		ids = append(ids, id.String())
	}
	return ids
}

// Ready waits until all that was written before the start is read.
func (x *Index) Ready(ctx context.Context) error {
	if x.ready.Load() { // asked for each record
		return nil
	}
	return x.await(ctx, func() bool {
		for partition, end := range x.ends {
			if x.read[partition] < end {
				return false
			}
		}
		x.ready.Store(x.ends != nil)
		return x.ends != nil
	})
}

// Known is Has once all that was acknowledged before the call is read. Its
// error says that this took longer than ctx; what it says beside it is Has.
func (x *Index) Known(ctx context.Context, id string) (bool, error) {
	if x == nil {
		return false, nil
	}
	err := x.caughtUp(ctx, id)
	if err != nil {
		err = fmt.Errorf("reading erasures: %w", err)
	}
	return x.Has(id), err
}

func (x *Index) caughtUp(ctx context.Context, id string) error {
	if x.Has(id) {
		return nil
	}
	var tail *kafka.Tail
	if err := x.await(ctx, func() bool { tail = x.tail; return tail != nil }); err != nil {
		return err
	}
	partitions, err := tail.PartitionsOf(ctx, topic.Erasures, id)
	if err != nil {
		return err
	}
	for _, partition := range partitions {
		end, err := x.kafka.EndOffset(ctx, topic.Erasures, partition)
		if err != nil {
			return err
		}
		if err := x.await(ctx, func() bool { return x.read[partition] >= end }); err != nil {
			return err
		}
	}
	return nil
}

// await waits for a condition that is asked with x.mu held.
func (x *Index) await(ctx context.Context, met func() bool) error {
	for {
		x.mu.Lock()
		done, progress := met(), x.progress
		x.mu.Unlock()
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

// Drop says whether a record is of an erased request, and then deletes what the
// record has in the blob store. A nil index knows of none.
func (x *Index) Drop(ctx context.Context, rec *kgo.Record) (bool, error) {
	if x == nil {
		return false, nil
	}
	if err := x.Ready(ctx); err != nil {
		return false, fmt.Errorf("reading erasures: %w", err)
	}
	if !x.Has(kafka.RequestOf(rec)) {
		return false, nil
	}
	return true, x.kafka.ForgetBody(ctx, rec)
}

// Write has a request erased: it is, once this returns.
func (x *Index) Write(ctx context.Context, ev event.Erasure) error {
	ev.EventID = event.ID(ev.RequestID, "erasure", 0)
	ev.At = time.Now().UTC().Truncate(time.Millisecond)
	if _, err := x.kafka.Produce(ctx, topic.Erasures, ev.RequestID, ev); err != nil {
		return fmt.Errorf("writing an erasure: %w", err)
	}
	return nil
}
