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
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const (
	// keepOver is how long an attempt is remembered at least. It is remembered for
	// longer where a record that is older is still to be committed: whoever takes the
	// partition over is given all that came after it again. At 100 deliveries a second
	// 100 × 600 s × some 270 bytes = 16 MB, and 97 MB more for each hour of such a hold.
	keepOver     = 10 * time.Minute
	sweepEvery   = time.Minute
	clockSkew    = time.Minute
	longestPause = 10 * time.Second
)

// journal knows which attempts were begun and which are over, by this process
// and by others: it tails webhooks.attempts from the time of the oldest delivery
// that is not done.
type journal struct {
	kafka    *kafka.Kafka
	log      *slog.Logger
	followed *kafka.Tail

	mu       sync.Mutex
	entries  map[string]*entry
	newest   map[string]*entry // by request: its last delivery, of those that are remembered
	read     map[int32]int64   // offset up to which each partition was read
	progress chan struct{}     // closed and replaced when read moves
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
	return &journal{kafka: k, log: log, entries: map[string]*entry{}, newest: map[string]*entry{}, read: map[int32]int64{}, progress: make(chan struct{})}
}

// start begins to tail, once the brokers say from where. The channel is closed
// when it ends, after ctx has.
func (j *journal) start(ctx context.Context) (<-chan struct{}, error) {
	var tail *kafka.Tail
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, longestPause) {
		offsets, err := j.begin(ctx)
		if err == nil {
			tail, err = j.kafka.NewTail("webhook-journal", map[string]map[int32]kgo.Offset{j.kafka.Topic(topic.WebhooksAttempts): offsets}, j.added)
		}
		if err == nil {
			break
		}
		j.log.Warn("learning which callbacks were attempted; trying again", "error", err, "wait", pause)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	j.followed = tail
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer tail.Close()
		j.tail(ctx, tail.Client)
	}()
	return done, nil
}

// added notes a partition that came since the start: all of it will be read.
func (j *journal) added(_ string, partition int32) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.read[partition] = 0
}

// begin finds the offsets from which on attempts count.
func (j *journal) begin(ctx context.Context) (map[int32]kgo.Offset, error) {
	since, err := j.oldestPending(ctx)
	if err != nil {
		return nil, err
	}
	name := j.kafka.Topic(topic.WebhooksAttempts)
	listed, err := kafka.Listed(j.kafka.Admin().ListOffsetsAfterMilli(ctx, since.Add(-clockSkew).UnixMilli(), name))
	if err != nil {
		return nil, fmt.Errorf("finding where to begin: %w", err)
	}
	offsets := map[int32]kgo.Offset{}
	j.mu.Lock()
	defer j.mu.Unlock()
	for partition, o := range listed[name] {
		offsets[partition] = kgo.NewOffset().At(o.Offset)
		j.read[partition] = o.Offset
	}
	return offsets, nil
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

// tail reads attempts until ctx ends.
func (j *journal) tail(ctx context.Context, client *kgo.Client) {
	swept := time.Now()
	for ctx.Err() == nil {
		fetches := client.PollFetches(ctx)
		fetches.EachError(func(_ string, partition int32, err error) {
			if ctx.Err() == nil {
				j.log.Warn("reading attempts", "partition", partition, "error", err)
			}
		})
		fetches.EachRecord(func(rec *kgo.Record) {
			var a event.DeliveryAttempt
			if err := j.kafka.Decode(ctx, rec, &a); err != nil {
				if ctx.Err() == nil {
					j.log.Warn("reading an attempt", "partition", rec.Partition, "offset", rec.Offset, "error", err)
				}
			}
			j.mu.Lock()
			defer j.mu.Unlock()
			if a.DeliveryID != "" {
				j.note(a)
			}
			j.read[rec.Partition] = rec.Offset + 1
			close(j.progress)
			j.progress = make(chan struct{})
		})
		if time.Since(swept) > sweepEvery {
			swept = time.Now()
			j.sweep(ctx, swept)
		}
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
	if err := j.catchUp(ctx, id); err != nil {
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

// catchUp waits until everything that was written of a delivery has been read.
func (j *journal) catchUp(ctx context.Context, id string) error {
	partitions, err := j.followed.PartitionsOf(ctx, topic.WebhooksAttempts, id)
	if err != nil {
		return err
	}
	for _, partition := range partitions {
		end, err := j.kafka.EndOffset(ctx, topic.WebhooksAttempts, partition)
		if err == nil {
			err = j.await(ctx, partition, end)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// await waits until a partition has been read up to an offset; one that is not
// tailed yet soon will be.
func (j *journal) await(ctx context.Context, partition int32, end int64) error {
	for {
		j.mu.Lock()
		read, tailed := j.read[partition]
		progress := j.progress
		j.mu.Unlock()
		if tailed && read >= end || end == 0 {
			return nil
		}
		select {
		case <-progress:
		case <-ctx.Done():
			return ctx.Err()
		}
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
