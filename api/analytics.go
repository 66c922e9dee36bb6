package api

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
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
	numbers []string // names of the numbers, in the order of the statement
	sql     string   // %[1]s is the key, %[2]s the days, the account and the times
}

// keys are what an analysis can be grouped by.
var analysisKeys = map[string]string{
	"day":  "toString(accepted_day)",
	"hour": "formatDateTime(toStartOfHour(accepted_at), '%Y-%m-%dT%H:00:00.000Z')",
	"type": "ifNull(document_type, '')",
}

var analyses = map[string]analysis{
	"volumes": {[]string{"documents", "pages"},
		`SELECT %[1]s AS key, [toInt64(count()), toInt64(sum(pages))] AS numbers FROM documents WHERE %[2]s GROUP BY key ORDER BY key`},
	"outcomes": {[]string{"success", "partial_success", "failed", "in_progress"},
		`SELECT %[1]s AS key, [toInt64(countIf(status = 'success')), toInt64(countIf(status = 'partial_success')), toInt64(countIf(status = 'failed')), toInt64(countIf(status = 'in_progress'))] AS numbers
FROM documents WHERE %[2]s GROUP BY key ORDER BY key`},
	"latency": {[]string{"documents", "p50_ms", "p95_ms", "p99_ms", "mean_working_ms", "mean_waiting_ms"},
		`SELECT %[1]s AS key, arrayConcat([toInt64(count())], arrayMap(ms -> toInt64(round(ms)), quantilesTDigest(0.5, 0.95, 0.99)(assumeNotNull(duration_ms))),
    [toInt64(round(avg(assumeNotNull(working_ms)))), toInt64(round(avg(assumeNotNull(waiting_ms))))]) AS numbers
FROM documents WHERE status != 'in_progress' AND %[2]s GROUP BY key ORDER BY key`},
	"problems": {[]string{"missing", "invalid"},
		`SELECT concat(ifNull(document_type, ''), '.', fault.1) AS key, [toInt64(countIf(fault.2)), toInt64(countIf(NOT fault.2))] AS numbers
FROM (SELECT document_type, arrayJoin(arrayConcat(arrayMap(f -> (toString(f), true), missing_fields), arrayMap(f -> (toString(f), false), invalid_fields))) AS fault
    FROM documents WHERE %[2]s)
GROUP BY key ORDER BY arraySum(numbers) DESC, key LIMIT 50`},
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

var (
	errByValue  = errors.New("deve ser day, hour ou type.")
	errLongTime = fmt.Errorf("o período é de %d dias, no máximo.", maxAnalysisDays)
)

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
	key, grouped := analysisKeys["day"], true
	if query.Has("by") {
		key, grouped = analysisKeys[query.Get("by")]
	}
	switch {
	case err != nil:
		invalid(w, parameter, err.Error())
		return
	case !grouped:
		invalid(w, "by", errByValue.Error())
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

// prefersCSV says whether Accept names CSV and not JSON before it.
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
