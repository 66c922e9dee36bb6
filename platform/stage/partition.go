package stage

import (
	"context"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// partition is what we know of one assigned partition. All of it is guarded by
// the runner's lock.
type partition struct {
	topic  string // as the brokers know it
	number int32
	lane   *lane

	ctx    context.Context // of its handlers; ends when the partition is fenced
	cancel context.CancelFunc

	// window holds what was received and lies at or above the checkpoint.
	window     []slot
	checkpoint int64 // lowest offset not done; -1: nothing known yet
	epoch      int32 // of the leader that gave the last record before the checkpoint

	held    []*item        // waiting to be tried again, by their time
	failing map[*item]bool // those and the ones being tried again
	working map[*item]struct{}
	bytes   int // of what is not done
	paused  bool

	leaving bool // starts nothing more
	fenced  bool // not ours any more: whatever ends now no longer counts

	suspects      map[int64]*entry
	cautiousUntil time.Time // until then nothing starts before it stands in the journal
	opened        bool      // the journal at the brokers says open
	committed     commitState
}

type commitState struct {
	offset   int64
	metadata string
}

type slot struct {
	offset int64
	epoch  int32
	done   bool
}

// item is one record on its way through the stage.
type item struct {
	*kgo.Record
	partition *partition
	bytes     int
	key       string // whose turn it takes
	suspect   *entry

	state     state
	started   time.Time
	journaled bool // a commit that shows it at work was acknowledged

	attempts     int
	due          time.Time
	firstFailure time.Time
	faultKnown   bool  // it is known what failed last
	servedBefore int64 // how many others its dependency had served when it began to fail
	others       tally // of the records that were done before it failed
	verdict      *verdict
}

const (
	windowMax = 10_000 // slots: what finishes above a record that takes long is done again after a crash

	// How long after a death nothing starts unseen. A record that kills does so
	// while it is worked on; the longest documents take minutes, but those stand
	// in the regular commits.
	cautiousFor = 30 * time.Second
)

// receive notes a record; one that is not to be worked on is done at once.
func (p *partition) receive(rec *kgo.Record, isDone bool) {
	if p.checkpoint < 0 || (len(p.window) == 0 && rec.Offset < p.checkpoint) {
		p.checkpoint = rec.Offset // the first one, or the log lost its end and is read anew
	}
	p.window = append(p.window, slot{rec.Offset, rec.LeaderEpoch, isDone})
	p.advance()
}

// done marks a record and moves the checkpoint as far as it goes.
func (p *partition) done(it *item) {
	i, found := slices.BinarySearchFunc(p.window, it.Offset, func(s slot, offset int64) int { return int(s.offset - offset) })
	if found {
		p.window[i].done = true
	}
	delete(p.suspects, it.Offset)
	p.advance()
}

func (p *partition) advance() {
	n := 0
	for n < len(p.window) && p.window[n].done {
		p.checkpoint = p.window[n].offset + 1
		p.epoch = p.window[n].epoch
		n++
	}
	p.window = slices.Delete(p.window, 0, n)
	// Offsets that hold no record, of transactions' ends or deleted ones, are passed.
	if len(p.window) > 0 {
		p.checkpoint = max(p.checkpoint, p.window[0].offset)
	}
}

// mayStart reports whether a record that was not tried yet may start: not while one
// is put off or has begun to fail, since it may be the part all need that is
// away, and not beside many that fail.
func (p *partition) mayStart() bool {
	if p.leaving || len(p.failing) > failingMax {
		return false
	}
	for it := range p.failing {
		if it.attempts < attemptsToPass {
			return false
		}
	}
	return true
}

// hold keeps an item until it is due.
func (p *partition) hold(it *item) {
	p.failing[it] = true
	i, _ := slices.BinarySearchFunc(p.held, it, func(a, b *item) int { return a.due.Compare(b.due) })
	p.held = slices.Insert(p.held, i, it)
}

// nextHeld takes the first held item if it is due.
func (p *partition) nextHeld(now time.Time) *item {
	if p.leaving || len(p.held) == 0 || p.held[0].due.After(now) {
		return nil
	}
	it := p.held[0]
	p.held = slices.Delete(p.held, 0, 1)
	return it
}

// journal is what a commit made now has to say.
func (p *partition) journal() journal {
	j := journal{open: true}
	for it := range p.working {
		if it.state == waiting {
			continue
		}
		e := entry{offset: it.Offset, state: it.state}
		if it.suspect != nil {
			e.deaths, e.deathsAlone = it.suspect.deaths, it.suspect.deathsAlone
		}
		j.entries = append(j.entries, e)
	}
	for offset, e := range p.suspects {
		if offset >= p.checkpoint && !slices.ContainsFunc(j.entries, func(w entry) bool { return w.offset == offset }) {
			j.entries = append(j.entries, *e)
		}
	}
	return j
}

// full reports whether the partition has as much as it may have.
func (p *partition) full(bound int) bool { return p.bytes > bound || len(p.window) > windowMax }

// drained reports whether there is room again, with some way to go until it is full.
func (p *partition) drained(bound int) bool {
	return p.bytes <= bound/2 && len(p.window) <= windowMax/2
}
