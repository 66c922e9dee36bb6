package ingest

import (
	"context"
	"sync"
	"time"

	"lavra.dev/schemas/event"
)

// lanes decides where a call's requests go. A lane is read in its order by workers that take
// accounts in turn among what they have in sight; so what one account may have in it is bounded,
// and what is above goes to the next lane.
type lanes struct {
	interactive, bulk places
}

// longestInteractive is how long an asynchronous request may count as in
// flight. One that takes longer is stuck behind something, and the next ones do
// not wait for it.
const longestInteractive = 10 * time.Minute

func newLanes(cfg Config, statuses Statuses) *lanes {
	return &lanes{
		interactive: places{limit: cfg.InteractiveAsync, longest: longestInteractive, statuses: statuses, taken: map[string]*inFlight{}},
		bulk:        places{limit: cfg.AccountBulk, statuses: statuses, taken: map[string]*inFlight{}},
	}
}

// choose gives the lane of a call's requests, and takes their places in it.
func (l *lanes) choose(c *call, ids []string) event.Lane {
	switch now := time.Now(); {
	case c.waits:
		return event.Interactive
	case !c.spec.Batch && l.interactive.take(c.account, ids, now):
		return event.Interactive
	case l.bulk.take(c.account, ids, now):
		return event.Bulk
	}
	return event.Deep
}

// giveBack takes requests out that were not written after all.
func (l *lanes) giveBack(account string, ids []string) {
	l.interactive.giveBack(account, ids)
	l.bulk.giveBack(account, ids)
}

// run forgets, now and then, what has ended of accounts that send no more.
func (l *lanes) run(ctx context.Context) error {
	ticker := time.NewTicker(unseenAfter)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			l.interactive.sweepAll(now)
			l.bulk.sweepAll(now)
		case <-ctx.Done():
			return nil
		}
	}
}

// places are those of each account in a lane: the requests of this process that are in flight.
type places struct {
	limit    int           // of one account
	longest  time.Duration // that a request counts; 0: until it ends
	statuses Statuses

	mu    sync.Mutex
	taken map[string]*inFlight // by account
}

// inFlight are the requests of an account that have places.
type inFlight struct {
	since map[string]time.Time // by request
	next  time.Time            // not before is it looked again which of them have ended
}

// lookPause is how long a request that was looked at is left alone: to look takes some 0.2 µs, so
// that an account above its share costs one of 250 instants, however many calls it makes.
const lookPause = 50 * time.Microsecond

// take takes places for all of the requests, or for none.
func (p *places) take(account string, ids []string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	of := p.taken[account]
	if of == nil {
		of = &inFlight{since: map[string]time.Time{}}
		p.taken[account] = of
	}
	if len(of.since)+len(ids) > p.limit && !now.Before(of.next) {
		p.sweep(of, now)
	}
	if len(of.since)+len(ids) > p.limit {
		return false
	}
	for _, id := range ids {
		of.since[id] = now
	}
	return true
}

func (p *places) giveBack(account string, ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if of := p.taken[account]; of != nil {
		for _, id := range ids {
			delete(of.since, id)
		}
	}
}

// sweep takes out what has ended.
func (p *places) sweep(of *inFlight, now time.Time) {
	of.next = now.Add(time.Duration(len(of.since)) * lookPause)
	for id, since := range of.since {
		age := now.Sub(since)
		if isOver(p.statuses, id, age) || p.longest > 0 && age > p.longest {
			delete(of.since, id)
		}
	}
}

func (p *places) sweepAll(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for account, of := range p.taken {
		if p.sweep(of, now); len(of.since) == 0 {
			delete(p.taken, account)
		}
	}
}
