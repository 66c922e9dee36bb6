package sink

import (
	"strings"
	"testing"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/sink/migrations"
	"lavra.dev/sink/questions"
)

// questionRows are a small world with a copy of an end that must not count. Its
// rows are of yesterday, so that no midnight falls between them.
var questionRows = []string{
	`INSERT INTO results_raw (request_id, version, revision, account, accepted_at, accepted_day, operation, lane, batch_id, batch_total, reference_id, step, outcome, document_type, completed_at, duration_ms, working_ms, waiting_ms, cpu_ms,
		pages, page_source, layout_key, duplicate_key, file_sha256, markdown, markdown_error, missing_fields, invalid_fields, detection_reason, reliability_score, extractor_version,
		stages.stage, stages.started_at, stages.finished_at, stages.waited_ms, leaves.path, leaves.name, leaves.list_column, leaves.row_index, leaves.value, leaves.value_money, leaves.confidence, leaves.check_digit)
	WITH toDateTime64(today() - 1, 3, 'UTC') + toIntervalHour(12) AS at, toDate(at) AS day
	SELECT r.1, r.2, 1, r.3, at + toIntervalSecond(r.2), day, r.4, 'bulk', r.5, 2, 'ref', 'completed', r.6, r.7, at + toIntervalSecond(r.2) + toIntervalMillisecond(3000), 3000, 2000, 1000, if(r.1 = 'b', NULL, 1500),
		2, 'text', 'L1', r.8, r.9, r.10, if(r.10 = '', 'nada legível', NULL), r.11, r.12, 'no_type_detected', r.13, '7',
		['ocr'], [at + toIntervalSecond(r.2) + toIntervalMillisecond(1000)], [at + toIntervalSecond(r.2) + toIntervalMillisecond(3000)], [1000],
		['fields.emitente_cnpj', 'fields.valor_total'], ['emitente_cnpj', 'valor_total'], ['', ''], [-1, -1], [r.14, toString(r.15)], [NULL, r.15], [r.16, r.16], [r.17, 'none']
	FROM (SELECT arrayJoin([
		('a', 9, 'acme',  'extract',  'b1', 'success',         'NFE',    'K1', 'S1', 'text', [],         [],                90., '11', toDecimal64(100.10, 2), 0.9, 'passed'),
		('a', 5, 'acme',  'extract',  'b1', 'failed',          'NFE',    'K9', 'S9', '',     ['numero'], [],                10., '99', toDecimal64(7, 2),      0.1, 'failed'),
		('b', 2, 'acme',  'extract',  'b1', 'partial_success', 'NFE',    'K2', 'S1', 'text', ['numero'], ['emitente_cnpj'], 80., '11', toDecimal64(0.20, 2),   0.5, 'failed'),
		('c', 3, 'acme',  'extract',  '',   'success',         'NFE',    'K2', 'S3', 'text', [],         [],                90., '11', toDecimal64(0.20, 2),   0.7, 'passed'),
		('d', 4, 'outra', 'extract',  '',   'failed',          '',       '',   'S4', 'text', [],         [],                0.,  '',   toDecimal64(0, 2),      0.7, 'none'),
		('e', 5, 'outra', 'classify', '',   'success',         'RECIBO', '',   'S5', 'text', [],         [],                90., '',   toDecimal64(0, 2),      0.7, 'none')]) AS r)`,
	`INSERT INTO requests_raw (request_id, version, revision, account, accepted_at, accepted_day, operation, lane, file_sha256)
		VALUES ('f', 1, 1, 'acme', toDateTime64(today() - 1, 3, 'UTC'), today() - 1, 'extract', 'bulk', 'S6')`,
	`INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step, at)
		SELECT 'f', number, 1, 1, 'acme', today() - 1, ['received', 'ocr'][number], toDateTime64(today() - 1, 3, 'UTC') FROM numbers(1, 2)`,
	`INSERT INTO webhook_attempts_raw (request_id, delivery_id, attempt, version, account, accepted_day, host, outcome, status_code, error)
		SELECT r.1, r.1, r.2, r.3, 'acme', today() - 1, 'client.test', r.4, r.5, r.6 FROM (SELECT arrayJoin([
		('a', 1, 1, 'failed', 500, 'status'), ('a', 2, 1, 'delivered', 200, ''), ('b', 1, 1, 'failed', 500, 'status'), ('b', 2, 1, 'failed', 500, 'status'),
		('b', 3, 0, 'started', 0, ''), ('b', 3, 1, 'exhausted', 0, 'timeout')]) AS r)`,
}

// answers are what the questions have to say of that world. {day} and {month}
// are those of its rows.
var answers = map[string]string{
	"intake_and_backlog":            "{day}|classify|1|1|0|0|0|2\n{day}|extract|5|2|1|1|1|8",
	"backlog_by_step":               "acme|ocr|bulk|1|{day} 00:00:00.000",
	"time_by_stage":                 "ocr|5|[2000,2000,2000]|2000|1000\ntotal|5|[3000,3000,3000]|3000|1000",
	"outcomes_and_reasons":          "NFE|success||2\nNFE|partial_success|fields missing|1\nnone|failed|no_type_detected|1",
	"missing_and_invalid_fields":    "NFE|numero|1|0\nNFE|emitente_cnpj|0|1",
	"confidence_and_checks":         "|text|7|2|0.7|0|0|\\N\nNFE|text|7|6|0.7|2|1|0.6667\nRECIBO|text|7|2|0.7|0|0|\\N",
	"drift_by_layout":               "NFE|L1|3|0|86.7|\\N|\\N\n\\N|L1|1|0|0|\\N|\\N",
	"duplicates":                    "acme|file|S1|2|{day} 12:00:02.000|{day} 12:00:09.000\nacme|meaning|K2|2|{day} 12:00:02.000|{day} 12:00:03.000",
	"work_by_account":               "acme|NFE|3|6|6|3|2|1\noutra|RECIBO|1|2|2|1.5|1|1\noutra|none|1|2|2|1.5|1|1",
	"batch_report":                  "b1|acme|ref|2|2|0|1|1|0|4|10",
	"callbacks_that_did_not_arrive": "client.test|exhausted|timeout|0|1",
	"money_by_issuer_and_month":     "{month}|11|2|100.3",
	"latest_of_an_account":          "a|success|NFE||ref|{day} 12:00:09.000|{day} 12:00:12.000\nc|success|NFE||ref|{day} 12:00:03.000|{day} 12:00:06.000\nb|partial_success|NFE||ref|{day} 12:00:02.000|{day} 12:00:05.000\nf|in_progress|\\N||\\N|{day} 00:00:00.000|\\N",
}

func TestTheReadyQuestionsSayWhatIsTrue(t *testing.T) {
	db := engine.Database(t)
	if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range questionRows {
		if err := db.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	day := ask(t, db, "SELECT toString(max(accepted_day)) FROM results_raw")
	dates := strings.NewReplacer("{day}", day, "{month}", day[:8]+"01")
	all, err := questions.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range all {
		if !strings.HasPrefix(q.SQL, "-- ") || !strings.HasSuffix(q.Title, "?") && !strings.HasSuffix(q.Title, ".") {
			t.Errorf("%s does not say what it answers", q.Name)
		}
		want, known := answers[q.Name]
		if !known {
			if got := rowsAsText(t, db, q.SQL); q.Name != "first_documents" || strings.Count(got, "\n") != 5 {
				t.Errorf("%s has no answer to compare with", q.Name)
			}
			continue
		}
		if got := rowsAsText(t, db, q.SQL); got != dates.Replace(want) {
			t.Errorf("%s\ngot\n%s\nwant\n%s", q.Name, got, dates.Replace(want))
		}
	}
}

// TestQuestionsOverManyDaysReadNoTextsAndNoLeaves: those are nearly all that a result holds,
// and each of these took seconds over them.
func TestQuestionsOverManyDaysReadNoTextsAndNoLeaves(t *testing.T) {
	db := engine.Database(t)
	if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	all, err := questions.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range all {
		switch q.Name {
		case "outcomes_and_reasons", "money_by_issuer_and_month", "missing_and_invalid_fields", "work_by_account", "batch_report", "duplicates":
			plan := ask(t, db, "EXPLAIN header = 1 "+q.SQL)
			for _, heavy := range []string{"markdown String", "record String", "geometry String", "leaves."} {
				if strings.Contains(plan, heavy) {
					t.Errorf("%s reads %s", q.Name, heavy)
				}
			}
		}
	}
}

// TestWhatIsInProgressIsFoundWithoutALookAtResults, through the view of all documents too.
func TestWhatIsInProgressIsFoundWithoutALookAtResults(t *testing.T) {
	db := engine.Database(t)
	if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := db.Exec(t.Context(), `INSERT INTO results_raw (request_id, version, account, accepted_day, outcome)
		SELECT toString(number), 1, 'acme', today(), if(number % 30 = 0, 'failed', 'success') FROM numbers(10000)`); err != nil {
		t.Fatal(err)
	}
	plan := ask(t, db, "EXPLAIN indexes = 1 SELECT count() FROM documents WHERE status = 'in_progress'")
	if _, index, _ := strings.Cut(plan, "outcome_index"); !strings.Contains(index, "Granules: 0/") {
		t.Errorf("results are read:\n%s", plan)
	}
}

// rowsAsText runs a statement and gives its rows as the engine writes them,
// columns parted by |.
func rowsAsText(t *testing.T, db *clickhouse.Client, statement string) string {
	t.Helper()
	rows := ask(t, db, "SELECT substring(formatRow('TSV', *) AS line, 1, length(line) - 1) FROM ("+statement+")")
	return strings.ReplaceAll(rows, "\t", "|")
}
