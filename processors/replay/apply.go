package replay

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Applying says how the results of a run take their places.
type Applying struct {
	Pace
	DryRun    bool
	Callbacks bool // call clients again, whose requests asked for it
	Worse     bool // also what failed now and had not
}

// Applied counts what became of the results of a run.
type Applied struct {
	Took       int `json:"took"`       // in a dry run: would take
	Before     int `json:"before"`     // taken before
	Same       int `json:"same"`       // nothing differs: left
	Superseded int `json:"superseded"` // something newer stands or is under way: left
	Worse      int `json:"worse"`      // failed now, and had not: left
}

// Apply has the results of a run take the place of those that they were compared
// with, as the next revision of their requests. One that was stopped goes on.
func (r *Replay) Apply(ctx context.Context, run string, how Applying) (Applied, error) {
	var sum Applied
	shadows, err := r.all(ctx, run)
	if err != nil {
		return sum, err
	}
	newest, err := r.newest(ctx, run, shadows)
	if err != nil {
		return sum, err
	}
	var mu sync.Mutex
	err = over(ctx, shadows, how.Pace, func(ctx context.Context, s *Shadow) error {
		count, err := r.apply(ctx, run, s, newest[s.ID], how)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		*count(&sum)++
		return nil
	})
	return sum, err
}

// standing is the newest revision of a request, and its result once it has ended.
type standing struct {
	revision int32
	result   *event.Pointer
}

// newest looks for what became of the requests since their run began.
func (r *Replay) newest(ctx context.Context, run string, shadows []*Shadow) (map[string]standing, error) {
	since, err := begun(run)
	if err != nil {
		return nil, err
	}
	found := make(map[string]standing, len(shadows))
	for _, s := range shadows {
		found[s.ID] = standing{}
	}
	for rec, err := range r.Kafka.ScanSince(ctx, topic.Status, since.Add(-clockSkew)) {
		if err != nil {
			return nil, fmt.Errorf("looking for what is newer: %w", err)
		}
		old, ours := found[string(rec.Key)]
		if !ours {
			continue
		}
		var ev event.Status
		switch err := r.Kafka.Decode(ctx, rec, &ev); {
		case errors.Is(err, kafka.ErrUndecodable):
		case err != nil:
			return nil, fmt.Errorf("looking for what is newer: %w", err)
		case ev.Revision > old.revision || ev.Revision == old.revision && old.result == nil:
			found[ev.RequestID] = standing{ev.Revision, ev.Completed}
		}
	}
	return found, nil
}

// apply has one result take its place, and says what is to be counted.
func (r *Replay) apply(ctx context.Context, run string, s *Shadow, newest standing, how Applying) (func(*Applied) *int, error) {
	if s.Applied {
		return func(a *Applied) *int { return &a.Before }, nil
	}
	d, end, err := r.difference(ctx, s)
	if err != nil {
		return nil, err
	}
	isNewest, err := r.isNewest(ctx, end, newest)
	switch {
	case err != nil:
		return nil, err
	case !isNewest:
		return func(a *Applied) *int { return &a.Superseded }, nil
	case d.Same():
		return func(a *Applied) *int { return &a.Same }, nil
	case d.OutcomeAfter == event.Failed && d.OutcomeBefore != event.Failed && !how.Worse:
		return func(a *Applied) *int { return &a.Worse }, nil
	}
	took := func(a *Applied) *int { return &a.Took }
	if how.DryRun {
		return took, nil
	}
	if c := end.Request.Callback; c != nil && !how.Callbacks {
		silent := *c
		silent.Method = ""
		end.Request.Callback = &silent
	}
	if err := r.Completion.End(ctx, end); err != nil {
		return nil, err
	}
	// Only now: who is stopped before does it again, under the same event ids.
	_, err = r.Kafka.ProduceRecord(ctx, &kgo.Record{Topic: topic.Shadow, Key: []byte(s.ID), Headers: []kgo.RecordHeader{header(headerRun, run), header(headerTook, "1")}})
	return took, err
}

// isNewest reports whether a result may stand: nothing newer is there or under way,
// unless it is this one, of a command that was stopped before it had noted that.
func (r *Replay) isNewest(ctx context.Context, end event.Completed, newest standing) (bool, error) {
	if newest.revision != end.Request.Revision || newest.result == nil {
		return newest.revision < end.Request.Revision, nil
	}
	there, err := r.result(ctx, *newest.result)
	return Compare(there, end).Same(), err
}
