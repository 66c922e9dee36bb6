package sink

import (
	"errors"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
)

// run gathers records into blocks and writes them, until the partition leaves. The next block is
// gathered while one is inserted: making rows takes the processor, an insert mostly the store's.
func (p *partition) run() {
	defer close(p.done)
	defer p.cancel()
	for {
		b, reason, ok := p.gather()
		if p.writing != nil {
			p.wrote(<-p.writing)
		}
		if !ok || p.write(b, reason) != nil {
			return // only the end of the partition ends a flush
		}
		p.next = b.last + 1
	}
}

// written is how a block was inserted.
type written struct {
	reason string
	took   time.Duration
}

// write inserts a block beside the worker, once it is its turn. Whoever waits for a turn gathers
// nothing meanwhile, so that of all partitions but a few hold one block only.
func (p *partition) write(b *block, reason string) error {
	began := time.Now()
	if err := p.takeTurn(); err != nil {
		return err
	}
	writing := make(chan written, 1)
	p.writing = writing
	go func() {
		defer func() { writing <- written{reason, time.Since(began)} }()
		defer p.endTurn()
		if p.flush(b, reason) != nil {
			p.cancel()
		}
	}()
	return nil
}

func (p *partition) wrote(w written) {
	p.writing = nil
	p.pace = p.sink.cfg.paceAfter(w.reason, w.took)
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
	p.beginBlock()
	var began time.Time
	var flushIn <-chan time.Time
	for {
		if flushIn == nil && p.writing == nil && p.pending < 0 && !b.empty() {
			flushIn = time.After(p.pace - time.Since(began))
		}
		rec, due, done := p.dequeue(flushIn)
		switch {
		case due:
			return b, reasonAge, true
		case done != nil:
			p.wrote(*done)
			continue
		case rec == nil:
			return nil, "", false
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
		if b.empty() {
			began = time.Now()
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
