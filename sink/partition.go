package sink

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
)

// partition is one partition that is ours: a queue that the poll fills and a
// worker that makes blocks of it.
type partition struct {
	sink    *Sink
	client  *kgo.Client
	key     partitionKey
	name    string // of the topic, without prefix
	topicID string // other than its name, a topic made anew has another one
	ctx     context.Context
	cancel  context.CancelFunc
	done    chan struct{}

	// Of the worker alone:
	next    int64 // where the block being gathered begins; -1: with the first record
	pending int64 // last offset of a block that the last owner had begun; -1: none
	pace    time.Duration

	mu       sync.Mutex
	queue    []*kgo.Record
	bytes    int // of the queue
	paused   bool
	left     bool
	flushing bool
	wake     chan struct{} // holds one token when the queue or left changed
	waiting  time.Time     // of the oldest record that is not inserted; zero: none
}

func (s *Sink) startPartition(client *kgo.Client, key partitionKey, offset int64, metadata string) *partition {
	p := &partition{
		sink: s, client: client, key: key, name: s.kafka.Name(key.topic), topicID: s.topicIDs[key.topic],
		done: make(chan struct{}), wake: make(chan struct{}, 1),
		next: offset, pending: -1, pace: s.cfg.MinAge,
	}
	if last, ok := parsePending(metadata); ok && last >= offset {
		p.pending = last
		s.log.Info("forming a block again that was begun", "topic", p.name, "partition", key.number, "first", offset, "last", last)
	}
	p.ctx, p.cancel = context.WithCancel(s.base)
	// A client remembers a pause, also over the partition's loss and return.
	client.ResumeFetchPartitions(map[string][]int32{key.topic: {key.number}})
	go p.run()
	return p
}

// enqueue adds records to the queue and pauses the partition when it holds as
// much as a block may.
func (p *partition) enqueue(records []*kgo.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, records...)
	for _, r := range records {
		p.bytes += weight(r)
	}
	if p.waiting.IsZero() {
		p.waiting = records[0].Timestamp
	}
	if p.bytes > p.sink.cfg.Bytes && !p.paused {
		p.paused = true
		p.client.PauseFetchPartitions(map[string][]int32{p.key.topic: {p.key.number}})
	}
	p.nudge()
}

// weight is what a record holds in memory: its bytes and what stands around them.
func weight(r *kgo.Record) int { return len(r.Key) + len(r.Value) + 200 }

func (p *partition) nudge() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// leave asks the worker to end: at once, or after the block it is inserting.
func (p *partition) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = true
	if !p.flushing {
		p.cancel()
	}
}

// beginFlush says whether there is still time to write a block.
func (p *partition) beginFlush() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flushing = !p.left
	return p.flushing
}

// endFlush notes what now waits.
func (p *partition) endFlush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flushing = false
	p.waiting = time.Time{}
	if len(p.queue) > 0 {
		p.waiting = p.queue[0].Timestamp
	}
}

// dequeue takes the next record. Without one it waits for as long as flushIn is
// open; due says that it closed first, and ended that the worker has to end.
func (p *partition) dequeue(flushIn <-chan time.Time) (rec *kgo.Record, due, ended bool) {
	for {
		p.mu.Lock()
		switch {
		case p.ctx.Err() != nil || p.left:
			p.mu.Unlock()
			return nil, false, true
		case len(p.queue) > 0:
			rec = p.queue[0]
			p.queue[0] = nil // the array stays until the queue has run through it
			p.queue = p.queue[1:]
			p.bytes -= weight(rec)
			if p.paused && p.bytes < p.sink.cfg.Bytes/2 {
				p.paused = false
				p.client.ResumeFetchPartitions(map[string][]int32{p.key.topic: {p.key.number}})
			}
			p.mu.Unlock()
			return rec, false, false
		}
		p.mu.Unlock()
		select {
		case <-p.wake:
		case <-flushIn:
			return nil, true, false
		case <-p.ctx.Done():
		}
	}
}

// run gathers records into blocks and writes them, until the partition leaves.
func (p *partition) run() {
	defer close(p.done)
	defer p.cancel()
	for {
		b, reason, ok := p.gather()
		if !ok {
			return
		}
		began := time.Now()
		if err := p.flush(b, reason); err != nil {
			return // only the end of the partition ends a flush
		}
		p.pace = p.sink.cfg.paceAfter(reason, time.Since(began))
	}
}

// paceAfter is how old the first record of the next block gets, unless that is full before. What
// is left behind a full block is the end of a backlog: nobody is spared by having it wait.
func (c Config) paceAfter(reason string, took time.Duration) time.Duration {
	if reason == reasonFull {
		return c.MinAge
	}
	return min(max(10*took, c.MinAge), c.MaxAge)
}

// Why a block was written.
const (
	reasonFull      = "full"
	reasonAge       = "age"
	reasonRecovered = "recovered" // it is one that the last owner had begun
)

// gather makes the next block. ok is false when the partition leaves. A block
// that is formed again is as long as it was, however long that takes.
func (p *partition) gather() (b *block, reason string, ok bool) {
	b = &block{key: p.key}
	var flushIn <-chan time.Time
	for {
		rec, due, ended := p.dequeue(flushIn)
		switch {
		case ended:
			return nil, "", false
		case due:
			return b, reasonAge, true
		case p.pending >= 0 && rec.Offset > p.pending:
			// The log no longer has the end of the block that was begun.
			p.requeue(rec)
			last := p.pending
			p.pending = -1
			if !b.empty() {
				b.last = last
				return b, reasonRecovered, true
			}
			continue
		}
		if err := p.add(b, rec); err != nil {
			return nil, "", false
		}
		switch {
		case p.pending >= 0 && rec.Offset < p.pending:
		case p.pending >= 0:
			p.pending = -1
			return b, reasonRecovered, true
		case b.rows >= p.sink.cfg.Rows || b.bytes >= p.sink.cfg.Bytes:
			return b, reasonFull, true
		case flushIn == nil:
			flushIn = time.After(p.pace)
		}
	}
}

// ahead is a record and those that come next.
func (p *partition) ahead(rec *kgo.Record) []*kgo.Record {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]*kgo.Record{rec}, p.queue[:min(len(p.queue), kafka.KeysAhead-1)]...)
}

func (p *partition) requeue(rec *kgo.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append([]*kgo.Record{rec}, p.queue...)
	p.bytes += weight(rec)
}

// add puts a record into the block. A record that cannot be read now, because
// the registry or the blob store is away, is waited for; one that can never be
// read is put down as dead.
func (p *partition) add(b *block, rec *kgo.Record) error {
	if p.next < 0 {
		p.next = rec.Offset
	}
	b.first = p.next
	if p.sink.kafka.NeedsKey(rec) {
		p.sink.kafka.FetchKeys(p.ctx, p.ahead(rec))
	}
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		rows, err := p.sink.rowsOf(p.ctx, p.name, rec)
		if err == nil {
			b.add(rec, rows)
			return nil
		}
		if errors.Is(err, kafka.ErrUndecodable) || errors.Is(err, errUnrenderable) {
			b.addDead(rec, err)
			return nil
		}
		if wait == patience.FirstWait {
			p.sink.log.Warn("a record cannot be read yet", "error", err)
		}
		if err := patience.Sleep(p.ctx, wait); err != nil {
			return err
		}
	}
}
