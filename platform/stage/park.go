package stage

import (
	"errors"

	"lavra.dev/platform/kafka"
)

const (
	// A record that failed so often lets others of its partition pass: with
	// waits of 0.2, 0.4, … s that is after some 6 s.
	attemptsToPass = 5

	// At most so many of a partition fail beside each other: while the part
	// that all need is away no more are tried than these.
	failingMax = 8

	// A record is parked when its dependency served others while it failed so
	// often: after some 50 s.
	attemptsToPark = 8
	servedToPark   = 3

	// Where it is not known what failed, the others that were done are weaker
	// evidence, since they may not have needed it: some 7 minutes.
	attemptsToParkUnknown = 20
	doneToPark            = 20

	// Where more than one of so many that were done meanwhile had failed before, what they need fails
	// now and then, for anybody: a good record fails eight times in a row too where half of all calls do.
	mendedOf = 10
)

// tally counts records that were done, and those of them that had failed at first.
type tally struct{ done, mended int64 }

// server is an error that knows how often what failed has served others. blob.Fault is one.
type server interface{ Served() int64 }

// mustPark reports whether a record that failed once more goes out of the way. A
// fault of the brokers or the registry is never the record's.
func (r *runner) mustPark(it *item, err error) bool {
	if it.verdict != nil || it.firstFailure.IsZero() || errors.Is(err, kafka.ErrAway) || errors.Is(err, kafka.ErrOutcomeUnknown) {
		return false
	}
	known := errors.As(err, new(server))
	if known != it.faultKnown {
		return false // counted anew from here
	}
	if r.failsForAnybody(it) {
		return false
	}
	others := r.served(err) - it.servedBefore
	if known {
		return it.attempts >= attemptsToPark && others >= servedToPark
	}
	return it.attempts >= attemptsToParkUnknown && others >= doneToPark
}

// failsForAnybody reports whether others failed too since the record first did, and were done when they were tried again.
func (r *runner) failsForAnybody(it *item) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	done, mended := r.outcome.done-it.others.done, r.outcome.mended-it.others.mended
	return mended*mendedOf > done
}

// served counts what worked of that which failed with err.
func (r *runner) served(err error) int64 {
	var s server
	if errors.As(err, &s) {
		return s.Served()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.outcome.done
}

// outcomes are the last hundred records of a stage: whether each was poison.
type outcomes struct {
	last [100]bool
	next int
	bad  int
}

func (o *outcomes) add(isPoison bool) {
	if o.last[o.next] {
		o.bad--
	}
	if o.last[o.next] = isPoison; isPoison {
		o.bad++
	}
	o.next = (o.next + 1) % len(o.last)
}

// stopsForPoison reports whether so many of the last records could not be decoded
// that it is hardly their fault. The lock is held.
func (r *runner) stopsForPoison() bool { return r.cfg.Poison > 0 && r.outcomes.bad >= r.cfg.Poison }

// mustWait reports whether a record that cannot be decoded is tried again instead
// of given up, and those behind it wait.
func (r *runner) mustWait(it *item) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if it.attempts == 0 {
		r.outcomes.add(true)
	}
	if !r.stopsForPoison() {
		return false
	}
	r.log.Error("too many of the last records cannot be decoded: the stage waits instead of giving them up; look at the schema registry and at the build",
		"of_the_last_hundred", r.outcomes.bad, "setting", "LAVRA_POISON_STOP")
	return true
}
