package webhook

import (
	"context"
	"strings"
	"sync"
	"time"
)

const (
	// slowAfter is when a call leaves the slots of the quick ones: most endpoints
	// answer in a tenth of that.
	slowAfter = time.Second

	// unprovenAfter is the same for a host that never answered: it may be one of
	// hundreds that hang, and new hosts that are well are behind them.
	unprovenAfter = slowAfter / 4

	// slowFactor is how many slow calls there may be for each quick one: they
	// cost a connection and little else.
	slowFactor = 2

	// waitFactor is how many may wait for each quick slot to hosts that never answered, once some of
	// those hang: a hanging one leaves its slot after a quarter of a second, and half of all are
	// theirs, so that each has its turn within the second or two that it waits.
	waitFactor = 2

	// hostFactor is how many endpoints' shares a host has: many accounts may
	// use one service.
	hostFactor = 4

	// A breaker looks at the last outcomes, and opens when half of them, and so many, failed.
	breakerSeen = 20
	breakerBad  = 10

	// forgetAfter is how long an idle endpoint is remembered.
	forgetAfter = 10 * time.Minute
)

// target is where a delivery goes.
type target struct{ endpoint, host, account string }

// shares decides which deliveries may be at work beside each other, so that
// nobody waits for another's endpoint. A call that takes long leaves the slots
// of the quick ones, hosts that never answered have half of them at most, and
// what mostly fails is tried one delivery at a time.
type shares struct {
	mu       sync.Mutex
	quickMax int // calls in their first second
	share    int // of an endpoint
	now      func() time.Time

	quick, slow, unproven int // at work; unproven: quick ones to hosts that never answered
	waiting, hanging      int // to hosts that never answered: for a quick slot, and among the slow ones
	loads                 map[string]*load
	swept                 time.Time
	news                  *news
	freed                 chan struct{} // closed and replaced when a quick slot is free
}

// load is what is at work for an endpoint, a host or an account, and how it fared.
type load struct {
	atWork int
	slow   int  // of those
	proven bool // it has answered
	last   [breakerSeen]bool
	next   int
	seen   int
	bad    int
	open   bool
	opened time.Time
	until  time.Time            // no probe before
	class  string               // of the last failure
	told   map[string]time.Time // accounts that know that it is open
	used   time.Time
}

func newShares(quickMax, share int) *shares {
	return &shares{quickMax: quickMax, share: share, now: time.Now, loads: map[string]*load{}, news: newNews(), freed: make(chan struct{})}
}

func (s *shares) load(key string) *load {
	l := s.loads[key]
	if l == nil {
		l = &load{}
		s.loads[key] = l
	}
	l.used = s.now()
	return l
}

// refusal says why a delivery may not start now.
type refusal int

const (
	granted refusal = iota
	busy            // its share is at work
	failing         // it mostly fails: one at a time
	crowded         // all quick slots are taken, for a second at most
)

// ticket is of a delivery at work.
type ticket struct {
	shares                  *shares
	to                      target
	url, requestID          string // as the delivery has them, once it is open
	endpoint, host, account *load
	unproven, isSlow        bool
	began                   time.Time
	timer                   *time.Timer
}

// take reserves what a delivery needs, where all of it is free.
func (s *shares) take(t target) (*ticket, refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	s.sweep(now)
	endpoint, host, account := s.load("e "+t.endpoint), s.load("h "+t.host), s.load("a "+t.account)
	switch {
	case host.refuses(now):
		s.say(host, wordOnHost(t.account, t.host, true), now)
		return nil, failing
	case endpoint.refuses(now):
		return nil, failing
	case endpoint.atWork >= s.share, host.atWork >= s.share*hostFactor, account.atWork >= max(1, s.quickMax*3/4):
		return nil, busy
	case !host.proven && (host.slow > 0 || s.slow >= s.quickMax*slowFactor): // the one that hangs tells enough
		return nil, busy
	case s.quick >= s.quickMax, !host.proven && s.unproven >= max(1, s.quickMax/2):
		return nil, crowded
	}
	c := &ticket{shares: s, to: t, endpoint: endpoint, host: host, account: account, unproven: !host.proven, began: now}
	s.quick++
	if c.unproven {
		s.unproven++
	}
	endpoint.atWork++
	host.atWork++
	account.atWork++
	patience := slowAfter
	if c.unproven {
		patience = unprovenAfter
	}
	c.timer = time.AfterFunc(patience, c.slowed)
	return c, granted
}

// takeSoon is take, and waits a moment for a quick slot: those turn over in a second.
func (s *shares) takeSoon(ctx context.Context, t target) (*ticket, refusal) {
	if c, why := s.take(t); why != crowded {
		return c, why
	}
	leave, mayWait := s.queue(t)
	if !mayWait {
		return nil, busy
	}
	defer leave()
	limit := time.NewTimer(2 * slowAfter)
	defer limit.Stop()
	for {
		s.mu.Lock()
		freed := s.freed
		s.mu.Unlock()
		c, why := s.take(t)
		if why != crowded {
			return c, why
		}
		select {
		case <-freed:
		case <-limit.C:
			return nil, busy
		case <-ctx.Done():
			return nil, busy
		}
	}
}

// queue reports whether a delivery may wait for a quick slot. Whoever waits has a worker:
// once hosts that never answered are seen to hang, only some may wait for others of
// those, or hundreds that hang would have all workers, and nobody's callback would start.
func (s *shares) queue(t target) (leave func(), mayWait bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.load("h " + t.host).proven:
		return func() {}, true
	case s.hanging >= max(1, s.quickMax/8) && s.waiting >= s.quickMax*waitFactor:
		return nil, false
	}
	s.waiting++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.waiting--
	}, true
}

// refuses reports whether only a probe may go, and not now.
func (l *load) refuses(now time.Time) bool { return l.open && (l.atWork > 0 || now.Before(l.until)) }

// slowed takes a call out of the quick ones, where there is room among the slow.
func (c *ticket) slowed() {
	s := c.shares
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.timer == nil || s.slow >= s.quickMax*slowFactor {
		return
	}
	c.isSlow = true
	s.slow++
	c.host.slow++
	if c.unproven {
		s.hanging++
	}
	c.leaveQuick()
	c.account.atWork-- // an account's slow endpoint leaves its others room
}

func (c *ticket) leaveQuick() {
	c.shares.quick--
	close(c.shares.freed)
	c.shares.freed = make(chan struct{})
	if c.unproven {
		c.shares.unproven--
	}
}

// end gives back what a call had; class is how it failed, empty: it did not.
func (c *ticket) end(class string) {
	s := c.shares
	s.mu.Lock()
	defer s.mu.Unlock()
	c.timer.Stop()
	c.timer = nil
	now := s.now()
	if c.isSlow {
		s.slow--
		c.host.slow--
		if c.unproven {
			s.hanging--
		}
	} else {
		c.leaveQuick()
		c.account.atWork--
	}
	c.endpoint.atWork--
	c.host.atWork--
	if isOwn(class) {
		return
	}
	switch c.endpoint.note(class, c.began, now) {
	case stillOpen:
		s.say(c.endpoint, c.word(true), now)
	case closedAgain:
		s.say(c.endpoint, c.word(false), now)
		c.endpoint.mend()
	}
	answered := class == "" || strings.HasPrefix(class, "status_")
	if answered {
		class = ""
	}
	switch c.host.note(class, c.began, now) {
	case stillOpen:
		s.say(c.host, wordOnHost(c.to.account, c.to.host, true), now)
	case closedAgain:
		s.sayClosed(c.host, c.to.host, now)
		c.host.mend()
	}
	c.host.proven = c.host.proven || answered
}

// isOwn reports whether a failure says nothing of the endpoint.
func isOwn(class string) bool { return class == "token" || class == "url" || class == classCut }

// change is what an outcome makes of a breaker.
type change int

const (
	stillClosed change = iota
	stillOpen          // or open now
	closedAgain
)

// note takes in an outcome; class is how it failed, empty: it did not. A failure keeps
// the next probe away for as long as it took: what fails at once costs nothing, what
// hangs is left alone.
func (l *load) note(class string, began, now time.Time) change {
	failed := class != ""
	if l.seen == len(l.last) && l.last[l.next] {
		l.bad--
	}
	l.last[l.next] = failed
	l.next = (l.next + 1) % len(l.last)
	l.seen = min(l.seen+1, len(l.last))
	if failed {
		l.bad++
		l.class = class
	}
	switch {
	case !failed && l.open:
		return closedAgain
	case failed && l.bad >= breakerBad && 2*l.bad >= l.seen:
		if !l.open {
			l.open, l.opened = true, now
		}
		l.until = now.Add(now.Sub(began))
	}
	if l.open {
		return stillOpen
	}
	return stillClosed
}

// mend closes a breaker: what was before counts no more.
func (l *load) mend() {
	*l = load{atWork: l.atWork, slow: l.slow, proven: l.proven, used: l.used}
}

// sweep forgets what has been idle; s.mu is held.
func (s *shares) sweep(now time.Time) {
	if now.Sub(s.swept) < time.Minute {
		return
	}
	s.swept = now
	for key, l := range s.loads {
		if l.atWork == 0 && now.Sub(l.used) > forgetAfter {
			delete(s.loads, key)
		}
	}
}

// counts are the calls at work and the breakers that are open.
func (s *shares) counts() (quick, slow, open int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.loads {
		if l.open {
			open++
		}
	}
	return s.quick, s.slow, open
}
