package sink

import (
	"context"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
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
	writing <-chan written // the block being inserted while the next one is gathered; nil: none

	mu       sync.Mutex
	queue    []*kgo.Record
	bytes    int // of the queue
	paused   bool
	left     bool
	flushing bool
	wake     chan struct{} // holds one token when the queue or left changed
	waiting  time.Time     // of the oldest record that is not inserted; zero: none
	gathered time.Time     // of the first record of the block being gathered; zero: none
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

// beginFlush reports whether there is still time to write a block.
func (p *partition) beginFlush() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flushing = !p.left
	return p.flushing
}

// endFlush notes what now waits, and ends a worker that stayed for this block only.
func (p *partition) endFlush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flushing = false
	p.waiting = p.gathered
	if p.waiting.IsZero() && len(p.queue) > 0 {
		p.waiting = p.queue[0].Timestamp
	}
	if p.left {
		p.cancel()
	}
}

// beginBlock forgets the block before, which is being inserted.
func (p *partition) beginBlock() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gathered = time.Time{}
}

// dequeue takes the next record. Where there is none it waits for one; due says that flushIn
// closed first, done that a block was written, and a worker that has to end gets none of these.
func (p *partition) dequeue(flushIn <-chan time.Time) (rec *kgo.Record, due bool, done *written) {
	for {
		select {
		case w := <-p.writing:
			return nil, false, &w
		default:
		}
		p.mu.Lock()
		switch {
		case p.ctx.Err() != nil || p.left:
			p.mu.Unlock()
			return nil, false, nil
		case len(p.queue) > 0:
			rec = p.queue[0]
			p.queue[0] = nil // the array stays until the queue has run through it
			p.queue = p.queue[1:]
			p.bytes -= weight(rec)
			if p.gathered.IsZero() {
				p.gathered = rec.Timestamp
			}
			if p.paused && p.bytes < p.sink.cfg.Bytes/2 {
				p.paused = false
				p.client.ResumeFetchPartitions(map[string][]int32{p.key.topic: {p.key.number}})
			}
			p.mu.Unlock()
			return rec, false, nil
		}
		p.mu.Unlock()
		select {
		case <-p.wake:
		case <-flushIn:
			return nil, true, nil
		case w := <-p.writing:
			return nil, false, &w
		case <-p.ctx.Done():
		}
	}
}
