package sink

import (
	"context"
	"fmt"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/patience"
	"lavra.dev/platform/tracing"
	"lavra.dev/schemas/topic"
)

// store is where rows go. The tests put one between that fails on demand.
type store interface {
	// Insert stores rows of one table, or none of them. Under a token it has
	// seen it stores nothing and says that all is well.
	Insert(ctx context.Context, t *table, token string, rows [][]any) error
}

// flush writes a block: word of it first, then its rows, then its dead letters,
// then the offset behind it. It returns an error only when the partition is no
// longer ours; whoever owns it next starts where the last commit says.
func (p *partition) flush(b *block, reason string) error {
	if err := p.commit(b.first, pendingMetadata(b.last)); err != nil {
		return err
	}
	began := time.Now()
	if err := p.insert(b.first, b.last, b.records); err != nil {
		return err
	}
	p.trace(b, began)
	for i := range b.records {
		if b.records[i].dead == nil {
			continue
		}
		if err := p.bury(&b.records[i]); err != nil {
			return err
		}
	}
	if err := p.commit(b.last+1, ""); err != nil {
		return err
	}
	p.sink.metrics.wrote(p.name, b, reason)
	return nil
}

// takeTurn waits until a block of this partition may be inserted.
func (p *partition) takeTurn() error {
	if !p.beginFlush() {
		return context.Canceled
	}
	select {
	case p.sink.slots <- struct{}{}:
		return nil
	case <-p.ctx.Done():
		return p.ctx.Err()
	}
}

func (p *partition) endTurn() {
	<-p.sink.slots
	p.endFlush()
}

// trace tells when the results of a block were stored.
func (p *partition) trace(b *block, began time.Time) {
	if !tracing.On() || p.name != topic.Completed {
		return // what else there is of a document is stored on its way
	}
	stored := time.Now()
	for _, e := range b.records {
		if e.dead == nil && !e.record.Attrs.IsControl() {
			tracing.Stored(p.name, e.record, began, stored)
		}
	}
}

// insert stores the rows of records, a table at a time. What the store refuses
// is halved until the record is found that it refuses, which is marked as dead;
// the halves have tokens of their own, so this too can be done again.
func (p *partition) insert(first, last int64, records []entry) error {
	err := p.insertAll(first, last, records)
	if !clickhouse.Refused(err) {
		return err
	}
	live := withRows(records)
	if len(live) == 1 {
		records[live[0]].dead = fmt.Errorf("refused: %s", clickhouse.Describe(err))
		return nil
	}
	p.sink.metrics.bisections.Inc()
	middle := live[len(live)/2]
	split := records[middle].record.Offset
	if err := p.insert(first, split-1, records[:middle]); err != nil {
		return err
	}
	return p.insert(split, last, records[middle:])
}

// withRows lists the records that are to be stored.
func withRows(records []entry) []int {
	var found []int
	for i := range records {
		if records[i].dead == nil && len(records[i].rows) > 0 {
			found = append(found, i)
		}
	}
	return found
}

func (p *partition) insertAll(first, last int64, records []entry) error {
	rows := map[*table][][]any{}
	for _, e := range records {
		if e.dead != nil {
			continue
		}
		for _, r := range e.rows {
			rows[r.table] = append(rows[r.table], r.values)
		}
	}
	for _, t := range tables {
		if len(rows[t]) == 0 {
			continue
		}
		if err := p.insertTable(t, first, last, rows[t]); err != nil {
			return err
		}
	}
	return nil
}

// insertTable tries until the rows are stored, refused, or no longer ours to
// store. Each try is under the same token: one whose answer was lost counts.
func (p *partition) insertTable(t *table, first, last int64, rows [][]any) error {
	id := token(p.topicID, p.key.number, first, last, t.name)
	var since, logged time.Time
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		err := p.sink.store.Insert(p.ctx, t, id, rows)
		if err == nil {
			if !since.IsZero() {
				p.sink.log.Info("the query store takes rows again", "table", t.name, "after", time.Since(since).Round(time.Millisecond))
				p.sink.sweepAll.Store(true) // a request of these may have been erased meanwhile
			}
			return nil
		}
		if clickhouse.Refused(err) {
			return err
		}
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		p.sink.metrics.retries.Inc()
		if since.IsZero() {
			since = time.Now()
		}
		if time.Since(logged) > time.Minute {
			logged = time.Now()
			p.sink.log.Warn("the query store takes no rows, waiting", "table", t.name, "error", clickhouse.Describe(err))
		}
		if err := patience.Sleep(p.ctx, wait); err != nil {
			return err
		}
	}
}

// batchStore inserts over a connection pool.
type batchStore struct{ db *clickhouse.Client }

// insertTimeout is far above what a block takes; past it the connection counts as dead.
const insertTimeout = 2 * time.Minute

func (s batchStore) Insert(ctx context.Context, t *table, token string, rows [][]any) error {
	ctx, cancel := context.WithTimeout(clickhouse.WithToken(ctx, token), insertTimeout)
	defer cancel()
	batch, err := s.db.PrepareBatch(ctx, t.insert)
	if err != nil {
		return fmt.Errorf("inserting into %s: %w", t.name, err)
	}
	defer batch.Close()
	for _, values := range rows {
		if err := batch.Append(values...); err != nil {
			return fmt.Errorf("inserting into %s: %w", t.name, err)
		}
	}
	if err := batch.Send(); err != nil {
		return fmt.Errorf("inserting into %s: %w", t.name, err)
	}
	return nil
}
