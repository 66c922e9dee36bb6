package ingest

import (
	"context"
	"sync"
	"time"

	"lavra.dev/schemas/event"
)

// longestInteractive is how long an asynchronous request may count as in
// flight. One that takes longer is stuck behind something, and the next ones do
// not wait for it.
const longestInteractive = 10 * time.Minute

// lanes counts, for each account, the asynchronous requests of this process
// that are in flight in the interactive lane.
type lanes struct {
	limit    int
	statuses Statuses

	mu       sync.Mutex
	inFlight map[string]int
	watching sync.WaitGroup
	ctx      context.Context
	stop     context.CancelFunc
}

func newLanes(limit int, statuses Statuses) *lanes {
	ctx, stop := context.WithCancel(context.Background())
	return &lanes{limit: limit, statuses: statuses, inFlight: map[string]int{}, ctx: ctx, stop: stop}
}

// run ends the watching of requests with ctx.
func (l *lanes) run(ctx context.Context) error {
	<-ctx.Done()
	l.stop()
	l.watching.Wait()
	return nil
}

// lane decides where a call's requests go. release is called once with the
// identifier that was submitted, or with none.
func (s *Service) lane(c *call) (lane event.Lane, release func(id string)) {
	switch {
	case c.spec.Batch:
		return event.Bulk, func(string) {}
	case c.waits:
		return event.Interactive, func(string) {}
	case s.lanes.enter(c.account):
		return event.Interactive, func(id string) { s.lanes.watch(c.account, id) }
	}
	return event.Bulk, func(string) {}
}

func (l *lanes) enter(account string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inFlight[account] >= l.limit {
		return false
	}
	l.inFlight[account]++
	return true
}

func (l *lanes) leave(account string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inFlight[account]--; l.inFlight[account] == 0 {
		delete(l.inFlight, account)
	}
}

// watch leaves once the request has ended.
func (l *lanes) watch(account, id string) {
	if id == "" {
		l.leave(account)
		return
	}
	l.watching.Go(func() {
		defer l.leave(account)
		ctx, cancel := context.WithTimeout(l.ctx, longestInteractive)
		defer cancel()
		// However this ends, the request no longer counts.
		_, _ = l.statuses.Wait(ctx, id)
	})
}
