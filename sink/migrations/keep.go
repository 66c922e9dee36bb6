package migrations

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lavra.dev/platform/clickhouse"
)

// keep sets how long each storage table keeps its rows, where that differs
// from what was asked when the table was made.
func keep(ctx context.Context, db *clickhouse.Client, kept time.Duration) error {
	days := int(kept / day)
	wanted := fmt.Sprintf("toIntervalDay(%d)", days)
	rows, err := db.Query(ctx, "SELECT name, create_table_query FROM system.tables WHERE database = ? AND endsWith(name, '_raw')", db.Database())
	if err != nil {
		return fmt.Errorf("listing storage tables: %w", err)
	}
	defer rows.Close()
	column := map[string]string{}
	for rows.Next() {
		var name, query string
		if err := rows.Scan(&name, &query); err != nil {
			return fmt.Errorf("listing storage tables: %w", err)
		}
		switch {
		case strings.Contains(query, wanted):
		case strings.Contains(query, "TTL hour +"):
			column[name] = "hour"
		default:
			column[name] = "accepted_day"
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("listing storage tables: %w", err)
	}
	for name, by := range column {
		statement := fmt.Sprintf("ALTER TABLE %s%s MODIFY TTL %s + INTERVAL %d DAY", name, onCluster, by, days)
		if err := db.Exec(ctx, statement); err != nil {
			return fmt.Errorf("setting how long %s keeps its rows: %w", name, err)
		}
	}
	return nil
}
