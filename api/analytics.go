package api

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/result"
)

// analysis is a question about an account's requests: whole numbers by a key.
type analysis struct {
	numbers []string          // names of the numbers, in the order of the statement
	keys    map[string]string // what it can be grouped by; the first of order where nothing is asked
	order   []string
	sql     string // %[1]s is the key, %[2]s the days, the account and the times
}

// requestKeys are what an analysis of requests can be grouped by.
var (
	requestKeys = map[string]string{
		"day":   "toString(accepted_day)",
		"hour":  "formatDateTime(toStartOfHour(accepted_at), '%Y-%m-%dT%H:00:00.000Z')",
		"type":  "ifNull(document_type, '')",
		"total": "'total'",
	}
	requestOrder = []string{"day", "hour", "type", "total"}
)

var analyses = map[string]analysis{
	"volumes": {[]string{"documents", "pages"}, requestKeys, requestOrder,
		`SELECT %[1]s AS key, [toInt64(count()), toInt64(sum(pages))] AS numbers FROM documents WHERE %[2]s GROUP BY key ORDER BY key`},
	"outcomes": {[]string{"success", "partial_success", "failed", "in_progress"}, requestKeys, requestOrder,
		`SELECT %[1]s AS key, [toInt64(countIf(status = 'success')), toInt64(countIf(status = 'partial_success')), toInt64(countIf(status = 'failed')), toInt64(countIf(status = 'in_progress'))] AS numbers
FROM documents WHERE %[2]s GROUP BY key ORDER BY key`},
	"latency": {[]string{"documents", "p50_ms", "p95_ms", "p99_ms", "mean_working_ms", "mean_waiting_ms"}, requestKeys, requestOrder,
		`SELECT %[1]s AS key, arrayConcat([toInt64(count())], arrayMap(ms -> toInt64(round(ms)), quantilesTDigest(0.5, 0.95, 0.99)(assumeNotNull(duration_ms))),
    [toInt64(round(avg(assumeNotNull(working_ms)))), toInt64(round(avg(assumeNotNull(waiting_ms))))]) AS numbers
FROM documents WHERE status != 'in_progress' AND %[2]s GROUP BY key ORDER BY key`},
	"problems": {[]string{"missing", "invalid"}, requestKeys, requestOrder, // always by field
		`SELECT concat(ifNull(document_type, ''), '.', fault.1) AS key, [toInt64(countIf(fault.2)), toInt64(countIf(NOT fault.2))] AS numbers
FROM (SELECT document_type, arrayJoin(arrayConcat(arrayMap(f -> (toString(f), true), missing_fields), arrayMap(f -> (toString(f), false), invalid_fields))) AS fault
    FROM documents WHERE %[2]s)
GROUP BY key ORDER BY arraySum(numbers) DESC, key LIMIT 50`},
	"backlog": {[]string{"documents", "oldest_ms"}, map[string]string{"step": "toString(current_step)", "type": "ifNull(document_type, '')"}, []string{"step", "type"},
		`SELECT %[1]s AS key, [toInt64(count()), dateDiff('millisecond', min(accepted_at), now64(3))] AS numbers
FROM open_documents WHERE %[2]s GROUP BY key ORDER BY key`},
	// The last attempt of a delivery counts; a request's identifier holds the time of its acceptance.
	"callbacks": {[]string{"deliveries", "delivered", "pending", "exhausted", "attempts"},
		map[string]string{"day": requestKeys["day"], "hour": requestKeys["hour"], "host": "host", "total": requestKeys["total"]}, []string{"day", "hour", "host", "total"},
		`SELECT key, [toInt64(count()), toInt64(countIf(last = 'delivered')), toInt64(countIf(last NOT IN ('delivered', 'exhausted'))), toInt64(countIf(last = 'exhausted')), toInt64(sum(attempts))] AS numbers
FROM
(
    SELECT any(key) AS key, argMax(outcome, attempt) AS last, max(attempt) AS attempts
    FROM (SELECT %[1]s AS key, delivery_id, outcome, attempt FROM (SELECT *, UUIDv7ToDateTime(toUUID(request_id), 'UTC') AS accepted_at FROM webhook_attempts) WHERE %[2]s)
    GROUP BY delivery_id
)
GROUP BY key ORDER BY key`},
}

// analyticsRecord is an analysis of an account's requests.
type analyticsRecord struct {
	Since string           `json:"since"`
	Until string           `json:"until"`
	Items []map[string]any `json:"items"`
	rows  []analysisRow    // the same, for CSV
}

type analysisRow struct {
	Key     string  `ch:"key"`
	Numbers []int64 `ch:"numbers"`
}

const (
	analysisDays    = 7 // without since
	maxAnalysisDays = 366
	textNoAnalysis  = "Analysis not found"
)

var errLongTime = fmt.Errorf("o período é de %d dias, no máximo.", maxAnalysisDays)

// getAnalytics answers GET /analytics/{analysis}, as JSON or, where the client
// prefers it, as CSV.
func (s *Service) getAnalytics(w http.ResponseWriter, r *http.Request) {
	asked, known := analyses[mux.Vars(r)["analysis"]]
	if !known {
		web.Message(w, http.StatusNotFound, textNoAnalysis)
		return
	}
	query, ok := parseQuery(w, r, "since", "until", "by")
	if !ok {
		return
	}
	since, until, parameter, err := parsePeriod(query)
	if until.IsZero() {
		until = time.Now().UTC().Truncate(time.Millisecond)
	}
	if since.IsZero() {
		since = until.AddDate(0, 0, -analysisDays)
	}
	by := asked.order[0]
	if query.Has("by") {
		by = query.Get("by")
	}
	key, grouped := asked.keys[by]
	switch {
	case err != nil:
		invalid(w, parameter, err.Error())
		return
	case !grouped:
		invalid(w, "by", "deve ser "+anyOf(asked.order)+".")
		return
	case until.Sub(since) > maxAnalysisDays*24*time.Hour:
		invalid(w, "since", errLongTime.Error())
		return
	}
	record, err := s.store.analyse(r.Context(), asked, key, web.Account(r.Context()), since, until)
	if err != nil {
		s.fail(w, r, fmt.Errorf("%w: %w", errUnavailable, err))
		return
	}
	w.Header().Add("Vary", "Accept")
	if prefersCSV(r.Header.Get("Accept")) {
		web.Answer(w, r, "text/csv; charset=utf-8", asked.csv(record.rows))
		return
	}
	web.JSON(w, http.StatusOK, record)
}

// anyOf names choices in a sentence.
func anyOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " ou " + names[last]
}

// prefersCSV reports whether Accept names CSV and not JSON before it.
func prefersCSV(accept string) bool {
	named := strings.Index(accept, "text/csv")
	other := strings.Index(accept, "application/json")
	return named >= 0 && (other < 0 || named < other)
}

func (a analysis) csv(rows []analysisRow) []byte {
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	_ = c.Write(append([]string{"key"}, a.numbers...)) // into memory
	for _, row := range rows {
		line := []string{row.Key}
		for _, n := range row.Numbers {
			line = append(line, strconv.FormatInt(n, 10))
		}
		_ = c.Write(line)
	}
	c.Flush()
	return b.Bytes()
}

// analyse asks the query store; since is in the period, until is not.
func (s *store) analyse(ctx context.Context, a analysis, key, account string, since, until time.Time) (analyticsRecord, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	record := analyticsRecord{Since: result.Timestamp(since), Until: result.Timestamp(until), Items: []map[string]any{}}
	const within = "account = ? AND accepted_day BETWEEN ? AND ? AND accepted_at >= fromUnixTimestamp64Milli(?) AND accepted_at < fromUnixTimestamp64Milli(?)"
	statement := strings.NewReplacer("%[1]s", key, "%[2]s", within).Replace(a.sql)
	day := func(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }
	err := s.db.Select(ctx, &record.rows, statement, account, day(since.Add(-time.Minute)), day(until.Add(time.Minute)), since.UnixMilli(), until.UnixMilli())
	if err != nil {
		return record, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	for _, row := range record.rows {
		item := map[string]any{"key": row.Key}
		for i, n := range row.Numbers {
			item[a.numbers[i]] = json.Number(strconv.FormatInt(n, 10))
		}
		record.Items = append(record.Items, item)
	}
	return record, nil
}
