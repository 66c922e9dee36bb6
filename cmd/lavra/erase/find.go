package erase

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/requestid"
)

// found is a request as the query store has it.
type found struct {
	ID           string    `ch:"request_id"`
	Account      string    `ch:"account"`
	DocumentType string    `ch:"document_type"`
	BatchID      string    `ch:"batch_id"`
	FileKey      string    `ch:"file_key"`
	AcceptedAt   time.Time `ch:"accepted_at"`
	CompletedAt  time.Time `ch:"completed_at"`
}

// The text of a document is searched and not its fields alone: a number that was
// read and made nothing of stands there too.
const (
	numberQuery = `SELECT request_id, account, document_type, batch_id, file_key, accepted_at, completed_at FROM results_raw
WHERE (account = ? OR ? = '') AND (match(record, ?) OR match(markdown, ?) OR match(file_name, ?))
ORDER BY request_id, version DESC LIMIT 1 BY request_id`

	requestsQuery = requestsFrom + `WHERE accepted_day IN (?) AND request_id IN (?)` + requestsTo + `WHERE accepted_day IN (?) AND request_id IN (?)
)
WHERE account = ? OR ? = ''` + newestFirst

	olderQuery = requestsFrom + `WHERE account = ? AND accepted_day <= ? AND accepted_at < ?` + requestsTo + `WHERE account = ? AND accepted_day <= ? AND accepted_at < ?
)` + newestFirst

	// Requests that have ended and those that have not, each once.
	requestsFrom = `SELECT request_id, account, document_type, batch_id, file_key, accepted_at, completed_at FROM
(
    SELECT request_id, account, document_type, batch_id, file_key, accepted_at, completed_at, version, 1 AS ended FROM results_raw `
	requestsTo = `
    UNION ALL
    SELECT request_id, account, provided_type, batch_id, file_key, accepted_at, toDateTime64(0, 3, 'UTC'), version, 0 FROM requests_raw `
	newestFirst = `
ORDER BY request_id, ended DESC, version DESC LIMIT 1 BY request_id`

	openQuery = `SELECT count() FROM documents WHERE status = 'in_progress' AND (account = ? OR ? = '')`
)

func (c *Certificate) find(ctx context.Context, cfg Config, store *clickhouse.Client) (rows []found, err error) {
	switch {
	case cfg.OlderThan > 0:
		c.Sought = "age"
		return findOlder(ctx, cfg, store)
	case cfg.Number == "":
		c.Sought = "requests"
		return findRequests(ctx, cfg, store)
	}
	c.Sought = "cpf"
	if len(cfg.Number) == lenCNPJ {
		c.Sought = "cnpj"
	}
	if err := store.QueryRow(ctx, openQuery, cfg.Account, cfg.Account).Scan(&c.Unsearched); err != nil {
		return nil, fmt.Errorf("asking what is in progress: %s", clickhouse.Describe(err))
	}
	pattern := patternOf(cfg.Number)
	if err := store.Select(ctx, &rows, numberQuery, cfg.Account, cfg.Account, pattern, pattern, pattern); err != nil {
		return nil, fmt.Errorf("searching the documents: %s", clickhouse.Describe(err)) // its own words quote the number
	}
	return rows, nil
}

// findOlder gives the requests of an account that were accepted so long ago.
func findOlder(ctx context.Context, cfg Config, store *clickhouse.Client) (rows []found, err error) {
	before := time.Now().UTC().Add(-cfg.OlderThan)
	day := before.Truncate(24 * time.Hour)
	if err := store.Select(ctx, &rows, olderQuery, cfg.Account, day, before, cfg.Account, day, before); err != nil {
		return nil, fmt.Errorf("looking for the requests: %s", clickhouse.Describe(err))
	}
	return rows, nil
}

func findRequests(ctx context.Context, cfg Config, store *clickhouse.Client) (rows []found, err error) {
	var days []time.Time
	for _, id := range cfg.Requests {
		at, ok := requestid.Time(id)
		if !ok {
			return nil, fmt.Errorf("%q is no identifier of a request", id)
		}
		if day := at.Truncate(24 * time.Hour); !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	if err := store.Select(ctx, &rows, requestsQuery, days, cfg.Requests, days, cfg.Requests, cfg.Account, cfg.Account); err != nil {
		return nil, fmt.Errorf("looking for the requests: %s", clickhouse.Describe(err))
	}
	for _, id := range cfg.Requests {
		if !slices.ContainsFunc(rows, func(f found) bool { return f.ID == id }) {
			return nil, fmt.Errorf("%s: the query store has no such request", id)
		}
	}
	return rows, nil
}

// The lengths of a CPF and of a CNPJ.
const (
	lenCPF  = 11
	lenCNPJ = 14
)

// NumberOf takes the dots and dashes out of a CPF or CNPJ; a CNPJ may have letters.
func NumberOf(text string) (string, error) {
	number := strings.ToUpper(strings.NewReplacer(".", "", "-", "", "/", "", " ", "").Replace(text))
	for _, r := range number {
		if (r < '0' || r > '9') && (len(number) != lenCNPJ || r < 'A' || r > 'Z') {
			return "", errNumber
		}
	}
	if len(number) != lenCPF && len(number) != lenCNPJ {
		return "", errNumber
	}
	return number, nil
}

var errNumber = errors.New("want a CPF of 11 digits or a CNPJ of 14 characters")

// patternOf finds a number as people write it, and not in the middle of a longer one.
func patternOf(number string) string {
	groups := []int{3, 3, 3, 2} // 123.456.789-09
	if len(number) == lenCNPJ {
		groups = []int{2, 3, 3, 4, 2} // 12.345.678/0001-95
	}
	var parts []string
	for _, n := range groups {
		parts, number = append(parts, number[:n]), number[n:]
	}
	return `(^|[^0-9])` + strings.Join(parts, `[ .\-/]{0,3}`) + `($|[^0-9])`
}

// tables are those with rows of requests.
var tables = []string{"requests_raw", "states_raw", "results_raw", "corrections_raw", "webhook_attempts_raw", "events_raw"}

// countedIDs is how many requests one statement counts: 40 bytes each stay far below the 256 KiB
// that a statement may have.
const countedIDs = 1000

// countRows counts what the query store has of each request, by table, but the word that it is erased.
func countRows(ctx context.Context, store *clickhouse.Client, requests []*Request) (map[string]map[string]uint64, error) {
	rows := map[string]map[string]uint64{}
	for chunk := range slices.Chunk(requests, countedIDs) {
		var ids []string
		var days []time.Time
		for _, r := range chunk {
			ids, rows[r.ID] = append(ids, r.ID), map[string]uint64{}
			at, _ := requestid.Time(r.ID)
			if day := at.Truncate(24 * time.Hour); !slices.Contains(days, day) {
				days = append(days, day)
			}
		}
		for _, table := range tables {
			where := " WHERE accepted_day IN (?) AND request_id IN (?)"
			if table == "events_raw" {
				where += " AND kind != 'erasure'"
			}
			var counts []struct {
				ID    string `ch:"request_id"`
				Count uint64 `ch:"rows"`
			}
			if err := store.Select(ctx, &counts, "SELECT request_id, count() AS rows FROM "+table+where+" GROUP BY request_id", days, ids); err != nil {
				return nil, fmt.Errorf("counting rows: %s", clickhouse.Describe(err))
			}
			for _, c := range counts {
				rows[c.ID][table] = c.Count
			}
		}
	}
	return rows, nil
}
