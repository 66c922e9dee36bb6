package sandbox

import (
	"context"
	"slices"
	"time"
)

// queue gives the right to run a job. Who may is decided by what the accounts used of the
// children so far: the one that used least goes first, so that many small files of one never
// wait behind the long ones of another. An account has at most all slots but one. The
// pool's lock guards it.
type queue struct {
	workers, reserved int
	swift             time.Duration // that an account uses at no lower priority; 0: there is none lower
	beside            int           // as workers, while jobs of other accounts come
	last, before      arrival       // of the latest job, and of the latest of another account
	general           int           // jobs that run in slots for any job: one more than workers
	kept              int           // jobs that run in reserved slots
	accounts          map[string]*share
	atWork            map[*ticket]struct{}
}

// arrival is when a job came, and whose.
type arrival struct {
	account string
	at      time.Time
}

// stay is how long after a job of its own an account counts as being there for the others.
const stay = time.Second

// share is what an account has of a pool; it is there while the account has a job.
type share struct {
	account string
	used    time.Duration // of the children, since it came, from what the least user had then
	own     time.Duration // the same from nothing
	swift   int           // jobs at work at no lower priority
	general int           // jobs in slots for any job
	running int           // all at work
	waiting [2][]*ticket  // first those somebody waits for, then bulk
}

// ticket is one job's right to run, or its place in the queue.
type ticket struct {
	share    *share
	bulk     bool
	low      bool // runs at lower priority
	reserved bool
	granted  chan struct{} // closed once it may run
	child    *child
	before   time.Duration // that the child had used when it began
}

// affinity is how much less an account counts as having used where a child waits that has
// read for it: to start one takes some 50 ms of a core, and must not be what is done all day.
const affinity = 500 * time.Millisecond

func newQueue(workers, beside, reserved int, swift time.Duration) *queue {
	return &queue{workers: workers, beside: beside, reserved: reserved, swift: swift, accounts: map[string]*share{}, atWork: map[*ticket]struct{}{}}
}

func (q *queue) slots() int { return q.workers + 1 + q.reserved }

func (q *queue) push(account string, bulk bool) *ticket {
	s := q.accounts[account]
	if s == nil {
		s = &share{account: account, used: q.least()}
		q.accounts[account] = s
	}
	if q.last.account != account {
		q.before = q.last
	}
	q.last = arrival{account, time.Now()}
	t := &ticket{share: s, bulk: bulk, granted: make(chan struct{})}
	line := &s.waiting[lineOf(bulk)]
	*line = append(*line, t)
	return t
}

func lineOf(bulk bool) int {
	if bulk {
		return 1
	}
	return 0
}

// least is what the account used that used least of those that are here.
func (q *queue) least() time.Duration {
	least, found := time.Duration(0), false
	for _, s := range q.accounts {
		if !found || s.used < least {
			least, found = s.used, true
		}
	}
	return least
}

// grant lets as many start as may. near says whether a child waits that read for an account.
func (q *queue) grant(near func(account string) bool) {
	for q.general+q.kept < q.slots() {
		t := q.first(near)
		if t == nil {
			return
		}
		line := &t.share.waiting[lineOf(t.bulk)]
		*line = slices.Delete(*line, 0, 1)
		q.start(t)
	}
}

// first is the ticket that is to start next, nil where none may. What somebody waits for
// goes before bulk work.
func (q *queue) first(near func(string) bool) *ticket {
	for _, bulk := range []bool{false, true} {
		var best *share
		var least time.Duration
		for _, s := range q.accounts {
			if len(s.waiting[lineOf(bulk)]) == 0 || !q.may(s, bulk) {
				continue
			}
			used := s.used
			if near(s.account) {
				used -= affinity
			}
			if best == nil || used < least || used == least && s.account < best.account {
				best, least = s, used
			}
		}
		if best != nil {
			return best.waiting[lineOf(bulk)][0]
		}
	}
	return nil
}

// may reports whether an account may have one more at work. Of the slots for any job one is
// always left to the others, whatever it has in them.
func (q *queue) may(s *share, bulk bool) bool {
	return q.general <= q.workers && s.general < q.most(s.account) || !bulk && q.kept < q.reserved
}

// most is how many jobs of an account may be at work in slots for any job.
func (q *queue) most(account string) int {
	if q.company(account) {
		return q.beside
	}
	return q.workers
}

// company reports whether jobs of other accounts come.
func (q *queue) company(account string) bool {
	other := q.last
	if other.account == account {
		other = q.before
	}
	return time.Since(other.at) < stay
}

func (q *queue) start(t *ticket) {
	s := t.share
	// The first jobs of an account that somebody waits for run as fast as anybody's. They are
	// counted, not all its jobs: who keeps several at work goes on in the children that it has
	// of either priority, where a child of the wrong one would have to be started. Who goes on
	// without pause has lower ones only.
	t.low = q.swift > 0 && (t.bulk || s.swift >= max(1, q.workers/2) || s.own > q.swiftFor(s.account))
	t.reserved = !t.bulk && q.kept < q.reserved
	if t.reserved {
		q.kept++
	} else {
		q.general++
		s.general++
	}
	if !t.low {
		s.swift++
	}
	s.running++
	q.atWork[t] = struct{}{}
	close(t.granted)
}

// end gives the slot back and notes what the job used.
func (q *queue) end(t *ticket, used time.Duration) {
	s := t.share
	delete(q.atWork, t)
	if t.reserved {
		q.kept--
	} else {
		q.general--
		s.general--
	}
	if !t.low {
		s.swift--
	}
	s.running--
	s.used += used
	s.own += used
	q.forget(s)
}

// withdraw takes a ticket out of the queue; false where it may run already.
func (q *queue) withdraw(t *ticket) bool {
	line := &t.share.waiting[lineOf(t.bulk)]
	at := slices.Index(*line, t)
	if at < 0 {
		return false
	}
	*line = slices.Delete(*line, at, at+1)
	q.forget(t.share)
	return true
}

func (q *queue) forget(s *share) {
	if s.running == 0 && len(s.waiting[0]) == 0 && len(s.waiting[1]) == 0 {
		delete(q.accounts, s.account)
	}
}

// await waits until the job may run.
func (p *Pool) await(ctx context.Context, job Job) (*ticket, error) {
	began := time.Now()
	p.mu.Lock()
	if p.closing.Err() != nil {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	p.working.Add(1)
	t := p.queue.push(job.Account, job.Bulk)
	p.yield(t.share)
	p.queue.grant(p.children.near)
	p.mu.Unlock()
	var late <-chan time.Time
	if p.cfg.Patience > 0 {
		timer := time.NewTimer(p.cfg.Patience)
		defer timer.Stop()
		late = timer.C
	}
	err := ErrBusy
	select {
	case <-t.granted:
		p.metrics.waited.Observe(time.Since(began).Seconds())
		return t, nil
	case <-late:
	case <-ctx.Done():
		err = ctx.Err()
	}
	p.mu.Lock()
	if !p.queue.withdraw(t) { // granted in this moment: on to the next
		p.queue.end(t, 0)
		p.queue.grant(p.children.near)
	}
	p.mu.Unlock()
	p.working.Done()
	if p.closing.Err() != nil {
		err = ErrClosed
	}
	return nil, err
}
