package sink

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/sink/migrations"
)

// applyUntil makes the tables of an older version, as that version did.
func applyUntil(t *testing.T, db *clickhouse.Client, last int) {
	t.Helper()
	const ledger = `CREATE TABLE schema_migrations (version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
		ENGINE = ReplacingMergeTree ORDER BY (version, checksum)`
	if err := db.Exec(t.Context(), ledger); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	engines := regexp.MustCompile(`\{\{engine "(\w+)"(?: "(\w+)")?\}\}`)
	for _, file := range files[:last] {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		statement := engines.ReplaceAllString(string(text), "$1($2)")
		statement = strings.NewReplacer("{{.OnCluster}}", "", "{{.KeepDays}}", "90", "{{.Settings}}", "non_replicated_deduplication_window = 100").Replace(statement)
		if err := db.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		number, _, _ := strings.Cut(filepath.Base(file), "_")
		version, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Exec(t.Context(), "INSERT INTO schema_migrations (version, name, checksum) VALUES (?, ?, '')", version, filepath.Base(file)); err != nil {
			t.Fatal(err)
		}
	}
}

// olderRows are five documents as version 23 kept them, over five hours: the
// first ran twice, the last has not ended.
var olderRows = []string{
	`INSERT INTO documents_raw (request_id, part, version, event_id, revision, account, accepted_at, accepted_day, lane, batch_id, operation, batch_total, file_name, file_format, metadata, callback_url)
		SELECT concat('id-', toString(number)), 'request', 1, 'e', 1, 'acme', toDateTime64('{today}', 3, 'UTC') - toIntervalHour(number), toDate(toDateTime64('{today}', 3, 'UTC') - toIntervalHour(number)), 'bulk', 'b1', 'extract', 5, concat(toString(number), '.pdf'), 'pdf', '{"a":1}', 'https://client.test/x'
		FROM numbers(5)`,
	`INSERT INTO documents_raw (request_id, part, version, revision, account, accepted_at, accepted_day, step, outcome, document_type, at)
		SELECT concat('id-', toString(number)), 'state', 10 + ended, 1, 'acme', toDateTime64('{today}', 3, 'UTC') - toIntervalHour(number), toDate(toDateTime64('{today}', 3, 'UTC') - toIntervalHour(number)),
			if(ended, 'completed', 'ocr'), if(ended, 'success', ''), 'NFE', now64(3)
		FROM (SELECT number, number < 4 AS ended FROM numbers(5))`,
	`INSERT INTO documents_raw (request_id, part, version, revision, account, accepted_at, accepted_day, step, outcome, document_type, at, pages, record, markdown, geometry, reliability_score)
		SELECT concat('id-', toString(number)), 'result', 20, if(number = 0, 2, 1), 'acme', toDateTime64('{today}', 3, 'UTC') - toIntervalHour(number) AS t, toDate(t), 'completed', 'success', 'NFE', t + toIntervalSecond(10), 3,
			'{"payload":{"fields":{}}}', '# texto', '[]', 90
		FROM numbers(4)`,
	`INSERT INTO stages_raw (request_id, revision, stage, version, account, accepted_at, accepted_day, started_at, finished_at, duration_ms)
		SELECT concat('id-', toString(number % 4)), if(number % 4 = 0, 1 + intDiv(number, 8), 1), ['ocr', 'total'][1 + intDiv(number, 4) % 2], 1, 'acme', toDateTime64('{today}', 3, 'UTC') - toIntervalHour(number % 4) AS t, toDate(t), t + toIntervalSecond(1), t + toIntervalSecond(4), 3000
		FROM numbers(16)`,
	`INSERT INTO fields_raw (request_id, revision, path, version, account, document_type, accepted_at, accepted_day, name, row_index, position, kind, value, value_number, value_date, confidence, witnesses, check_digit, error, page, box_left)
		SELECT concat('id-', toString(number % 4)), if(number % 4 = 0, 1 + intDiv(number, 12), 1) AS run, ['fields.a', 'fields.valor', 'fields.d'][1 + intDiv(number, 4) % 3] AS p, 1, 'acme', 'NFE', toDateTime64('{today}', 3, 'UTC') - toIntervalHour(number % 4) AS t, toDate(t),
			substring(p, 8), -1, intDiv(number, 4) % 3, ['string', 'money', 'date'][1 + intDiv(number, 4) % 3] AS k, if(k = 'money', '1234.5', concat('v', toString(run))), if(k = 'money', 1234.5, NULL), if(k = 'date', toDate32('1950-02-03'), NULL), 0.5,
			['label'], 'none', if(k = 'string', 'Inválido.', NULL), 1, 0.25
		FROM numbers(24)`,
	`INSERT INTO superseded_raw SELECT 'id-0', 1, toDate('{today}')`,
}

func TestAnOlderStoreIsBroughtToTheNewestWithAllItHolds(t *testing.T) {
	db := engine.Database(t)
	applyUntil(t, db, 23)
	today := time.Now().UTC().Format(time.DateOnly)
	for _, statement := range olderRows {
		if err := db.Exec(t.Context(), strings.ReplaceAll(statement, "{today}", today)); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for range 2 { // the second time there is nothing to do
		if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string]string{
		"SELECT request_id, status, current_step, toString(revision), file_name, toString(ifNull(duration_ms, -1)), toString(ifNull(working_ms, -1)), toString(pages), ifNull(metadata, '') FROM documents ORDER BY 1": "id-0|success|completed|2|0.pdf|10000|3000|3|" + `{"a":1}` + "\nid-1|success|completed|1|1.pdf|10000|3000|3|" + `{"a":1}` +
			"\nid-2|success|completed|1|2.pdf|10000|3000|3|" + `{"a":1}` + "\nid-3|success|completed|1|3.pdf|10000|3000|3|" + `{"a":1}` + "\nid-4|in_progress|ocr|1|4.pdf|-1|-1|0|" + `{"a":1}`,
		"SELECT toString(arraySort(mapKeys(values))), toString(amounts['valor']), toString(invalid_fields), ifNull(callback_host, '') FROM documents WHERE request_id = 'id-1'": "['a','d','valor']|1234.5|['a']|client.test",
		"SELECT request_id, toString(revision), path, value, toString(ifNull(value_money, 0)), toString(ifNull(value_date, toDate32('1970-01-01'))), toString(witnesses), toString(ifNull(box_left, 0)) FROM fields WHERE request_id IN ('id-0', 'id-3') ORDER BY 1, position": "id-0|2|fields.a|v2|0|1970-01-01|['label']|0.25\nid-0|2|fields.valor|1234.5|1234.5|1970-01-01|['label']|0.25\n" +
			"id-0|2|fields.d|v2|0|1950-02-03|['label']|0.25\nid-3|1|fields.a|v1|0|1970-01-01|['label']|0.25\nid-3|1|fields.valor|1234.5|1234.5|1970-01-01|['label']|0.25\nid-3|1|fields.d|v1|0|1950-02-03|['label']|0.25",
		"SELECT stage, toString(count()), toString(sum(duration_ms)), toString(sum(waited_ms)) FROM stages GROUP BY stage ORDER BY stage":                 "ocr|4|12000|4000\ntotal|4|40000|28000",
		"SELECT toString(count()) FROM system.tables WHERE database = currentDatabase() AND name IN ('documents_raw', 'fields_raw', 'stages_hourly_raw')": "0",
	} {
		if got := ask(t, db, query); got != want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", query, got, want)
		}
	}
}
