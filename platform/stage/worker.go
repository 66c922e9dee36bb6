package stage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/tracing"
)

// work handles records of one lane until the run ends.
func (r *runner) work(l *lane) {
	for {
		it := r.next(l)
		if it == nil {
			return
		}
		r.process(it)
	}
}

// next waits for a record that may start; nil at the end.
func (r *runner) next(l *lane) *item {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.stopping {
		if it := r.pick(l); it != nil {
			it.started = time.Now()
			it.journaled = false
			it.partition.working[it] = struct{}{}
			l.turns.begin(it)
			return it
		}
		l.ready.Wait()
	}
	return nil
}

// pick prefers what was tried before: its partition waits for it.
func (r *runner) pick(l *lane) *item {
	now := time.Now()
	for _, p := range r.partitions {
		if p.lane != l {
			continue
		}
		if it := p.nextHeld(now); it != nil {
			return it
		}
	}
	return l.turns.pop((*partition).mayStart)
}

// process takes one record as far as it goes now.
func (r *runner) process(it *item) {
	ctx := it.partition.ctx
	isAlone := it.verdict == nil && it.suspect.mustRunAlone()
	leave, err := r.gate.enter(ctx, isAlone)
	if err != nil {
		r.settle(it, abandoned)
		return
	}
	defer leave()
	if it.verdict == nil && it.suspect.mustPark() {
		it.verdict = &verdict{class: parked, failure: &PermanentError{reasonCrashed, errKilled}}
	}
	if it.verdict == nil && !r.announce(ctx, it, isAlone) {
		r.settle(it, abandoned)
		return
	}
	r.metrics.inFlight(it.partition.lane, 1)
	began := time.Now()
	outcome := r.attempt(ctx, it)
	r.metrics.inFlight(it.partition.lane, -1)
	r.metrics.took(it.partition.lane, time.Since(began))
	r.settle(it, outcome)
}

// announce puts a record that is about to start into the journal, and waits
// for it where a death may be near: it reports whether the record may start.
// Usually it does not wait, and the next regular commit shows the record.
func (r *runner) announce(ctx context.Context, it *item, isAlone bool) bool {
	p := it.partition
	r.mu.Lock()
	it.state = working
	if isAlone {
		it.state = alone
	}
	mustWait := isAlone || !p.opened || time.Now().Before(p.cautiousUntil)
	r.mu.Unlock()
	if !mustWait {
		return true
	}
	for failures := 0; ctx.Err() == nil; failures++ {
		attempt, cancel := context.WithTimeout(ctx, commitTimeout)
		err := r.commitUnless(attempt, it)
		cancel()
		if err == nil {
			return true
		}
		if ctx.Err() == nil {
			r.log.Warn("noting a record before it starts failed, will be tried again", "error", err)
			pause(ctx, backoff(failures))
		}
	}
	return false
}

// commitUnless commits unless a commit of another worker has meanwhile shown the record.
func (r *runner) commitUnless(ctx context.Context, it *item) error {
	r.mu.Lock()
	journaled := it.journaled
	r.mu.Unlock()
	if journaled {
		return nil
	}
	if err := r.commit(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !it.journaled {
		return errNotJournaled
	}
	return nil
}

// attempt makes one step after the other until the record is done, has to
// wait, or is no longer ours.
func (r *runner) attempt(ctx context.Context, it *item) class {
	for {
		traced, span := tracing.Process(ctx, r.cfg.Name, r.cfg.Kafka.Name(it.Topic), it.Record)
		err := r.step(traced, it)
		c := classify(ctx, err)
		span.End(string(c), c == done || c == deferred || c == superseded)
		switch c {
		case done:
			if it.verdict == nil {
				return done
			}
			if it.verdict.complete(r.cfg.OnPermanent != nil) {
				return it.verdict.class
			}
		case transient:
			if r.mustPark(it, err) {
				it.verdict = &verdict{class: parked, failure: &PermanentError{reasonCrashed, err}}
				r.log.Error("record keeps failing while others work, parking it", "topic", it.Topic, "partition", it.Partition, "offset", it.Offset, "error", err)
				continue
			}
			r.retryLater(it, err)
			return transient
		case permanent, poison, quarantine:
			if it.verdict != nil { // the way out is barred too: what was buried stays buried
				r.log.Error("ending the request of a failed record failed for good", "topic", it.Topic, "partition", it.Partition, "offset", it.Offset, "error", err)
				return it.verdict.class
			}
			if c == poison && r.mustWait(it) {
				r.retryLater(it, err)
				return transient
			}
			it.verdict = &verdict{class: c, failure: failureOf(c, err)}
			r.log.Warn("record failed for good", "class", c, "topic", it.Topic, "partition", it.Partition, "offset", it.Offset, "error", err)
		case deferred:
			it.due = dueOf(err)
			return deferred
		default: // superseded, abandoned
			return c
		}
	}
}

// step does the next thing that is to be done with a record.
func (r *runner) step(ctx context.Context, it *item) (err error) {
	v := it.verdict
	if r.cfg.Drop != nil && (v == nil || v.mustEnd() || v.mustBury()) {
		if drop, err := r.cfg.Drop(ctx, it.Record); err != nil || drop {
			return cmp.Or(err, ErrSuperseded)
		}
	}
	switch {
	case v == nil:
		return r.begin(ctx, it.Record)
	case v.mustBury():
		if err = r.bury(ctx, it); err == nil {
			v.buried = true
		}
		return err
	case v.mustEnd() && r.cfg.OnPermanent != nil:
		if err = r.cfg.OnPermanent(ctx, it.Record, v.failure); err == nil {
			v.ended = true
		}
		return err
	}
	return nil
}

// begin hands a record to the handler, unless whoever put it back meant another.
func (r *runner) begin(ctx context.Context, rec *kgo.Record) error {
	if only := headerOf(rec, HeaderFor); only != "" && only != r.cfg.Name {
		return ErrSuperseded
	}
	if headerOf(rec, HeaderEnd) != "" {
		return Permanent(errDiscarded, reasonDiscarded)
	}
	return r.handle(ctx, rec)
}

// handle turns a panic into an error: it is this record's fault alone.
func (r *runner) handle(ctx context.Context, rec *kgo.Record) (err error) {
	defer func() {
		if recover() != nil {
			err = panicError{panicAt()}
			r.metrics.panicked()
		}
	}()
	return r.handler(ctx, rec)
}

// panicAt names the function and line that panicked, and nothing of its words.
func panicAt() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		frame, more := frames.Next()
		if !more {
			return "an unknown place"
		}
		if name := frame.Function; len(name) < 8 || name[:8] != "runtime." {
			return fmt.Sprintf("%s:%d", name, frame.Line)
		}
	}
}

func (r *runner) retryLater(it *item, err error) {
	now := time.Now()
	if known := errors.As(err, new(server)); it.firstFailure.IsZero() || known != it.faultKnown {
		it.faultKnown, it.servedBefore = known, r.served(err)
	}
	r.mu.Lock()
	if it.firstFailure.IsZero() {
		it.firstFailure, it.others = now, r.outcome
	}
	it.attempts++ // read by mayStart while the record is at work
	r.mu.Unlock()
	wait := backoffFrom(r.cfg.retry, it.attempts)
	it.due = now.Add(wait)
	r.metrics.retried(it.partition.lane)
	r.log.Warn("record failed for now", "topic", it.Topic, "partition", it.Partition, "offset", it.Offset,
		"attempt", it.attempts, "again_in", wait.Round(time.Millisecond), "error", err)
}

// settle takes a record from work to where it belongs.
func (r *runner) settle(it *item, outcome class) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := it.partition
	delete(p.working, it)
	p.lane.turns.end(it)
	it.state = waiting
	r.settled.Broadcast()
	if p.failing[it] {
		delete(p.failing, it)
		p.lane.ready.Broadcast() // it may be what held the partition
	}
	switch {
	case outcome == abandoned || p.fenced:
		// Another owner does it again, whatever came of it here.
		r.metrics.settled(p.lane, abandoned)
	case outcome == transient || outcome == deferred:
		if !p.leaving {
			p.hold(it)
			p.lane.ready.Broadcast() // it may let others pass now
			time.AfterFunc(time.Until(it.due), func() { r.wake(p.lane) })
		}
	default:
		if outcome == done {
			r.outcome.done++
			if it.attempts > 0 {
				r.outcome.mended++
			}
			r.outcomes.add(false)
		}
		r.metrics.settled(p.lane, outcome)
		p.bytes -= it.bytes
		p.done(it)
		r.throttle(p)
	}
}

func (r *runner) wake(l *lane) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l.ready.Broadcast()
}

const (
	firstBackoff = 100 * time.Millisecond
	longBackoff  = 30 * time.Second
)

// backoff doubles with each failure up to 30 s and takes off up to a fifth, so that what
// failed together does not come back together.
func backoff(failures int) time.Duration { return backoffFrom(firstBackoff, failures) }

func backoffFrom(first time.Duration, failures int) time.Duration {
	wait := min(first<<min(failures, 12), longBackoff)
	return wait - rand.N(wait/5)
}
