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
	// partition over is given all that came after it again.
	keepOver   = 10 * time.Minute
	sweepEvery = time.Minute
	sweepFull  = 5 * time.Second // where deliveries wait for room
	clockSkew  = time.Minute
)

// journal knows which attempts were begun and which are over, by this process
// and by others: it tails webhooks.attempts from the time of the oldest delivery
// that is not done. Where it holds as many deliveries as it may, others wait: one
// that is forgotten too soon would be made again.
type journal struct {
	kafka    *kafka.Kafka
	log      *slog.Logger
	follower *kafka.Follower
	most     int // deliveries that are remembered; 0: any number

	mu      sync.Mutex
	entries map[string]*entry
	newest  map[string]*entry // by request: its last delivery, of those that are remembered
	full    bool              // one has been refused, and no sweep found room since
	warned  time.Time         // of that
	first   time.Time         // what was written until then goes though there is no room; zero: nothing
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

// waits reports whether the callback of an earlier run of the request is still to be made.
// One that nobody has touched for long was given up, or buried.
func (e *entry) waits(now time.Time) bool {
	for e.before != nil && (e.before.finished >= maxAttempts || now.Sub(e.before.touched) > keepOver) {
		e.before = e.before.before
	}
	return e.before != nil && e.started == 0
}

func newJournal(k *kafka.Kafka, most int, log *slog.Logger) *journal {
	j := &journal{kafka: k, most: most, log: log, entries: map[string]*entry{}, newest: map[string]*entry{}}
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
		for swept := time.Now(); patience.Sleep(ctx, sweepFull) == nil; {
			if now := time.Now(); j.isFull() || now.Sub(swept) >= sweepEvery {
				j.sweep(ctx, now)
				swept = now
			}
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
	old := now.Add(-keepOver)
	before := pending.Add(-clockSkew)
	if before.After(old) {
		before = old
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	held := false // some are remembered for what is pending alone
	for id, e := range j.entries {
		switch {
		case e.live:
		case e.touched.Before(before):
			j.forget(id, e)
		case e.touched.Before(old):
			held = true
		}
	}
	j.full = j.full && len(j.entries) >= j.most
	j.first = time.Time{}
	if held { // or what is pending would wait for itself
		j.first = pending.Add(clockSkew)
	}
}

// forget takes a delivery out; no later run of its request waits for it. j.mu is held.
func (j *journal) forget(id string, e *entry) {
	delete(j.entries, id)
	e.finished = maxAttempts
	if j.newest[e.requestID] != e {
		return
	}
	for e.before != nil && e.before.finished >= maxAttempts {
		e.before = e.before.before
	}
	if j.newest[e.requestID] = e.before; e.before == nil {
		delete(j.newest, e.requestID)
	}
}

// hasRoom reports whether an order may be taken up: one of a delivery that is remembered, or
// that can be. Where what is remembered waits for older records, those go first. j.mu is held.
func (j *journal) hasRoom(o *order) bool {
	if j.most <= 0 || len(j.entries) < j.most || j.entries[o.id] != nil {
		return true
	}
	j.full = true
	if now := time.Now(); now.Sub(j.warned) > sweepEvery {
		j.warned = now
		j.log.Warn("as many callbacks are remembered as LAVRA_CALLBACK_JOURNAL allows; others wait until some are ten minutes old", "remembered", len(j.entries))
	}
	return !o.written.After(j.first)
}

func (j *journal) isFull() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.full
}

// size is how many deliveries are remembered.
func (j *journal) size() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.entries)
}

// standing is whether an attempt may be taken to work.
type standing int

const (
	free   standing = iota
	atWork          // by another copy of its record, which may yet be cut off
	over            // whatever follows from it is written
	early           // an earlier run's callback is still to be made
	noRoom          // as many deliveries are remembered as may be
)

// enter takes a delivery to work for its next attempt, where it is free, and tells what is
// known of it, all that was written until now.
func (j *journal) enter(ctx context.Context, o *order) (known entry, at standing, err error) {
	if err := j.follower.CaughtUp(ctx, o.id); err != nil {
		return entry{}, atWork, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.hasRoom(o) {
		return entry{}, noRoom, nil
	}
	attempt := o.attempt + 1
	e := j.entry(o.id, o.requestID, o.due)
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

// putOff makes room where that is short: a delivery that was never tried stands there for the
// order of a request's runs alone, and those that wait for an endpoint may be any number.
func (j *journal) putOff(id string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e := j.entries[id]; e != nil && e.started == 0 && j.most > 0 && len(j.entries) > j.most/2 {
		j.forget(id, e)
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
