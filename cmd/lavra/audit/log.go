package audit

import (
	"context"
	"errors"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// clockSkew is how far the clocks of brokers and processes may be from each other.
const clockSkew = time.Minute

// readLog takes in what the log has of the period, up to its end at the start
// of each topic. Ends are read after requests, so that none is without its own.
func (a *audit) readLog(ctx context.Context) error {
	stored, err := a.deps.Kafka.Commits(ctx, topic.GroupSink)
	if err != nil {
		return err
	}
	lags, err := a.deps.Kafka.Lags(ctx, topic.GroupWebhook)
	if err != nil {
		return err
	}
	a.idle = true
	for _, l := range lags {
		a.idle = a.idle && l.Records == 0
	}
	for _, name := range append(topic.Lanes(topic.Submitted), topic.Status, topic.WebhooksAttempts, topic.Completed, topic.Erasures) {
		err := a.scan(ctx, name, func(ctx context.Context, rec *kgo.Record) error {
			switch name {
			case topic.Status:
				return a.takeStatus(ctx, rec)
			case topic.Erasures:
				return a.takeErasure(ctx, rec)
			case topic.WebhooksAttempts:
				return a.takeAttempt(ctx, rec, isStored(stored, rec))
			case topic.Completed:
				return a.takeEnd(ctx, rec, isStored(stored, rec))
			}
			if r := a.of(string(rec.Key)); r != nil {
				r.accepted = true
				way := kafka.ReadWay(rec)
				r.newest, r.file = max(r.newest, way.Revision), way.File
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isStored reports whether the sink has passed a record.
func isStored(commits kadm.OffsetResponses, rec *kgo.Record) bool {
	commit, ok := commits.Lookup(rec.Topic, rec.Partition)
	return ok && rec.Offset < commit.At
}

// scan gives the records of a topic that were written in the period.
func (a *audit) scan(ctx context.Context, name string, take func(context.Context, *kgo.Record) error) error {
	for rec, err := range a.deps.Kafka.ScanSince(ctx, name, a.cfg.Since.Add(-clockSkew)) {
		if err == nil {
			err = take(ctx, rec)
		}
		if errors.Is(err, kafka.ErrForgotten) {
			continue // erased, which its event says
		}
		if errors.Is(err, kafka.ErrUndecodable) {
			a.report.Unread++
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *audit) takeErasure(_ context.Context, rec *kgo.Record) error {
	if r := a.of(string(rec.Key)); r != nil {
		r.erased = true
	}
	return nil
}

func (a *audit) takeStatus(ctx context.Context, rec *kgo.Record) error {
	var ev event.Status
	if err := a.deps.Kafka.Decode(ctx, rec, &ev); err != nil {
		return err
	}
	r := a.of(ev.RequestID)
	if r == nil {
		return nil
	}
	r.accepted = true
	if ev.Revision > r.newest {
		r.newest, r.terminal = ev.Revision, false
	}
	r.terminal = r.terminal || ev.Revision == r.newest && ev.Outcome != nil
	return nil
}

func (a *audit) takeEnd(ctx context.Context, rec *kgo.Record, stored bool) error {
	if a.of(string(rec.Key)) == nil { // its body need not be fetched
		return nil
	}
	var ev event.Completed
	if err := a.deps.Kafka.Decode(ctx, rec, &ev); err != nil {
		return err
	}
	r := a.of(ev.Request.ID)
	if r == nil {
		return nil
	}
	r.newest = max(r.newest, ev.Request.Revision)
	before := r.ends[ev.Request.Revision]
	if before == nil {
		c := ev.Request.Callback
		r.ends[ev.Request.Revision] = &end{ev.EventID, ev.Outcome, stored, c != nil && c.Method != "", ev.CompletedAt}
		return nil
	}
	if before.eventID != ev.EventID || before.outcome != ev.Outcome {
		a.report.fault(Double, ev.Request.ID)
	}
	return nil
}

func (a *audit) takeAttempt(ctx context.Context, rec *kgo.Record, stored bool) error {
	var ev event.DeliveryAttempt
	if err := a.deps.Kafka.Decode(ctx, rec, &ev); err != nil {
		return err
	}
	if a.of(ev.RequestID) == nil {
		return nil
	}
	d := a.deliveries[ev.DeliveryID]
	if d == nil {
		d = &delivery{requestID: ev.RequestID, starts: map[string]bool{}, stored: map[int32]bool{}}
		a.deliveries[ev.DeliveryID] = d
	}
	d.attempts = max(d.attempts, ev.Attempt)
	if stored {
		d.stored[ev.Attempt] = true
	}
	if ev.At.After(d.last) {
		d.last = ev.At
	}
	switch ev.Outcome {
	case "started":
		d.starts[ev.EventID] = true
	case "delivered", "exhausted":
		d.over = true
	}
	return nil
}

// readLetters notes which requests are parked.
func (a *audit) readLetters(context.Context) error {
	for _, l := range a.deps.Letters.List(deadletter.Filter{Kind: deadletter.Parked, State: deadletter.Open}) {
		if r := a.requests[l.RequestID]; r != nil {
			r.parked = true
		}
	}
	return nil
}
