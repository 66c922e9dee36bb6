package sink

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
)

// erasureRows keep on record that a request was erased, and nothing else of it.
func erasureRows(ev event.Erasure, src source) []row {
	return []row{eventRow{id: ev.EventID, kind: kindErasure, requestID: ev.RequestID, account: ev.Account, batchID: text(ev.BatchID), at: ev.At, acceptedAt: ev.At}.row(src)}
}

const (
	kindErasure = "erasure"

	// sweepIDs is how many requests one statement deletes: 40 bytes each stay far
	// below the 256 KiB that a statement may have.
	sweepIDs = 1000
)

// sweepAgain is when rows are looked for once more: those of a block that was
// formed before the erasure was read may come in after it.
var sweepAgain = []time.Duration{15 * time.Second, 2 * time.Minute, 30 * time.Minute}

// sweep deletes the rows of erased requests until ctx ends, at first of all that
// were ever erased: an older state of the tables may have been put back.
func (s *Sink) sweep(ctx context.Context) {
	if s.erased == nil || s.erased.Ready(ctx) != nil {
		return
	}
	type later struct {
		ids []string
		due time.Time
	}
	var again []later
	for swept := 0; ; {
		if s.sweepAll.Swap(false) {
			swept = 0
		}
		ids := s.erased.From(swept)
		due := ids
		for len(again) > 0 && time.Now().After(again[0].due) {
			due, again = append(slices.Clip(due), again[0].ids...), again[1:]
		}
		if err := s.eraseRows(ctx, due); err != nil {
			s.sweepAll.Store(true)
			s.log.Warn("deleting the rows of erased requests, will be tried again", "error", clickhouse.Describe(err))
		}
		swept += len(ids)
		if len(ids) > 0 {
			for _, after := range sweepAgain {
				again = append(again, later{ids, time.Now().Add(after)})
			}
			slices.SortStableFunc(again, func(a, b later) int { return a.due.Compare(b.due) })
		}
		if patience.Sleep(ctx, s.cfg.SweepEvery) != nil {
			return
		}
	}
}

// eraseRows deletes the rows of requests, where there are any. A mutation writes
// whole parts anew, so that nothing of a row is left on the disk.
func (s *Sink) eraseRows(ctx context.Context, ids []string) error {
	for chunk := range slices.Chunk(ids, sweepIDs) {
		var days []time.Time
		for _, id := range chunk {
			if day := dayOf(id, time.Time{}); !slices.Contains(days, day) {
				days = append(days, day)
			}
		}
		for _, t := range tables {
			if t == auditTable {
				continue // it names no request
			}
			if err := s.eraseFrom(ctx, t, days, chunk); err != nil {
				return fmt.Errorf("erasing from %s: %w", t.name, err)
			}
		}
	}
	return nil
}

func (s *Sink) eraseFrom(ctx context.Context, t *table, days []time.Time, ids []string) error {
	where := "accepted_day IN (?) AND request_id IN (?)"
	if t == eventsTable {
		where += " AND kind != '" + kindErasure + "'"
	}
	var found []struct {
		RequestID string `ch:"request_id"`
	}
	if err := s.db.Select(ctx, &found, "SELECT DISTINCT request_id FROM "+t.name+" WHERE "+where, days, ids); err != nil {
		return err
	}
	if len(found) == 0 {
		return nil
	}
	ids = ids[:0:0]
	for _, f := range found {
		ids = append(ids, f.RequestID)
	}
	if err := s.db.Exec(ctx, "ALTER TABLE "+t.name+" DELETE WHERE "+where+" SETTINGS mutations_sync = 1", days, ids); err != nil {
		return err
	}
	s.metrics.erased.Add(float64(len(ids)))
	return nil
}
