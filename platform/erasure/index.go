// Package erasure knows which requests are to be gone, and removes their files.
//
// In come erasure events; out goes the word, by identifier, that a request is
// erased. Every process that answers, works or stores reads all of them from the
// start, so that whatever of an erased request comes later is dropped. The Eraser
// deletes files and bodies from the blob store; rows are the sink's to delete.
// Nothing is ever brought back. What the log itself holds goes by its age; where requests have
// keys of their own it cannot be read from then on.
package erasure

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
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
	kafka    *kafka.Kafka
	log      *slog.Logger
	told     []func(id string)
	follower *kafka.Follower

	mu      sync.Mutex
	erased  map[uuid.UUID]bool
	order   []uuid.UUID    // as they were read
	batches map[string]int // erased requests by batch
}

// NewIndex makes an empty index; Run fills it. log and registerer may be nil.
func NewIndex(k *kafka.Kafka, log *slog.Logger, registerer prometheus.Registerer) (*Index, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	x := &Index{kafka: k, log: log, erased: map[uuid.UUID]bool{}, batches: map[string]int{}}
	x.follower = k.NewFollower(kafka.Following{Topic: topic.Erasures, Name: "erasures", Take: x.take, Logger: log})
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

// Run reads the erasures until ctx ends. Whatever is away meanwhile is waited for.
func (x *Index) Run(ctx context.Context) error { return x.follower.Run(ctx) }

// take takes in one record. One that cannot be read now is waited for: to pass
// it over would show what is to be gone.
func (x *Index) take(ctx context.Context, rec *kgo.Record) {
	var ev event.Erasure
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		err := x.kafka.Decode(ctx, rec, &ev)
		if err == nil {
			break
		}
		x.log.Warn("reading an erasure", "partition", rec.Partition, "offset", rec.Offset, "error", err)
		if errors.Is(err, kafka.ErrUndecodable) {
			ev.RequestID = string(rec.Key) // it says enough
			break
		}
		if patience.Sleep(ctx, wait) != nil {
			return
		}
	}
	x.kafka.DropKey(ev.RequestID)
	if x.note(ev) {
		for _, tell := range x.told {
			tell(ev.RequestID)
		}
	}
}

// note reports whether the request was not known to be erased.
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

// Has reports whether the request is erased, as far as was read. A nil index knows of none.
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
func (x *Index) Ready(ctx context.Context) error { return x.follower.Ready(ctx) }

// Known is Has once all that was acknowledged before the call is read. Its
// error says that this took longer than ctx; what it says beside it is Has.
func (x *Index) Known(ctx context.Context, id string) (bool, error) {
	if x == nil {
		return false, nil
	}
	if x.Has(id) {
		return true, nil
	}
	err := x.follower.CaughtUp(ctx, id)
	if err != nil {
		err = fmt.Errorf("reading erasures: %w", err)
	}
	return x.Has(id), err
}

// Drop reports whether a record is of an erased request, and then deletes what the
// record has in the blob store, and the key that was made for it if it came late. A nil index
// knows of none.
func (x *Index) Drop(ctx context.Context, rec *kgo.Record) (bool, error) {
	if x == nil {
		return false, nil
	}
	if err := x.Ready(ctx); err != nil {
		return false, fmt.Errorf("reading erasures: %w", err)
	}
	id := kafka.RequestOf(rec)
	if !x.Has(id) {
		return false, nil
	}
	return true, errors.Join(x.kafka.ForgetBody(ctx, rec), x.kafka.ForgetKey(ctx, id))
}

// Write has a request erased: it is, once this returns. Its key goes at once where the event names
// its file, which the Eraser would otherwise look for in its records; the Eraser makes sure.
func (x *Index) Write(ctx context.Context, ev event.Erasure) error {
	ev.EventID = event.ID(ev.RequestID, "erasure", 0)
	ev.At = time.Now().UTC().Truncate(time.Millisecond)
	if _, err := x.kafka.Produce(ctx, topic.Erasures, ev.RequestID, ev); err != nil {
		return fmt.Errorf("writing an erasure: %w", err)
	}
	if ev.File == nil {
		return nil
	}
	if err := x.kafka.ForgetKey(ctx, ev.RequestID); err != nil {
		x.log.Warn("an erased request's key is left to the eraser", "request_id", ev.RequestID, "error", err)
	}
	return nil
}
