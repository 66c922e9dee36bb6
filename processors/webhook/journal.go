package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const (
	// keepOver is how long an attempt is remembered at least. It is remembered for
	// longer where a record that is older is still to be committed: whoever takes the
	// partition over is given all that came after it again. At 100 deliveries a second
	// 100 × 600 s × some 270 bytes = 16 MB, and 97 MB more for each hour of such a hold.
	keepOver   = 10 * time.Minute
	sweepEvery = time.Minute
	clockSkew  = time.Minute
)

// journal knows which attempts were begun and which are over, by this process
// and by others: it tails webhooks.attempts from the time of the oldest delivery
// that is not done.
type journal struct {
	kafka    *kafka.Kafka
	log      *slog.Logger
	follower *kafka.Follower

	mu      sync.Mutex
	entries map[string]*entry
	newest  map[string]*entry // by request: its last delivery, of those that are remembered
}

// entry is what is known of one delivery.
type entry struct {
	started, finished int32 // highest attempt
	result            *event.DeliveryAttempt
	live              bool // at work in this process
	touched           time.Time
	requestID         string
	due               time.Time // when its run ended; zero: not known
	before            *entry    // of an earlier run of the request; nil: none that is not over
}

// waits says whether the callback of an earlier run of the request is still to be made.
// One that nobody has touched for long was given up, or buried.
func (e *entry) waits(now time.Time) bool {
	for e.before != nil && (e.before.finished >= maxAttempts || now.Sub(e.before.touched) > keepOver) {
		e.before = e.before.before
	}
	return e.before != nil && e.started == 0
}

func newJournal(k *kafka.Kafka, log *slog.Logger) *journal {
	j := &journal{kafka: k, log: log, entries: map[string]*entry{}, newest: map[string]*entry{}}
	j.follower = k.NewFollower(kafka.Following{
		Topic: topic.WebhooksAttempts, Name: "webhook-journal", Take: j.take, Logger: log,
		Since: func(ctx context.Context) (time.Time, error) {
			since, err := j.oldestPending(ctx)
			return since.Add(-clockSkew), err
		},
	})
	return j
}

// run reads attempts until ctx ends, and forgets those that nobody asks for any more.
func (j *journal) run(ctx context.Context) error {
	var sweeping sync.WaitGroup
	defer sweeping.Wait()
	sweeping.Go(func() {
		for patience.Sleep(ctx, sweepEvery) == nil {
			j.sweep(ctx, time.Now())
		}
	})
	return j.follower.Run(ctx)
}

// oldestPending is the time of the oldest delivery that no process has committed.
func (j *journal) oldestPending(ctx context.Context) (time.Time, error) {
	admin, oldest := j.kafka.Admin(), time.Now()
	committed, err := admin.FetchOffsets(ctx, j.kafka.Group(topic.GroupWebhook))
	if err != nil && !errors.Is(err, kerr.GroupIDNotFound) { // there is none before the first commit
		return oldest, fmt.Errorf("asking what is committed: %w", err)
	}
	names := []string{topic.WebhooksDue, topic.WebhooksRetry1, topic.WebhooksRetry2}
	for _, name := range names {
		starts, err := kafka.Listed(admin.ListStartOffsets(ctx, j.kafka.Topic(name)))
		if err != nil {
			return oldest, fmt.Errorf("asking where %s begins: %w", name, err)
		}
		for partition, start := range starts[j.kafka.Topic(name)] {
			at := max(start.Offset, committedAt(committed, start.Topic, partition))
			rec, err := j.kafka.ReadAt(ctx, event.Pointer{Topic: name, Partition: partition, Offset: at})
			if errors.Is(err, kafka.ErrGone) { // nothing is waiting
				continue
			}
			if err != nil {
				return oldest, err
			}
			if rec.Timestamp.Before(oldest) {
				oldest = rec.Timestamp
			}
		}
	}
	return oldest, nil
}

func committedAt(committed kadm.OffsetResponses, topic string, partition int32) int64 {
	if o, found := committed.Lookup(topic, partition); found {
		return o.At
	}
	return 0
}

func (j *journal) take(ctx context.Context, rec *kgo.Record) {
	var a event.DeliveryAttempt
	if err := j.kafka.Decode(ctx, rec, &a); err != nil && ctx.Err() == nil {
		j.log.Warn("reading an attempt", "partition", rec.Partition, "offset", rec.Offset, "error", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if a.DeliveryID != "" {
		j.note(a)
	}
}

// entry is that of a delivery, made where it is new; j.mu is held.
func (j *journal) entry(id, requestID string, due time.Time) *entry {
	e := j.entries[id]
	if e == nil {
		e = &entry{requestID: requestID, due: due}
		j.entries[id] = e
		if requestID != "" {
			j.place(e)
		}
	}
	e.touched = time.Now()
	return e
}

// place puts a new delivery among those of its request: behind those of earlier runs, whichever of
// them was taken up first. j.mu is held.
func (j *journal) place(e *entry) {
	var later *entry
	for at := j.newest[e.requestID]; at != nil && !e.due.IsZero() && e.due.Before(at.due); at = at.before {
		later = at
	}
	if later == nil {
		e.before, j.newest[e.requestID] = j.newest[e.requestID], e
		return
	}
	e.before, later.before = later.before, e
}

// note takes in one attempt; j.mu is held.
func (j *journal) note(a event.DeliveryAttempt) {
	e := j.entry(a.DeliveryID, a.RequestID, time.Time{})
	e.started = max(e.started, a.Attempt)
	switch a.Outcome {
	case outcomeStarted:
		return
	case outcomeDelivered: // nothing is left to be done, whatever copy comes
		e.finished = maxAttempts
	default:
		e.finished = max(e.finished, a.Attempt)
	}
	e.result = nil
}

// sweep forgets the attempts whose records are surely committed. While the brokers
// do not say which are, it forgets none.
func (j *journal) sweep(ctx context.Context, now time.Time) {
	pending, err := j.oldestPending(ctx)
	if err != nil {
		if ctx.Err() == nil {
			j.log.Warn("asking which callbacks are pending; no attempt is forgotten meanwhile", "error", err)
		}
		return
	}
	before := now.Add(-keepOver)
	if pending = pending.Add(-clockSkew); pending.Before(before) {
		before = pending
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for id, e := range j.entries {
		if !e.live && e.touched.Before(before) {
			delete(j.entries, id)
			if j.newest[e.requestID] == e {
				delete(j.newest, e.requestID)
			}
		}
	}
}

// standing is whether an attempt may be taken to work.
type standing int

const (
	free   standing = iota
	atWork          // by another copy of its record, which may yet be cut off
	over            // whatever follows from it is written
	early           // an earlier run's callback is still to be made
)

// enter takes a delivery to work for an attempt, where it is free, and tells what is
// known of it, all that was written until now.
func (j *journal) enter(ctx context.Context, id, requestID string, due time.Time, attempt int32) (known entry, at standing, err error) {
	if err := j.follower.CaughtUp(ctx, id); err != nil {
		return entry{}, atWork, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	e := j.entry(id, requestID, due)
	isUnwritten := e.result != nil && e.result.Attempt == attempt
	switch {
	case e.finished >= attempt && !isUnwritten:
		return entry{}, over, nil
	case e.live:
		return entry{}, atWork, nil
	case e.waits(time.Now()):
		return entry{}, early, nil
	}
	e.live = true
	return *e, free, nil
}

// remember keeps what came of an attempt until it is written.
func (j *journal) remember(made event.DeliveryAttempt) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e := j.entries[made.DeliveryID]; e != nil {
		e.result = &made
	}
}

func (j *journal) leave(id string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e := j.entries[id]; e != nil {
		e.live = false
	}
}

// write puts an attempt on record and waits until that is acknowledged.
func (j *journal) write(ctx context.Context, a event.DeliveryAttempt) error {
	if _, err := j.kafka.Produce(ctx, topic.WebhooksAttempts, a.DeliveryID, a); err != nil {
		return fmt.Errorf("recording an attempt: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.note(a)
	return nil
}
