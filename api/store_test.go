package api_test

import (
	"strings"
	"testing"

	"lavra.dev/api"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/sink/migrations"
)

// TestALookUpReadsNoStatesOfRequestsThatHaveEnded since they were a third of
// what a client's look-up read.
func TestALookUpReadsNoStatesOfRequestsThatHaveEnded(t *testing.T) {
	db := engine.Database(t)
	run := func(statement string) {
		if err := db.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	run(`INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step)
		SELECT leftPad(toString(number), 6, '0'), 1, 1, 0, 'acme', today(), 'completed' FROM numbers(100000)`)
	if plan := explain(t, db, "indexes", asked()); !strings.Contains(plan, "Granules: 0/") {
		t.Errorf("states of ended requests are read:\n%s", plan)
	}
	// A run again that is under way must be seen: the result before it is no answer then.
	run(`INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step) VALUES ('050000', 2, 2, 1, 'acme', today(), 'ocr')`)
	var newest int32
	if err := db.QueryRow(t.Context(), asked()).Scan(&newest); err != nil || newest != 2 {
		t.Errorf("run under way: %d (%v), want 2", newest, err)
	}
}

// TestALookUpReadsItsGranulesAtOnce since to read them in two steps took a fifth longer.
func TestALookUpReadsItsGranulesAtOnce(t *testing.T) {
	db := engine.Database(t)
	if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	query := api.AnswerQuery
	for _, value := range []string{"today()", "'a'", "'acme'", "today()", "'a'"} {
		query = strings.Replace(query, "?", value, 1)
	}
	for _, table := range []string{"results_raw", "states_raw"} {
		if err := db.Exec(t.Context(), "INSERT INTO "+table+" (request_id, account, accepted_day) VALUES ('a', 'acme', today())"); err != nil {
			t.Fatal(err)
		}
	}
	if plan := explain(t, db, "actions", query); strings.Contains(plan, "Prewhere") || !strings.Contains(plan, "Filter column") {
		t.Errorf("the plan is\n%s", plan)
	}
}

func asked() string {
	return strings.Replace(strings.Replace(api.NewestQuery, "?", "today()", 1), "?", "'050000'", 1)
}

func explain(t *testing.T, db *clickhouse.Client, what, query string) string {
	t.Helper()
	rows, err := db.Query(t.Context(), "EXPLAIN "+what+" = 1 "+query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
