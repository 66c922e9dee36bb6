// Package status keeps the hot index: for every request of the last hours how
// far it is, and where its records stand in the log. Each process that answers
// clients fills one of its own by tailing documents.status whole and the heads
// of documents.submitted, so that an answer does not depend on how far the
// query store has got.
//
// In come status and submitted events; out go states by request, batches, and
// the word that the index has read all there was (CaughtUp). The index forgets
// the oldest requests when it is full and starts an hour back; Held says from
// where on it is complete. It never writes anything.
package status

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// ErrBehind says that the index did not catch up with the log in time.
var ErrBehind = errors.New("the index is behind the log")

// Config bounds the index.
type Config struct {
	// Capacity is how many requests are held. One takes some 170 bytes, 260 in a
	// batch (BenchmarkMemory), so the default of a million is 170 to 260 MB once that
	// many have come, and up to three times that until garbage is collected.
	Capacity int

	// Back is how far before its start the index reads. An hour by default:
	// what is older and not yet in the query store is found by a scan.
	Back time.Duration

	// StartRecords bounds what is read at the start: where more was written, the index
	// begins half an hour back, or a quarter, and so on. Two million by default, of some
	// 330,000 requests with five statuses each: 6 s of two cores (BenchmarkStart).
	StartRecords int64

	// Patience is how long CaughtUp waits. 500 ms by default.
	Patience time.Duration
}

func (c Config) withDefaults() Config {
	if c.Capacity == 0 {
		c.Capacity = 1_000_000
	}
	if c.Back == 0 {
		c.Back = time.Hour
	}
	if c.StartRecords == 0 {
		c.StartRecords = 2_000_000
	}
	if c.Patience == 0 {
		c.Patience = 500 * time.Millisecond
	}
	return c
}

// Deps are what the index borrows. Erased, Logger and Registerer may be nil.
type Deps struct {
	Kafka      *kafka.Kafka
	Erased     *erasure.Index // requests that are not to be held; not running yet
	Logger     *slog.Logger
	Registerer prometheus.Registerer
}

// State is what is known of a request.
type State struct {
	RequestID    string
	Account      string
	BatchID      string // empty: none
	Revision     int32
	Step         event.Step
	Outcome      event.Outcome // empty while in progress
	DocumentType *string       // the type given or found; nil: none yet
	AcceptedAt   time.Time
	At           time.Time      // when the step was reached
	Submitted    *event.Pointer // where the request stands
	Completed    *event.Pointer // where the result stands; set when terminal
	Text         *event.Pointer // while in progress, the event that holds the text; nil: none yet, or nothing readable
	TextAt       time.Time      // when the text was read; zero: not yet
}

// Terminal reports whether the request has ended.
func (s State) Terminal() bool { return s.Outcome != "" }

// Index is the hot index of one process.
type Index struct {
	cfg     Config
	kafka   *kafka.Kafka
	erased  *erasure.Index
	log     *slog.Logger
	metrics metrics

	tail atomic.Pointer[kafka.Tail] // nil until it is known where to read from

	mu       sync.Mutex
	entries  *entries
	batches  *batches
	waiters  map[requestKey][]chan State
	read     map[partitionKey]int64 // offset up to which each partition was read
	held     map[partitionKey]int64 // offset from which on everything is in the index
	progress chan struct{}          // closed and replaced when read moves
}

// partitionKey names a partition by the topic's name without prefix.
type partitionKey struct {
	topic     string
	partition int32
}

// topics are those the index tails.
func topics() []string { return append([]string{topic.Status}, topic.Lanes(topic.Submitted)...) }

// brokerTopics are their names on the brokers.
func (x *Index) brokerTopics() (names []string) {
	for _, t := range topics() {
		names = append(names, x.kafka.Topic(t))
	}
	return names
}

// New makes an index; Run fills it.
func New(cfg Config, deps Deps) (*Index, error) {
	cfg = cfg.withDefaults()
	x := &Index{
		cfg:      cfg,
		kafka:    deps.Kafka,
		erased:   deps.Erased,
		log:      deps.Logger,
		entries:  newEntries(cfg.Capacity),
		batches:  newBatches(),
		waiters:  map[requestKey][]chan State{},
		read:     map[partitionKey]int64{},
		held:     map[partitionKey]int64{},
		progress: make(chan struct{}),
	}
	if x.log == nil {
		x.log = slog.New(slog.DiscardHandler)
	}
	if x.erased != nil {
		x.erased.Tell(x.drop)
	}
	var err error
	if x.metrics, err = newMetrics(deps.Registerer, x); err != nil {
		return nil, err
	}
	return x, nil
}

// Get gives what is known of a request now.
func (x *Index) Get(id string) (State, bool) {
	key, ok := keyOf(id)
	if !ok {
		return State{}, false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.state(key)
}

// Wait blocks until the request is terminal.
func (x *Index) Wait(ctx context.Context, id string) (State, error) {
	key, ok := keyOf(id)
	if !ok {
		return State{}, fmt.Errorf("waiting for a request: %q is no identifier", id)
	}
	x.mu.Lock()
	if s, ok := x.state(key); ok && s.Terminal() {
		x.mu.Unlock()
		return s, nil
	}
	done := make(chan State, 1)
	x.waiters[key] = append(x.waiters[key], done)
	x.mu.Unlock()
	select {
	case s := <-done:
		return s, nil
	case <-ctx.Done():
		x.mu.Lock()
		defer x.mu.Unlock()
		x.forget(key, done)
		return State{}, fmt.Errorf("waiting for a request: %w", ctx.Err())
	}
}

func (x *Index) forget(key requestKey, done chan State) {
	kept := x.waiters[key][:0]
	for _, w := range x.waiters[key] {
		if w != done {
			kept = append(kept, w)
		}
	}
	if x.waiters[key] = kept; len(kept) == 0 {
		delete(x.waiters, key)
	}
}

func (x *Index) state(key requestKey) (State, bool) {
	e := x.entries.find(key)
	if e == nil {
		return State{}, false
	}
	s := x.entries.unpack(e)
	if b := x.batches.of(e.batch); b != nil {
		s.BatchID = b.id
	}
	return s, true
}

// applyStatus takes in one status event. Equal ranks do not replace: the first
// in its partition is the truth.
func (x *Index) applyStatus(ev event.Status, at event.Pointer) {
	key, ok := keyOf(ev.RequestID)
	if !ok {
		x.metrics.skipped.Inc()
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.erased.Has(ev.RequestID) {
		return
	}
	e, fresh := x.entry(key)
	e.statusOffset, e.statusPartition = at.Offset, at.Partition
	if fresh {
		x.entries.head(e, ev.Account, ev.AcceptedAt)
	}
	if e.batch == 0 && ev.BatchID != nil {
		e.batch = x.batches.join(*ev.BatchID, ev.Account, ev.BatchTotal)
	}
	if ev.Submitted != nil && e.submitted.topic == 0 {
		e.submitted = x.entries.pack(*ev.Submitted)
	}
	x.entries.read(e, ev)
	if !fresh && !e.before(ev.Revision, ev.Rank) {
		return
	}
	e.revision, e.rank, e.at = ev.Revision, ev.Rank, ev.At.UnixMilli()
	e.step, e.documentType = x.entries.names.number(string(ev.Step)), 0
	if ev.DocumentType != nil {
		e.documentType = x.entries.names.number(*ev.DocumentType)
	}
	e.outcome, e.completed = 0, place{}
	if ev.Completed != nil {
		e.completed = x.entries.pack(*ev.Completed)
	}
	if ev.Outcome == nil {
		return
	}
	e.outcome = x.entries.names.number(string(*ev.Outcome))
	s, _ := x.state(key)
	for _, done := range x.waiters[key] {
		done <- s
	}
	delete(x.waiters, key)
}

// applySubmitted takes in the head of a submitted event: the first status of
// its request is read from it.
func (x *Index) applySubmitted(ev event.Submitted, at event.Pointer) {
	r := ev.Request
	key, ok := keyOf(r.ID)
	if !ok {
		x.metrics.skipped.Inc()
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.erased.Has(r.ID) {
		return
	}
	e, fresh := x.entry(key)
	if fresh {
		x.entries.head(e, r.Account, r.AcceptedAt)
		e.revision, e.rank, e.at = r.Revision, -1, r.AcceptedAt.UnixMilli() // any status outranks it
		e.step = x.entries.names.number(string(event.StepReceived))
		if r.DocumentType != nil {
			e.documentType = x.entries.names.number(*r.DocumentType)
		}
	}
	e.submitted = x.entries.pack(at)
	if r.Batch != nil {
		e.batch = x.batches.join(r.Batch.ID, r.Account, r.Batch.Total)
		x.batches.add(e.batch, r, key)
	}
}

// drop forgets a request that was erased.
func (x *Index) drop(id string) {
	key, ok := keyOf(id)
	if !ok {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.entries.drop(key)
}

// entry finds or makes the entry of a request. When the index is full the
// oldest one goes, with its batch, and Held moves past its records.
func (x *Index) entry(key requestKey) (e *entry, fresh bool) {
	if e := x.entries.find(key); e != nil {
		return e, false
	}
	e, gone, full := x.entries.add(key)
	if full {
		x.batches.drop(gone.batch)
		if gone.statusOffset >= 0 {
			x.raise(partitionKey{topic.Status, gone.statusPartition}, gone.statusOffset+1)
		}
		if p := x.entries.unpackPlace(gone.submitted); p != nil {
			x.raise(partitionKey{p.Topic, p.Partition}, p.Offset+1)
		}
	}
	return e, true
}

func (x *Index) raise(key partitionKey, offset int64) {
	x.held[key] = max(x.held[key], offset)
}

// Held is the offset from which on every record of a partition is in the
// index; false where the index does not tail it (yet).
func (x *Index) Held(topicName string, partition int32) (int64, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	offset, ok := x.held[partitionKey{topicName, partition}]
	return offset, ok
}

// take takes in one record; nil rec is never passed. Control records only move
// the position.
func (x *Index) take(ctx context.Context, rec *kgo.Record) error {
	if rec.Attrs.IsControl() {
		return nil
	}
	name := x.kafka.Name(rec.Topic)
	at := event.Pointer{Topic: name, Partition: rec.Partition, Offset: rec.Offset}
	if name == topic.Status {
		var ev event.Status
		if err := x.kafka.Decode(ctx, rec, &ev); err != nil {
			return err
		}
		x.applyStatus(ev, at)
		return nil
	}
	var ev event.Submitted
	err := x.kafka.Decode(ctx, rec, &ev)
	if way := kafka.ReadWay(rec); errors.Is(err, kafka.ErrUndecodable) && way.Account != "" {
		// It was accepted all the same: its headers say as much as an answer needs.
		at, _ := requestid.Time(string(rec.Key))
		ev.Request = event.Request{ID: string(rec.Key), Account: way.Account, Revision: way.Revision, Lane: way.Lane, AcceptedAt: at}
		err = nil
	}
	if err != nil {
		return err
	}
	x.applySubmitted(ev, at)
	return nil
}
