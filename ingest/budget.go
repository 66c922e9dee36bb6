package ingest

import (
	"net/http"
	"sync"
	"time"

	"lavra.dev/schemas/event"
)

// budgets bounds what each account has in flight: the pages and bytes of its requests that this
// process accepted and that have not ended. What a request may cost by itself is bounded where
// it arises: its bytes by the form, its pages by the screen, its time of a core by the reader.
type budgets struct {
	pages    int   // of one account; 0: any number
	bytes    int64 // as pages
	statuses Statuses

	mu       sync.Mutex
	accounts map[string]*ledger
}

// ledger is what one account has in flight.
type ledger struct {
	cost
	requests map[string]cost // by identifier
	swept    time.Time
	pace     pace
}

type cost struct {
	pages int
	bytes int64
	since time.Time
}

const (
	// A request that the log does not show after this was never written, or is forgotten.
	unseenAfter = time.Minute
	// An account at its bounds is gone through so often: 100,000 requests take some 30 ms.
	sweepEvery = time.Second
)

func newBudgets(cfg Config, statuses Statuses) *budgets {
	return &budgets{pages: cfg.AccountPages, bytes: int64(cfg.AccountBytes), statuses: statuses, accounts: map[string]*ledger{}}
}

// take counts the requests of a call in, or refuses them all. One that alone is above a bound
// may pass when nothing else is in flight.
func (b *budgets) take(name string, requests map[string]cost) error {
	if b.pages == 0 && b.bytes == 0 {
		return nil
	}
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.accounts[name]
	if a == nil {
		a = &ledger{requests: map[string]cost{}}
		b.accounts[name] = a
	}
	var all cost
	for _, c := range requests {
		all.pages += c.pages
		all.bytes += c.bytes
	}
	if b.over(a, all) && now.Sub(a.swept) >= sweepEvery {
		a.swept = now
		b.sweep(a, now)
	}
	if b.over(a, all) {
		wait := a.pace.wait(b.tooMuch(a, all), now)
		return &refusal{status: http.StatusTooManyRequests, text: textBudget, reason: "budget", retry: wait}
	}
	for id, c := range requests {
		c.since = now
		a.add(id, c)
	}
	return nil
}

func (b *budgets) over(a *ledger, more cost) bool {
	return len(a.requests) > 0 && (b.pages > 0 && a.pages+more.pages > b.pages || b.bytes > 0 && a.bytes+more.bytes > b.bytes)
}

// tooMuch is how much of an account has to end before more of it may pass.
func (b *budgets) tooMuch(a *ledger, more cost) (c cost) {
	if b.pages > 0 {
		c.pages = min(a.pages+more.pages-b.pages, a.pages)
	}
	if b.bytes > 0 {
		c.bytes = min(a.bytes+more.bytes-b.bytes, a.bytes)
	}
	return c
}

// sweep takes out what has ended.
func (b *budgets) sweep(a *ledger, now time.Time) {
	before := a.cost
	for id, c := range a.requests {
		if isOver(b.statuses, id, now.Sub(c.since)) {
			a.remove(id)
		}
	}
	a.pace.count(cost{pages: before.pages - a.pages, bytes: before.bytes - a.bytes}, now)
}

// isOver reports whether a request that was written so long ago is no longer in flight.
func isOver(statuses Statuses, id string, age time.Duration) bool {
	state, seen := statuses.Get(id)
	return seen && state.Terminal() || !seen && age > unseenAfter
}

// giveBack takes requests out that were not written after all, and forgets an account without any.
func (b *budgets) giveBack(name string, ids []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.accounts[name]
	if a == nil {
		return
	}
	for _, id := range ids {
		a.remove(id)
	}
	if len(a.requests) == 0 {
		delete(b.accounts, name)
	}
}

func (a *ledger) add(id string, c cost) {
	a.remove(id) // a call that is repeated with its key has the same identifiers
	a.requests[id] = c
	a.pages += c.pages
	a.bytes += c.bytes
}

func (a *ledger) remove(id string) {
	c := a.requests[id]
	a.pages -= c.pages
	a.bytes -= c.bytes
	delete(a.requests, id)
}

// costs are those of a call's requests. A file whose pages only the reader will know counts as one.
func (c *call) costs(a acceptance) map[string]cost {
	costs := make(map[string]cost, len(c.files))
	for i, d := range c.files {
		pages := max(d.pages, 1)
		if c.operation == event.Classify {
			pages = min(pages, classifiedPages)
		}
		costs[a.ids[i]] = cost{pages: pages, bytes: d.Size}
	}
	return costs
}

// classifiedPages is how many pages of a file a classification reads at most.
const classifiedPages = 3
