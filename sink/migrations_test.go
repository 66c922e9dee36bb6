package sink

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/sink/migrations"
)

// newest is the number of the last migration.
const newest = 68

func TestSeveralSinksMayMigrateAtOnceAndAgain(t *testing.T) {
	db := engine.Database(t)
	var done sync.WaitGroup
	for range 3 {
		done.Go(func() {
			if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	if got := ask(t, db, "SELECT toString(uniqExact(version)) FROM schema_migrations"); got != strconv.Itoa(newest) {
		t.Errorf("%s migrations noted", got)
	}
	if err := migrations.Apply(t.Context(), db, migrations.Options{Keep: 30 * 24 * time.Hour}); err != nil {
		t.Fatal(err)
	}
	const keeping = "SELECT toString(countIf(create_table_query LIKE '%toIntervalDay(30)%')), toString(count()) FROM system.tables WHERE database = currentDatabase() AND name LIKE '%\\_raw'"
	if got := ask(t, db, keeping); got != "7|7" {
		t.Errorf("tables that keep 30 days, of all: %s", got)
	}
}

func TestALookUpByIdentifierReadsLittle(t *testing.T) {
	db := engine.Database(t)
	if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
	err := db.Exec(t.Context(), `INSERT INTO results_raw (request_id, version, account, accepted_at, accepted_day)
		SELECT lower(hex(number * 7919)), 1, 'acme', now(), today() FROM numbers(100000)`)
	if err != nil {
		t.Fatal(err)
	}
	plan := ask(t, db, "EXPLAIN indexes = 1 SELECT record FROM results_raw FINAL WHERE accepted_day = today() AND request_id = lower(hex(7919 * 5000))")
	if !strings.Contains(plan, "Granules: 1/") {
		t.Errorf("more than one granule is read:\n%s", plan)
	}
}

// TestTheQueriesOfTheReadmeRun runs each of them over a document.
func TestTheQueriesOfTheReadmeRun(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	db, log := engine.Database(t), kafkatest.New(t)
	s := start(t, log, db, Config{}, nil)
	document(t, log.Kafka, newID(t))
	consumed(t, s, 8)
	queries := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(queries) < 3 {
		t.Fatalf("%d queries found", len(queries))
	}
	for _, q := range queries {
		if err := db.Exec(t.Context(), q[1]); err != nil {
			t.Errorf("%s\n%v", q[1], err)
		}
	}
}
