package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lavra.dev/platform/clickhouse"
)

// The day is in the identifier, so only its partitions are read.
const (
	rowsQuery = `SELECT request_id, count() AS rows, any(status) AS status, max(revision) AS revision
FROM documents WHERE accepted_day >= ? GROUP BY request_id`

	fieldsQuery = `SELECT DISTINCT request_id FROM
(SELECT request_id FROM fields WHERE accepted_day >= ? GROUP BY request_id, path HAVING count() > 1
UNION ALL SELECT request_id FROM stages WHERE accepted_day >= ? GROUP BY request_id, stage HAVING count() > 1)`

	eventsQuery = `SELECT request_id, uniqExactIf(event_id, kind = 'completed') AS rows, count() - uniqExact(kind, event_id) AS twice
FROM events WHERE accepted_day >= ? GROUP BY request_id`

	attemptsQuery = `SELECT delivery_id, any(request_id) AS request_id, uniqExact(attempt) AS rows, count() - uniqExact(attempt) AS twice
FROM webhook_attempts WHERE accepted_day >= ? GROUP BY delivery_id`

	// What a view sums, and what it sums it of, from a day on.
	sumQuery = `SELECT toInt64((SELECT count() FROM %s WHERE accepted_day >= ?)) - toInt64((SELECT sum(%s) FROM %s WHERE %s >= toDateTime(?, 'UTC'))) AS difference`
)

// sums are the views that count rows of others.
var sums = []struct{ of, what, view, from string }{
	{"documents", "documents", "documents_hourly", "hour"}, {"documents", "documents", "documents_daily", "day"},
	{"stages", "documents", "stages_hourly", "hour"}, {"stages", "documents", "stages_daily", "day"},
	{"fields", "leaves", "fields_hourly", "hour"}, {"fields", "leaves", "fields_daily", "day"},
}

// readStore takes in what the query store has of the period.
func (a *audit) readStore(ctx context.Context) error {
	if a.deps.Store == nil {
		return nil
	}
	day := a.cfg.Since.UTC().Truncate(24 * time.Hour)
	var rows []struct {
		RequestID string `ch:"request_id"`
		Rows      uint64 `ch:"rows"`
		Status    string `ch:"status"`
		Revision  int32  `ch:"revision"`
	}
	if err := a.ask(ctx, &rows, rowsQuery, day); err != nil {
		return err
	}
	for _, row := range rows {
		if r := a.of(row.RequestID); r != nil {
			r.rows, r.rowStatus, r.rowRevision = int(row.Rows), row.Status, row.Revision
		}
	}
	var twice []struct {
		RequestID string `ch:"request_id"`
	}
	if err := a.ask(ctx, &twice, fieldsQuery, day, day); err != nil {
		return err
	}
	for _, row := range twice {
		if a.of(row.RequestID) != nil {
			a.report.fault(RowDouble, row.RequestID)
		}
	}
	if err := a.readEvents(ctx, day); err != nil {
		return err
	}
	return a.readSums(ctx, day)
}

// readEvents takes in what stands of ends and of attempts in tables of their own.
func (a *audit) readEvents(ctx context.Context, day time.Time) error {
	var events []struct {
		RequestID string `ch:"request_id"`
		Rows      uint64 `ch:"rows"`
		Twice     int64  `ch:"twice"`
	}
	if err := a.ask(ctx, &events, eventsQuery, day); err != nil {
		return err
	}
	for _, row := range events {
		r := a.of(row.RequestID)
		if r == nil {
			continue
		}
		r.events = int(row.Rows)
		if row.Twice > 0 {
			a.report.fault(RowDouble, row.RequestID)
		}
	}
	var attempts []struct {
		DeliveryID string `ch:"delivery_id"`
		RequestID  string `ch:"request_id"`
		Rows       uint64 `ch:"rows"`
		Twice      int64  `ch:"twice"`
	}
	if err := a.ask(ctx, &attempts, attemptsQuery, day); err != nil {
		return err
	}
	for _, row := range attempts {
		if d := a.deliveries[row.DeliveryID]; d != nil {
			d.rows = int(row.Rows)
		}
		if row.Twice > 0 && a.of(row.RequestID) != nil {
			a.report.fault(RowDouble, row.RequestID)
		}
	}
	return nil
}

// readSums compares what the views by hour and by day count with the rows they count.
func (a *audit) readSums(ctx context.Context, day time.Time) error {
	if !a.idle { // documents that come in between the two sums make them differ while there is work
		return nil
	}
	for _, sum := range sums {
		var differences []struct {
			Difference int64 `ch:"difference"`
		}
		if err := a.ask(ctx, &differences, fmt.Sprintf(sumQuery, sum.of, sum.what, sum.view, sum.from), day, day.Format(time.DateTime)); err != nil {
			return err
		}
		if len(differences) == 1 && differences[0].Difference != 0 {
			a.report.fault(Aggregates, sum.view)
		}
	}
	return nil
}

func (a *audit) ask(ctx context.Context, rows any, query string, args ...any) error {
	if err := a.deps.Store.Select(ctx, rows, query, args...); err != nil {
		return errors.New(clickhouse.Describe(err)) // its own words may quote values
	}
	return nil
}
