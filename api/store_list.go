package api

import (
	"context"
	"fmt"
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

const listQuery = `SELECT request_id, operation, document_type, status, step, reference_id, batch_id, file_name, pages, reliability_score, accepted_at, completed_at
FROM
(
    SELECT request_id,
        anyIf(operation, part = 'request') AS operation, anyIf(document_type, part = 'state') AS document_type,
        if(anyIf(outcome, part = 'state') = '', 'in_progress', anyIf(outcome, part = 'state')) AS status,
        anyIf(step, part = 'state') AS step, anyIf(reference_id, part = 'request') AS reference_id, max(batch_id) AS batch_id,
        anyIf(file_name, part = 'request') AS file_name, anyIf(pages, part = 'result') AS pages,
        anyIf(reliability_score, part = 'result') AS reliability_score, any(accepted_at) AS accepted_at,
        maxIf(at, part = 'result') AS completed_at, countIf(part = 'request') AS requests
    FROM documents_raw FINAL
    WHERE %s
    GROUP BY request_id
)
WHERE %s
ORDER BY request_id DESC
LIMIT ?`

// list gives a page of an account's requests, newest first, and one more where
// there is one.
func (s *store) list(ctx context.Context, form listForm) ([]listRow, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
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
	outer.and("requests > ?", 0)
	for column, value := range map[string]string{"status": form.status, "document_type": form.documentType, "reference_id": form.referenceID} {
		if value != "" {
			outer.and(column+" = ?", value)
		}
	}
	values := append(append(inner.values, outer.values...), form.limit+1)
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
