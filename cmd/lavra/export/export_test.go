package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"lavra.dev/deploy/embedded/embeddedtest"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/sink/migrations"
)

var engine *embeddedtest.Engine

func TestMain(m *testing.M) {
	engine = embeddedtest.Start()
	code := m.Run()
	if err := engine.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

var (
	first  = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	second = first.Add(day)
)

// rows are seven invoices and a receipt on each of two days, and an invoice of the second
// day that has not ended. The seventh invoice of a day was written twice.
const rows = `INSERT INTO results_raw (request_id, version, revision, account, accepted_at, accepted_day, operation, step, outcome, document_type, completed_at, pages, record, file_name, missing_fields,
	leaves.path, leaves.name, leaves.list_column, leaves.row_index, leaves.value, leaves.value_money)
	WITH toDate('2026-03-01') + number %% 2 AS day, intDiv(number, 2) AS n
	SELECT concat(toString(day), '-', toString(least(n, 7))), number, 1, if(n = 0, 'outra', 'acme'), toDateTime64(day, 3, 'UTC') + toIntervalMillisecond(1500), day, 'extract', 'completed', 'success', if(n = 1, 'RECIBO', 'NFE'),
		toDateTime64(day, 3, 'UTC') + 3, 2, '{"payload":{"fields":{"itens":{"value":[{"codigo":"7"}]},"valor_total":{"value":0.1}}}}', '=HYPERLINK("x").pdf', ['serie', 'chave_acesso'],
		['fields.emitente_nome', 'fields.valor_total', 'fields.data_emissao'], ['emitente_nome', 'valor_total', 'data_emissao'], ['', '', ''], [-1, -1, -1], [if(n = 8, '-1+1', 'Açúcar "Ltda"'), '0.1', '2026-02-28'], [NULL, toDecimal64(0.1, 2), NULL]
	FROM numbers(18)`

var underWay = []string{
	`INSERT INTO requests_raw (request_id, version, revision, account, accepted_at, accepted_day, operation) VALUES ('2026-03-02-9', 1, 1, 'acme', '2026-03-02 00:00:00', '2026-03-02', 'extract')`,
	`INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step) VALUES ('2026-03-02-9', 1, 1, 1, 'acme', '2026-03-02', 'ocr')`,
}

func stored(t *testing.T) (*clickhouse.Client, Asker) {
	t.Helper()
	db := engine.Database(t)
	if err := migrations.Apply(t.Context(), db, migrations.Options{Keep: 100 * 365 * day}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range append([]string{strings.ReplaceAll(rows, "%%", "%")}, underWay...) {
		if err := db.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return db, func(ctx context.Context, statement, format string, out io.Writer) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, engine.HTTP(db)+"&default_format="+format, strings.NewReader(statement))
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err == nil && (resp.StatusCode != http.StatusOK || bytes.Contains(body, []byte("__exception__"))) {
			err = fmt.Errorf("%s\n%s", body, statement)
		}
		if err == nil {
			_, err = out.Write(body)
		}
		return err
	}
}

func export(t *testing.T, r run) Summary {
	t.Helper()
	r.Since, r.Until, r.Progress = first, second.Add(day), io.Discard
	if r.perFile == 0 {
		r.perFile = perFile
	}
	done, err := r.all(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func files(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func read(t *testing.T, folder, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEachFormHasARowADocumentAndAColumnAField(t *testing.T) {
	_, ask := stored(t)
	folder := t.TempDir()
	for _, format := range []string{"csv", "jsonl", "parquet"} {
		done := export(t, run{Config: Config{Ask: ask, Folder: folder, Format: format, Type: "NFE"}})
		if done.Documents != 14 || done.Days != 2 || done.Open != 1 {
			t.Errorf("%s: %+v", format, done)
		}
	}
	lines, err := csv.NewReader(bytes.NewReader(read(t, folder, "NFE-2026-03-01-000.csv"))).ReadAll()
	if err != nil || len(lines) != 8 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	cell := func(line int, name string) string { return lines[line][slices.Index(lines[0], name)] }
	if got := cell(1, "emitente_nome") + "|" + cell(1, "valor_total") + "|" + cell(1, "missing_fields") + "|" + cell(1, "itens") + "|" + cell(1, "file_name"); got != `Açúcar "Ltda"|0.1|serie chave_acesso|[{"codigo":"7"}]|'=HYPERLINK("x").pdf` {
		t.Errorf("the row says %s", got)
	}
	formula := 0
	for line := range lines[1:] {
		if cell(line+1, "emitente_nome") == "'-1+1" {
			formula++
		}
	}
	if formula != 1 {
		t.Errorf("%d formulas made harmless", formula)
	}
	var row map[string]any
	if err := json.Unmarshal(bytes.SplitN(read(t, folder, "NFE-2026-03-01-000.jsonl"), []byte("\n"), 2)[0], &row); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%v %v %v %v", row["valor_total"], row["data_emissao"], row["accepted_at"], row["numero"]); got != "0.1 2026-02-28 2026-03-01T00:00:01.500Z <nil>" {
		t.Errorf("the row says %s", got)
	}
	whole := read(t, folder, "NFE-2026-03-02-000.open.parquet")
	table, err := parquet.OpenFile(bytes.NewReader(whole), int64(len(whole)))
	if err != nil || table.NumRows() != 7 {
		t.Fatalf("%v, %v", table, err)
	}
	if money, ok := table.Schema().Lookup("valor_total"); !ok || !strings.Contains(money.Node.Type().String(), "DECIMAL") {
		t.Errorf("money is %v", money.Node)
	}
}

func TestAnExportGoesOnWhereItStood(t *testing.T) {
	db, ask := stored(t)
	folder := t.TempDir()
	asked := 0
	failing := func(ctx context.Context, statement, format string, out io.Writer) error {
		if format == "JSONEachRow" {
			if asked++; asked == 4 { // the second file of the second day
				return errors.New("away")
			}
		}
		return ask(ctx, statement, format, out)
	}
	cut := run{Config: Config{Ask: failing, Folder: folder, Format: "jsonl", Since: first, Until: second.Add(day), Progress: io.Discard}, perFile: 5}
	if _, err := cut.all(t.Context()); err == nil || !strings.Contains(err.Error(), "2026-03-02: away") {
		t.Fatalf("%v", err)
	}
	if got := files(t, folder); got != "all-2026-03-01-000.jsonl all-2026-03-01-001.jsonl" {
		t.Errorf("after the cut: %s", got)
	}
	again := run{Config: Config{Ask: ask, Folder: folder, Format: "jsonl"}, perFile: 5}
	if done := export(t, again); done.There != 1 || done.Documents != 8 {
		t.Errorf("%+v", done)
	}
	if err := db.Exec(t.Context(), "INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step) VALUES ('2026-03-02-9', 2, 1, 0, 'acme', '2026-03-02', 'failed')"); err != nil {
		t.Fatal(err)
	}
	if done := export(t, again); done.There != 1 || done.Documents != 8 || done.Open != 0 {
		t.Errorf("%+v", done)
	}
	if got := files(t, folder); got != "all-2026-03-01-000.jsonl all-2026-03-01-001.jsonl all-2026-03-02-000.jsonl all-2026-03-02-001.jsonl" {
		t.Errorf("in the end: %s", got)
	}
	if all := string(read(t, folder, "all-2026-03-02-000.jsonl")) + string(read(t, folder, "all-2026-03-02-001.jsonl")); strings.Count(all, "\n") != 8 || !strings.Contains(all, `"document_type":"RECIBO"`) {
		t.Errorf("the rows are\n%s", all)
	}
	if done := export(t, run{Config: Config{Ask: ask, Folder: t.TempDir(), Format: "csv", Account: "outra"}}); done.Documents != 2 {
		t.Errorf("of an account: %+v", done)
	}
}

// TestEveryTypeCanBeExported has the engine plan the statement of each type.
func TestEveryTypeCanBeExported(t *testing.T) {
	_, ask := stored(t)
	for _, name := range catalogue.Names() {
		typ, _ := catalogue.Lookup(name)
		for _, f := range typ.Fields {
			if slices.Contains(columns, f.Name) {
				t.Errorf("%s: the field %s is called as a column is", name, f.Name)
			}
		}
		r := run{Config: Config{Format: "csv", Type: name}}
		if err := ask(t.Context(), "EXPLAIN "+r.statement(first, "", "z"), "TSV", io.Discard); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
