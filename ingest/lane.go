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
		interactive: places{limit: cfg.InteractiveAsync, longest: longestInteractive, statuses: statuses, taken: map[string]map[string]time.Time{}},
		bulk:        places{limit: cfg.AccountBulk, statuses: statuses, taken: map[string]map[string]time.Time{}},
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
	taken map[string]map[string]time.Time // by account and request: since when
}

// take takes places for all of the requests, or for none.
func (p *places) take(account string, ids []string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.taken[account])+len(ids) > p.limit {
		p.sweep(account, now)
	}
	of := p.taken[account]
	if len(of)+len(ids) > p.limit {
		return false
	}
	if of == nil {
		of = map[string]time.Time{}
		p.taken[account] = of
	}
	for _, id := range ids {
		of[id] = now
	}
	return true
}

func (p *places) giveBack(account string, ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range ids {
		delete(p.taken[account], id)
	}
}

// sweep takes out what has ended: a thousand requests take less than a millisecond.
func (p *places) sweep(account string, now time.Time) {
	for id, since := range p.taken[account] {
		age := now.Sub(since)
		if isOver(p.statuses, id, age) || p.longest > 0 && age > p.longest {
			delete(p.taken[account], id)
		}
	}
	if len(p.taken[account]) == 0 {
		delete(p.taken, account)
	}
}

func (p *places) sweepAll(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for account := range p.taken {
		p.sweep(account, now)
	}
}
