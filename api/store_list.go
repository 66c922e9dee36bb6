package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

// listRow is a request as the query store lists it.
type listRow struct {
	RequestID        string    `ch:"request_id"`
	Operation        string    `ch:"operation"`
	DocumentType     string    `ch:"document_type"`
	Status           string    `ch:"status"`
	Step             string    `ch:"step"`
	ReferenceID      *string   `ch:"reference_id"`
	BatchID          string    `ch:"batch_id"`
	FileName         string    `ch:"file_name"`
	Pages            int32     `ch:"pages"`
	ReliabilityScore float64   `ch:"reliability_score"`
	AcceptedAt       time.Time `ch:"accepted_at"`
	CompletedAt      time.Time `ch:"completed_at"`
}

func (r listRow) item() listItem {
	item := listItem{RequestID: r.RequestID, Operation: r.Operation, Status: r.Status, CurrentStep: event.Step(r.Step),
		ReferenceID: r.ReferenceID, Filename: r.FileName, CreatedAt: result.Timestamp(r.AcceptedAt)}
	if r.DocumentType != "" {
		item.DocumentType = &r.DocumentType
	}
	if r.BatchID != "" {
		item.BatchID = &r.BatchID
	}
	if r.Status == inProgress {
		return item
	}
	at := result.Timestamp(r.CompletedAt)
	item.CompletedAt, item.Pages = &at, &r.Pages
	if r.Operation != string(event.Classify) {
		item.ReliabilityScore = &r.ReliabilityScore
	}
	return item
}

// listQuery asks the projection by account of the results, and the few requests
// that have not ended. Of two copies the highest version counts, before what
// was asked for is looked at.
const listQuery = `SELECT request_id, operation, document_type, status, step, reference_id, batch_id, file_name, pages, reliability_score, accepted_at, completed_at
FROM
(
    SELECT request_id, operation, document_type, outcome AS status, step, reference_id, batch_id, file_name, pages, reliability_score, accepted_at, completed_at
    FROM results_raw
    WHERE %[1]s
    ORDER BY request_id DESC, version DESC
    LIMIT 1 BY request_id
    UNION ALL
    SELECT request_id, operation, ifNull(document_type, ''), status, current_step, reference_id, ifNull(batch_id, ''), file_name, pages, 0., accepted_at, accepted_at
    FROM documents
    WHERE status = 'in_progress' AND %[1]s
)
WHERE %[2]s
ORDER BY request_id DESC
LIMIT ?`

// list gives a page of an account's requests, newest first, and one more where
// there is one.
func (s *store) list(ctx context.Context, form listForm) (rows []listRow, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	newest := form.until
	if at, ok := requestid.Time(form.before); ok && (newest.IsZero() || at.Before(newest)) {
		newest = at
	}
	if newest.IsZero() {
		newest = time.Now()
	}
	for _, days := range listDays {
		window := form
		if from := newest.AddDate(0, 0, -days).Truncate(24 * time.Hour); days > 0 && from.After(form.since) {
			window.since = from
		}
		rows, err = s.listWithin(ctx, window)
		if err != nil || len(rows) > form.limit || window.since.Equal(form.since) {
			return rows, err
		}
	}
	return rows, err
}

// listDays are how many days back a list looks, in turn, until a page is full: a
// busy account has one in a day, and what a quiet one has is little in any
// time. 0: all.
var listDays = []int{1, 14, 0}

func (s *store) listWithin(ctx context.Context, form listForm) ([]listRow, error) {
	inner, outer := condition{}, condition{}
	inner.and("account = ?", form.account)
	if !form.since.IsZero() {
		inner.and("accepted_day >= ?", form.since.Add(-time.Minute).Truncate(24*time.Hour))
		outer.and("accepted_at >= fromUnixTimestamp64Milli(?)", form.since.UnixMilli())
	}
	if !form.until.IsZero() {
		inner.and("accepted_day <= ?", form.until.Add(time.Minute).Truncate(24*time.Hour))
		outer.and("accepted_at < fromUnixTimestamp64Milli(?)", form.until.UnixMilli())
	}
	if form.before != "" {
		inner.and("request_id < ?", form.before)
		if at, ok := requestid.Time(form.before); ok {
			inner.and("accepted_day <= ?", at.Truncate(24*time.Hour))
		}
	}
	outer.and("request_id > ?", "")
	for column, value := range map[string]string{"status": form.status, "document_type": form.documentType, "reference_id": form.referenceID} {
		if value != "" {
			outer.and(column+" = ?", value)
		}
	}
	values := append(slices.Concat(inner.values, inner.values, outer.values), form.limit+1)
	var rows []listRow
	if err := s.db.Select(ctx, &rows, fmt.Sprintf(listQuery, inner, outer), values...); err != nil {
		return nil, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	return rows, nil
}

// condition is a WHERE that grows, with its values.
type condition struct {
	terms  []string
	values []any
}

func (c *condition) and(term string, value any) {
	c.terms, c.values = append(c.terms, term), append(c.values, value)
}

func (c condition) String() string { return strings.Join(c.terms, " AND ") }
