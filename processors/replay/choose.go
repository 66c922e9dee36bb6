package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Choice says which documents are run again, by their newest result; what is empty chooses all.
type Choice struct {
	Step         event.Step // to begin with
	Since, Until time.Time  // when it ended
	Account      string
	Type         string // as it was found or given
	Outcome      event.Outcome
}

func (c Choice) takes(end event.Completed) bool {
	return end.Request.Operation == event.Extract && !end.CompletedAt.Before(c.Since) &&
		(c.Until.IsZero() || end.CompletedAt.Before(c.Until)) &&
		(c.Account == "" || end.Request.Account == c.Account) &&
		(c.Type == "" || end.Detection.Type != nil && *end.Detection.Type == c.Type) &&
		(c.Outcome == "" || end.Outcome == c.Outcome)
}

// Document is one that is chosen: some 200 bytes, 200 MB a million.
type Document struct {
	ID       string
	Revision int32          // of the result that stands
	Result   event.Pointer  // the result
	Kept     *event.Pointer // what the step worked from; nil: its file is all there is
}

// Choose looks for the documents of a choice, oldest first within a partition,
// and for what is kept of each. What cannot be decoded is counted and left out.
func (r *Replay) Choose(ctx context.Context, c Choice) (chosen []*Document, unread int, err error) {
	if _, known := sources[c.Step]; !known {
		return nil, 0, fmt.Errorf("no replay begins with %q: want one of %v", c.Step, Steps())
	}
	newest := map[string]*Document{}
	other := map[string]int32{} // newer revisions that were not chosen
	for rec, err := range r.Kafka.ScanSince(ctx, topic.Completed, c.Since.Add(-clockSkew)) {
		var end event.Completed
		if err == nil {
			if drop, err := r.Completion.Drop(ctx, rec); err != nil || drop {
				if err != nil {
					return nil, unread, fmt.Errorf("looking for results: %w", err)
				}
				continue
			}
			err = r.Kafka.Decode(ctx, rec, &end)
		}
		if errors.Is(err, kafka.ErrUndecodable) {
			unread++
			continue
		}
		if err != nil {
			return nil, unread, fmt.Errorf("looking for results: %w", err)
		}
		q := end.Request
		if d := newest[q.ID]; d != nil && q.Revision <= d.Revision || q.Revision <= other[q.ID] {
			continue // the first copy of the newest one counts
		}
		delete(newest, q.ID)
		if c.takes(end) {
			newest[q.ID] = &Document{ID: q.ID, Revision: q.Revision, Result: r.pointer(rec)}
		} else if q.Revision > 1 {
			other[q.ID] = q.Revision
		}
	}
	for _, d := range newest {
		chosen = append(chosen, d)
	}
	slices.SortFunc(chosen, func(a, b *Document) int {
		return cmp.Or(cmp.Compare(a.Result.Partition, b.Result.Partition), cmp.Compare(a.Result.Offset, b.Result.Offset))
	})
	return chosen, unread, r.findKept(ctx, c, newest)
}

// findKept looks for what the step worked from, the newest of each document. A
// day before the choice is enough for what had to wait for its turn.
func (r *Replay) findKept(ctx context.Context, c Choice, of map[string]*Document) error {
	name := sources[c.Step]
	if name == "" || len(of) == 0 {
		return nil
	}
	for _, lane := range topic.Lanes(name) {
		for rec, err := range r.Kafka.ScanSince(ctx, lane, c.Since.Add(-24*time.Hour)) {
			if err != nil {
				return fmt.Errorf("looking for what is kept: %w", err)
			}
			if d := of[string(rec.Key)]; d != nil {
				at := r.pointer(rec)
				d.Kept = &at
			}
		}
	}
	return nil
}

func (r *Replay) pointer(rec *kgo.Record) event.Pointer {
	return event.Pointer{Topic: r.Kafka.Name(rec.Topic), Partition: rec.Partition, Offset: rec.Offset}
}
