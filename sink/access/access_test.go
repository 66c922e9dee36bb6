package access

import (
	"bufio"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lavra.dev/deploy/embedded/chdb"
	"lavra.dev/deploy/embedded/clickhousehttp"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/sink/migrations"
)

// The engine of the tests is the one that lavra embeds. It has one user, and makes no roles; but it
// takes users, roles and row policies from a file, and holds statements to them. So the files here are
// put into that one, and the user is in turn an owner, an analyst and an auditor.
const (
	everything = "<access_management>1</access_management>"
	engineEnv  = "LAVRA_TEST_ENGINE"
)

func TestMain(m *testing.M) {
	if told := os.Getenv(engineEnv); told != "" {
		if err := serve(told); err != nil {
			fmt.Println("!", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// serve is the child: an engine until the standard input is closed.
func serve(told string) error {
	var o struct{ Library, Dir string }
	if err := json.Unmarshal([]byte(told), &o); err != nil {
		return err
	}
	library, err := chdb.Load(o.Library)
	if err != nil {
		return err
	}
	engine, err := clickhousehttp.New(clickhousehttp.Config{Library: library, Concurrent: 2,
		Arguments: []string{"--path=" + filepath.Join(o.Dir, "data"), "--config-file=" + filepath.Join(o.Dir, "config.xml")}})
	if err != nil {
		return err
	}
	defer engine.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: engine}
	go server.Serve(listener)
	fmt.Println(listener.Addr())
	io.Copy(io.Discard, os.Stdin)
	return server.Shutdown(context.Background())
}

// as starts an engine on the folder whose user is what user says, with these roles; it ends with the test.
func as(t *testing.T, dir, user, roles string) *clickhouse.Client {
	t.Helper()
	library, err := nativelibtest.Find("libchdb.so")
	if err != nil {
		t.Skip(err)
	}
	const login = "<password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>"
	write(t, filepath.Join(dir, "config.xml"), "<clickhouse><users_config>"+filepath.Join(dir, "users.xml")+"</users_config></clickhouse>")
	write(t, filepath.Join(dir, "users.xml"), "<clickhouse><profiles><default/></profiles><quotas><default/></quotas><roles>"+roles+"</roles><users>"+
		"<default>"+login+user+"</default><owner>"+login+everything+"</owner></users></clickhouse>")
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	told, _ := json.Marshal(map[string]string{"Library": library, "Dir": dir})
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), engineEnv+"="+string(told))
	child.Stderr = os.Stderr
	input, _ := child.StdinPipe()
	output, _ := child.StdoutPipe()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { input.Close(); child.Wait() })
	address, _ := bufio.NewReader(output).ReadString('\n')
	db, err := clickhouse.Open(clickhouse.Config{DSN: "http://" + strings.TrimSpace(address) + "/lavra"})
	if err != nil {
		t.Fatal(address, err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// store makes the tables, the views and some rows of two accounts.
func store(t *testing.T, dir string) {
	t.Helper()
	owner := as(t, dir, everything, "")
	exec := func(sql string) {
		t.Helper()
		if err := owner.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s\n%v", sql, err)
		}
	}
	if err := migrations.Apply(t.Context(), owner, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, s := range statements(t) {
		if strings.Contains(s.sql, "CREATE TABLE") || strings.Contains(s.sql, "CREATE OR REPLACE VIEW") {
			// This engine knows one user by one name: the owner of the views has to have another.
			exec(strings.ReplaceAll(s.sql, "CURRENT_USER", "owner"))
		} else if err := owner.Exec(t.Context(), "EXPLAIN AST "+s.sql); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
	if err := makeKey(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	for id, account := range map[string]string{"a": "acme", "b": "acme", "c": "other"} {
		exec(`INSERT INTO results_raw (request_id, version, account, accepted_at, accepted_day, document_type, outcome, file_sha256, callback_url,
			leaves.path, leaves.name, leaves.list_column, leaves.row_index, leaves.kind, leaves.value, leaves.value_number, leaves.value_money, leaves.value_date, leaves.confidence,
			leaves.witnesses, leaves.check_digit, leaves.error, leaves.geometry_status, leaves.page, leaves.box_left, leaves.box_top, leaves.box_width, leaves.box_height,
			stages.stage, stages.started_at, stages.finished_at, stages.waited_ms, stages.cpu_us)
			SELECT '` + id + `', 1, '` + account + `', now(), today(), 'CONTRATO', 'success', 'abc', 'https://x/?token=1',
			['fields.cpf', 'fields.nome', 'fields.valor_total'], ['cpf', 'nome', 'valor_total'], ['', '', ''], [-1, -1, -1], ['cpf', 'string', 'money'], ['52998224725', 'Maria', '12.50'],
			[NULL, NULL, 12.5], [NULL, NULL, 12.5], [NULL, NULL, NULL], [0.9, 0.9, 0.9], [[], [], []], ['passed', 'none', 'none'], [NULL, NULL, NULL], ['', '', ''], [1, 1, 1],
			[NULL, NULL, NULL], [NULL, NULL, NULL], [NULL, NULL, NULL], [NULL, NULL, NULL], ['ocr'], [now()], [now()], [5], [1000]`)
		exec("INSERT INTO requests_raw (request_id, version, account, accepted_at, accepted_day) SELECT '" + id + "2', 1, '" + account + "', now(), today()")
		exec("INSERT INTO states_raw (request_id, version, account, accepted_day, open, step) SELECT '" + id + "2', 1, '" + account + "', today(), 1, 'ocr'")
		exec("INSERT INTO events_raw (event_id, request_id, account, accepted_day) SELECT '" + id + "', '" + id + "', '" + account + "', today()")
		exec("INSERT INTO webhook_attempts_raw (request_id, account, accepted_day) SELECT '" + id + "', '" + account + "', today()")
		exec("INSERT INTO corrections_raw (request_id, account, accepted_day, value) SELECT '" + id + "', '" + account + "', today(), 'Maria'")
		exec("INSERT INTO audit_raw (event_id, account, accepted_day) SELECT '" + id + "', '" + account + "', today()")
	}
}

func statements(t *testing.T) []statement {
	t.Helper()
	all, err := load("lavra")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	grantForm  = regexp.MustCompile(`(?s)((?:GRANT|REVOKE)\s.*)\s(?:TO|FROM) (\w+)\s*$`)
	policyForm = regexp.MustCompile(`^CREATE ROW POLICY OR REPLACE by_account ON lavra\.(\w+) USING (.*) TO analyst, auditor\s*$`)
)

// rights are the files' roles, and the user who has some of them, as the engine's file holds them.
func rights(t *testing.T, granted ...string) (user, roles string) {
	t.Helper()
	queries, policies := map[string]string{}, ""
	for _, s := range statements(t) {
		if m := policyForm.FindStringSubmatch(s.sql); m != nil {
			policies += fmt.Sprintf("<%s><filter>%s</filter></%[1]s>", m[1], m[2])
		} else if m := grantForm.FindStringSubmatch(s.sql); m != nil {
			queries[m[2]] += element("query", m[1])
		}
	}
	for _, role := range append([]string{"analyst", "auditor", "account_acme"}, granted...) {
		if !strings.Contains(roles, "<"+role+">") {
			roles += "<" + role + "><grants>" + queries[role] + "</grants></" + role + ">"
		}
	}
	for _, role := range granted {
		user += element("query", "GRANT "+role)
	}
	return "<grants>" + user + "</grants><databases><lavra>" + policies + "</lavra></databases>", roles
}

func element(name, content string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(content))
	return "<" + name + ">" + b.String() + "</" + name + ">"
}

// ask gives an answer's first column, or the error's code.
func ask(t *testing.T, db *clickhouse.Client, query string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), "SELECT toString(x) FROM ("+query+") AS q (x)")
	if err != nil {
		return []string{clickhouse.Describe(err)}
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var cell string
		if err := rows.Scan(&cell); err != nil {
			t.Fatal(err)
		}
		found = append(found, cell)
	}
	if err := rows.Err(); err != nil {
		return []string{clickhouse.Describe(err)}
	}
	slices.Sort(found)
	return found
}

const denied = "clickhouse exception 497 (DB::Exception)"

func TestWhatEachRoleSees(t *testing.T) {
	dir := t.TempDir()
	t.Run("store", func(t *testing.T) { store(t, dir) })
	type answers map[string]string
	for _, c := range []struct {
		who     string
		granted []string
		sees    answers
	}{
		{"an analyst of one account", []string{"analyst", "account_acme"}, answers{
			"SELECT request_id FROM masked_documents":                                  "a a2 b b2",
			"SELECT value FROM masked_fields":                                          "*** *** *** *** 12.50 12.50",
			"SELECT uniqExact(value_key) FROM masked_fields WHERE value_key != ''":     "2",
			"SELECT uniqExact(file_key) FROM masked_documents WHERE file_key != ''":    "1",
			"SELECT sum(value_money) FROM masked_fields":                               "25",
			"SELECT count() FROM masked_fields WHERE value_key = hex(SHA256('MARIA'))": "0",
			"SELECT sum(documents) FROM documents_daily":                               "4",
			"SELECT sum(documents) FROM documents_hourly":                              "4",
			"SELECT sum(leaves) FROM fields_daily":                                     "6",
			"SELECT sum(leaves) FROM fields_hourly":                                    "6",
			"SELECT sum(documents) FROM stages_daily":                                  "4",
			"SELECT sum(documents) FROM stages_hourly":                                 "4",
			"SELECT DISTINCT request_id FROM stages":                                   "a b",
			"SELECT request_id FROM events":                                            "a b",
			"SELECT request_id FROM webhook_attempts":                                  "a b",
			"SELECT request_id FROM documents":                                         denied,
			"SELECT payload FROM documents":                                            denied,
			"SELECT value FROM fields":                                                 denied,
			"SELECT value FROM corrections":                                            denied,
			"SELECT action FROM audit":                                                 denied,
			"SELECT record FROM results_raw":                                           denied,
			"SELECT leaves.value FROM results_raw":                                     denied,
			"SELECT callback_url FROM requests_raw":                                    denied,
			"SELECT key FROM masking_keys":                                             denied,
		}},
		{"an analyst of no account", []string{"analyst"}, answers{
			"SELECT request_id FROM masked_documents":    "",
			"SELECT value FROM masked_fields":            "",
			"SELECT sum(documents) FROM documents_daily": "0",
			"SELECT request_id FROM events":              "",
		}},
		{"an auditor of one account", []string{"auditor", "account_acme"}, answers{
			"SELECT request_id FROM documents":        "a a2 b b2",
			"SELECT request_id FROM open_documents":   "a2 b2",
			"SELECT value FROM fields":                "12.50 12.50 52998224725 52998224725 Maria Maria",
			"SELECT value FROM corrections":           "Maria Maria",
			"SELECT account FROM audit":               "acme acme",
			"SELECT request_id FROM results_raw":      "a b",
			"SELECT request_id FROM masked_documents": "a a2 b b2",
			"SELECT key FROM masking_keys":            denied,
		}},
		{"an account's role alone", []string{"account_acme"}, answers{
			"SELECT request_id FROM masked_documents": denied,
			"SELECT request_id FROM documents":        denied,
		}},
	} {
		t.Run(c.who, func(t *testing.T) {
			user, roles := rights(t, c.granted...)
			db := as(t, dir, user, roles)
			for query, want := range c.sees {
				if got := strings.Join(ask(t, db, query), " "); got != want {
					t.Errorf("%s: %q, want %q", query, got, want)
				}
			}
			if err := db.Exec(t.Context(), "INSERT INTO results_raw (request_id) SELECT 'x'"); err == nil {
				t.Error("a row could be written")
			}
		})
	}
}

// TestEveryTableShowsTheRowsOfItsReadersAccountsOnly finds the table that a later migration makes and
// nobody thought of here: auditors may read all tables.
func TestEveryTableShowsTheRowsOfItsReadersAccountsOnly(t *testing.T) {
	dir := t.TempDir()
	owner := as(t, dir, everything, "")
	if err := migrations.Apply(t.Context(), owner, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	var guarded []string
	for _, s := range statements(t) {
		if m := policyForm.FindStringSubmatch(s.sql); m != nil {
			guarded = append(guarded, m[1])
		}
	}
	tables := ask(t, owner, "SELECT name FROM system.tables WHERE database = 'lavra' AND engine != 'View' AND name != 'schema_migrations'")
	if len(tables) < 7 {
		t.Fatal(tables)
	}
	for _, name := range tables {
		if !slices.Contains(guarded, name) {
			t.Errorf("%s has no row policy", name)
		}
	}
}
