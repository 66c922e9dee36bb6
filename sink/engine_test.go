package sink

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"lavra.dev/deploy/embedded/embeddedtest"
	"lavra.dev/platform/clickhouse"
)

// engine is ClickHouse's, for all tests.
var engine *embeddedtest.Engine

func TestMain(m *testing.M) {
	engine = embeddedtest.Start()
	code := m.Run()
	err := engine.Stop()
	if err == nil {
		err = goleak.Find()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// ask runs a query and gives its rows as text, columns parted by |.
func ask(t *testing.T, db *clickhouse.Client, query string) string {
	t.Helper()
	answer, err := tryAsk(t.Context(), db, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

func tryAsk(ctx context.Context, db *clickhouse.Client, query string) (string, error) {
	rows, err := db.Query(ctx, query)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		texts := make([]string, len(rows.Columns()))
		cells := make([]any, len(texts))
		for i := range cells {
			cells[i] = &texts[i]
		}
		if err := rows.Scan(cells...); err != nil {
			return "", err
		}
		lines = append(lines, strings.Join(texts, "|"))
	}
	return strings.Join(lines, "\n"), rows.Err()
}
