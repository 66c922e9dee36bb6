package migrations_test

import (
	"os"
	"testing"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/sink/migrations"
)

func TestX(t *testing.T) {
	db, err := clickhouse.Open(clickhouse.Config{DSN: os.Getenv("DSN")})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := migrations.Apply(t.Context(), db, migrations.Options{Keep: 30 * 24 * 3600e9}); err != nil {
		t.Fatal(err)
	}
}
