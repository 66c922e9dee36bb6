package sandbox

import (
	"context"
	"errors"
	"slices"
	"time"
)

// children are the processes of a pool that are idle, and how many there are in all. The
// pool's lock guards them.
type children struct {
	most     int      // one more than can be at work: one waits that has read nothing
	live     int      // idle, at work, and being started
	starting int      // of them, ahead of need
	idle     []*child // the one used last is the last
}

func (c *children) near(account string) bool {
	return slices.ContainsFunc(c.idle, func(one *child) bool { return one.jobs > 0 && one.account == account })
}

// take gives an idle child that may read for the account at this priority, nil where there
// is none: one that has read for it, or else one that has read nothing.
func (c *children) take(account string, low, fresh bool) *child {
	for _, fits := range []func(*child) bool{
		func(one *child) bool {
			return !fresh && one.jobs > 0 && (one.account == account || !walls) && one.low.Load() == low
		},
		func(one *child) bool { return one.jobs == 0 },
	} {
		for i := len(c.idle) - 1; i >= 0; i-- {
			if one := c.idle[i]; fits(one) {
				c.idle = slices.Delete(c.idle, i, i+1)
				return one
			}
		}
	}
	return nil
}

// room makes room for one more, by giving up the child that has been idle longest among
// those that have read; false where there is none to give up.
func (c *children) room() (old *child, ok bool) {
	if c.live < c.most {
		return nil, true
	}
	for i, one := range c.idle {
		if one.jobs > 0 {
			c.idle = slices.Delete(c.idle, i, i+1)
			c.live--
			return one, true
		}
	}
	return nil, false
}

// spare counts those that have read nothing, here or coming.
func (c *children) spare() int {
	n := c.starting
	for _, one := range c.idle {
		if one.jobs == 0 {
			n++
		}
	}
	return n
}

// childFor gives a job its child: an idle one, or one that is started for it.
func (p *Pool) childFor(ctx context.Context, account string, low, fresh bool) (*child, error) {
	for {
		p.mu.Lock()
		c := p.children.take(account, low, fresh)
		var old *child
		if c == nil {
			// There are never more jobs than children may be: room is there.
			old, _ = p.children.room()
			p.children.live++
		}
		p.mu.Unlock()
		p.discard(old)
		if c == nil {
			var err error
			if c, err = p.start(ctx); err != nil {
				p.mu.Lock()
				p.children.live--
				p.mu.Unlock()
				return nil, err
			}
		}
		if !c.alive() { // it died while it had nothing to do
			p.lose(c, &KilledError{Crash})
			continue
		}
		p.prefork()
		c.account = account
		if low {
			c.lower()
		}
		return c, nil
	}
}

// start starts a child, however often that has to be tried.
func (p *Pool) start(ctx context.Context) (*child, error) {
	const first, longest = 100 * time.Millisecond, 5 * time.Second
	for wait := first; ; wait = min(2*wait, longest) {
		as := p.ladder.step()
		c, err := startChild(ctx, p.starter, &p.cfg, p.dir.path, as, p.program)
		if err == nil {
			if p.ladder.worked(as) {
				p.metrics.isolated(as)
				p.log.Info("child processes are isolated", "by", as.String(), "confinement", c.confinement)
			}
			p.metrics.started.Inc()
			p.log.Debug("child process started", "pid", c.cmd.Process.Pid)
			return c, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p.ladder.failed(as) {
			p.log.Debug("a child process did not start; trying with less isolation", "with", as.String(), "error", err)
			continue
		}
		p.log.Error("starting child process; trying again", "error", err, "wait", wait)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// prefork keeps a child ready that has read nothing, so that neither another account nor a
// worn-out child costs a job the start of a process.
func (p *Pool) prefork() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.closing.Err() == nil && p.children.spare() < 1 {
		old, ok := p.children.room()
		if !ok {
			return
		}
		p.children.live++
		p.children.starting++
		p.working.Go(func() {
			p.discard(old)
			c, err := p.start(p.closing)
			p.mu.Lock()
			defer p.mu.Unlock()
			p.children.starting--
			if err != nil { // the pool closes
				p.children.live--
				return
			}
			p.children.idle = append(p.children.idle, c)
		})
	}
}

// leave ends a job: its child is idle, or ended where it is dead, worn out, or holds on to
// more than half of what it may use.
func (p *Pool) leave(t *ticket, spent time.Duration, err error) {
	c := t.child
	var answered *JobError
	lost := err != nil && !errors.As(err, &answered)
	keep := c != nil && !lost && (c.jobs < p.cfg.RecycleAfter || !walls) && c.resident() < p.cfg.MemoryBytes/2
	if c != nil && !keep {
		p.lose(c, err)
	}
	p.mu.Lock()
	if keep {
		p.children.idle = append(p.children.idle, c)
	}
	p.queue.end(t, spent)
	p.queue.grant(p.children.near)
	p.mu.Unlock()
	if !keep {
		p.prefork()
	}
}

// lose ends a child and notes why where it was killed or died.
func (p *Pool) lose(c *child, err error) {
	p.discard(c)
	p.mu.Lock()
	p.children.live--
	p.mu.Unlock()
	var killed *KilledError
	if errors.As(err, &killed) {
		p.log.Warn("child process lost", "reason", killed.Reason, "exit", c.exit(), "frames", c.printed.frames())
	}
}

// guard ends idle children that grow: what they parsed may go on in a thread of its own.
func (p *Pool) guard() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-p.closing.Done():
			return
		}
		p.mu.Lock()
		var grown []*child
		p.children.idle = slices.DeleteFunc(p.children.idle, func(c *child) bool {
			over := c.resident() > p.cfg.MemoryBytes/2 || c.threads() > threads
			if over {
				grown = append(grown, c)
			}
			return over
		})
		p.mu.Unlock()
		for _, c := range grown {
			p.lose(c, &KilledError{Memory})
			p.prefork()
		}
	}
}

func (p *Pool) discard(c *child) {
	if c == nil {
		return
	}
	if err := c.end(); err != nil {
		p.log.Warn("removing the directory of a child process", "error", err)
	}
}
