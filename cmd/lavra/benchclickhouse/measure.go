package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/sink/questions"
)

// measure asks everything and prints a line each.
func measure(ctx context.Context, db *clickhouse.Client, address string, o options, out io.Writer) error {
	var stored uint64
	if err := db.QueryRow(ctx, "SELECT count() FROM results_raw").Scan(&stored); err != nil {
		return fmt.Errorf("counting documents: %w", err)
	}
	load, _ := os.ReadFile("/proc/loadavg") // where there is one
	fmt.Fprintf(out, "%d documents; medians of %d rounds, engine at its default memory; load of the machine %s on %d cores\n\n", stored, o.rounds, firstWord(load), runtime.NumCPU())
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintln(table, "question\tmedian\tslowest\tCPU\trows read\tMB read")
	asked, err := everything(ctx, db)
	if err != nil {
		return err
	}
	for _, q := range asked {
		a, err := askOften(ctx, address, q, o.rounds)
		if err != nil {
			fmt.Fprintf(table, "%s\tfailed: %s\n", q.name, firstLine(err))
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%.1f\n", q.name, a.median.Round(time.Millisecond), a.slowest.Round(time.Millisecond), a.used.Round(time.Millisecond), a.read.Rows, float64(a.read.Bytes)/1e6)
		table.Flush()
	}
	return ctx.Err()
}

// question is asked with another variant of its statement each round.
type question struct {
	name     string
	variants []string
}

// byID is what the api asks for the status of one document.
const byID = `SELECT record, callback_url, revision, version, 0 AS open FROM results_raw WHERE accepted_day = '%[1]s' AND request_id = '%[2]s' AND account = '%[3]s'
UNION ALL SELECT '', NULL, revision, version, 1 FROM states_raw WHERE accepted_day = '%[1]s' AND request_id = '%[2]s' AND open
SETTINGS optimize_move_to_prewhere = 0`

// listOf is what the api asks for the newest requests of an account.
const listOf = `SELECT request_id, operation, document_type, outcome, step, reference_id, batch_id, file_name, pages, reliability_score, accepted_at, completed_at
FROM results_raw WHERE account = '%s' AND accepted_day >= today() - 1 ORDER BY request_id DESC, version DESC LIMIT 1 BY request_id LIMIT 51`

func everything(ctx context.Context, db *clickhouse.Client) ([]question, error) {
	rows, err := db.Query(ctx, "SELECT toString(accepted_day), request_id, account FROM results_raw WHERE cityHash64(request_id) % 1000 = 7 ORDER BY cityHash64(request_id, 1) LIMIT 20")
	if err != nil {
		return nil, fmt.Errorf("picking documents: %w", err)
	}
	defer rows.Close()
	document, list := question{name: "api: one document"}, question{name: "api: latest 50 of an account"}
	day := question{name: "one day of documents, by type and status"}
	for rows.Next() {
		var at, id, account string
		if err := rows.Scan(&at, &id, &account); err != nil {
			return nil, fmt.Errorf("picking documents: %w", err)
		}
		document.variants = append(document.variants, fmt.Sprintf(byID, at, id, account))
		list.variants = append(list.variants, fmt.Sprintf(listOf, account))
		day.variants = append(day.variants, fmt.Sprintf("SELECT document_type, status, count(), sum(pages) FROM documents WHERE accepted_day = '%s' GROUP BY ALL", at))
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("picking documents: %w", err)
	}
	ready, err := questions.All()
	if err != nil {
		return nil, err
	}
	underWay := question{"documents in progress, of all days", []string{"SELECT current_step, count(), min(accepted_at) FROM documents WHERE status = 'in_progress' GROUP BY current_step"}}
	all := []question{{"nothing: SELECT 1", []string{"SELECT 1"}}, document, list, day, underWay}
	for _, q := range ready {
		all = append(all, question{q.Name, []string{q.SQL}})
	}
	return all, nil
}

// asking is what a question took.
type asking struct {
	median, slowest time.Duration
	used            time.Duration // processor time of the engine, a median: unlike the others it says something on a machine that has other work to do
	read            read          // of the last round
}

// read is what the engine says of a statement.
type read struct {
	Rows  int64 `json:"rows_read"`
	Bytes int64 `json:"bytes_read"` // before compression
}

func askOften(ctx context.Context, address string, q question, rounds int) (a asking, err error) {
	times, worked := make([]time.Duration, rounds), make([]time.Duration, rounds)
	for i := range times {
		before := processor()
		if times[i], a.read, err = ask(ctx, address, q.variants[i%len(q.variants)]); err != nil {
			return asking{}, err
		}
		worked[i] = processor() - before
	}
	slices.Sort(times)
	slices.Sort(worked)
	a.median, a.slowest, a.used = times[rounds/2], times[rounds-1], worked[rounds/2]
	return a, nil
}

// processor is what this process has used: the engine runs in it.
func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // of this process it does not fail
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// ask runs a statement as any HTTP client does.
func ask(ctx context.Context, address, statement string) (time.Duration, read, error) {
	began := time.Now()
	body, err := send(ctx, address, url.Values{"default_format": {"JSONCompact"}}, strings.NewReader(statement))
	took := time.Since(began)
	if err != nil || len(body) == 0 { // an insert answers nothing
		return took, read{}, err
	}
	var answer struct{ Statistics read }
	if err := json.Unmarshal(body, &answer); err != nil {
		return took, read{}, fmt.Errorf("reading an answer: %w", err)
	}
	return took, answer.Statistics, nil
}

func send(ctx context.Context, address string, parameters url.Values, body io.Reader) ([]byte, error) {
	parameters.Set("database", "lavra")
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/?"+parameters.Encode(), body)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s", answer)
	}
	return answer, err
}

func firstWord(text []byte) string {
	word, _, _ := strings.Cut(string(text), " ")
	return cmp.Or(word, "not known")
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line[:min(len(line), 150)]
}
