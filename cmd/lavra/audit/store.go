package audit

import (
	"context"
	"errors"
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

	// Both sums are of whole hours from the first one on.
	hoursQuery = `SELECT toInt64((SELECT count() FROM documents WHERE accepted_day >= ? AND accepted_at >= toStartOfHour(toDateTime(?))))
    - toInt64((SELECT sum(documents) FROM documents_hourly WHERE hour >= toStartOfHour(toDateTime(?)))) AS difference`
)

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
	var sums []struct {
		Difference int64 `ch:"difference"`
	}
	since := a.cfg.Since.UTC().Format(time.DateTime)
	if err := a.ask(ctx, &sums, hoursQuery, day, since, since); err != nil {
		return err
	}
	// Documents that come in between the two sums make them differ while there is work.
	if len(sums) == 1 && sums[0].Difference != 0 && a.idle {
		a.report.fault(Aggregates, "documents_hourly")
	}
	return nil
}

func (a *audit) ask(ctx context.Context, rows any, query string, args ...any) error {
	if err := a.deps.Store.Select(ctx, rows, query, args...); err != nil {
		return errors.New(clickhouse.Describe(err)) // its own words may quote values
	}
	return nil
}
