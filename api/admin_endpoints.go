package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/result"
)

type endpointsRecord struct {
	Since string           `json:"since"`
	Items []endpointRecord `json:"items"`
}

// endpointRecord is how the callbacks of an account to a host fared.
type endpointRecord struct {
	Host           string  `json:"host"`
	Account        string  `json:"account"`
	State          string  `json:"state"` // ok, failing or down
	Attempts       int64   `json:"attempts"`
	Delivered      int64   `json:"delivered"`
	Failed         int64   `json:"failed"`
	Exhausted      int64   `json:"exhausted"`
	P50MS          int64   `json:"p50_ms"`
	P99MS          int64   `json:"p99_ms"`
	LastStatusCode *int32  `json:"last_status_code"`
	LastError      *string `json:"last_error"`
	LastAt         string  `json:"last_at"`
	LastDelivered  *string `json:"last_delivered_at"`
}

const (
	endpointOK      = "ok"
	endpointFailing = "failing"
	endpointDown    = "down"

	// endpointsBack is what is looked at, and maxEndpoints how many are shown, those that fail most first.
	endpointsBack = 24 * time.Hour
	maxEndpoints  = 1000
)

// A delivery lives for minutes, so requests of a day more than is looked at are enough.
const endpointsQuery = `SELECT host, account, count() AS attempts, countIf(outcome = 'delivered') AS delivered,
    countIf(outcome IN ('failed', 'exhausted')) AS failed, countIf(outcome = 'exhausted') AS exhausted,
    toInt64(ifNotFinite(quantileIf(0.5)(duration_ms, outcome != 'started'), 0)) AS p50,
    toInt64(ifNotFinite(quantileIf(0.99)(duration_ms, outcome != 'started'), 0)) AS p99,
    argMax(status_code, at) AS last_status, argMax(error, at) AS last_error, max(at) AS last_at, maxIf(at, outcome = 'delivered') AS last_delivered
FROM webhook_attempts
WHERE accepted_day >= ? AND at >= ?
GROUP BY host, account
ORDER BY failed DESC, attempts DESC, host, account
LIMIT ?`

// getEndpoints answers GET /admin/endpoints.
func (s *Service) getEndpoints(w http.ResponseWriter, r *http.Request) {
	since := time.Now().Add(-endpointsBack).UTC().Truncate(time.Millisecond)
	items, err := s.store.endpoints(r.Context(), since)
	if err != nil {
		s.failAway(w, r, err)
		return
	}
	web.AnswerJSON(w, r, endpointsRecord{result.Timestamp(since), items})
}

func (s *store) endpoints(ctx context.Context, since time.Time) ([]endpointRecord, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []struct {
		Host          string    `ch:"host"`
		Account       string    `ch:"account"`
		Attempts      uint64    `ch:"attempts"`
		Delivered     uint64    `ch:"delivered"`
		Failed        uint64    `ch:"failed"`
		Exhausted     uint64    `ch:"exhausted"`
		P50           int64     `ch:"p50"`
		P99           int64     `ch:"p99"`
		LastStatus    int32     `ch:"last_status"`
		LastError     string    `ch:"last_error"`
		LastAt        time.Time `ch:"last_at"`
		LastDelivered time.Time `ch:"last_delivered"`
	}
	if err := s.db.Select(ctx, &rows, endpointsQuery, since.Truncate(24*time.Hour).Add(-24*time.Hour), since, maxEndpoints); err != nil {
		return nil, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	items := make([]endpointRecord, 0, len(rows))
	for _, r := range rows {
		item := endpointRecord{Host: r.Host, Account: r.Account, State: endpointOK, Attempts: int64(r.Attempts), Delivered: int64(r.Delivered), Failed: int64(r.Failed),
			Exhausted: int64(r.Exhausted), P50MS: r.P50, P99MS: r.P99, LastError: textOrNull(r.LastError), LastAt: result.Timestamp(r.LastAt)}
		if r.LastStatus != 0 {
			item.LastStatusCode = &r.LastStatus
		}
		switch {
		case r.Delivered == 0 && r.Failed > 0:
			item.State = endpointDown
		case r.LastError != "":
			item.State = endpointFailing
		}
		if r.Delivered > 0 {
			item.LastDelivered = timestampOrNull(&r.LastDelivered)
		}
		items = append(items, item)
	}
	return items, nil
}
