package migrations

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"lavra.dev/platform/clickhouse"
)

// A file that moves rows names in its first line the hours that it moves, each
// by a statement of its own: what one needs in memory does not grow with what
// is stored.
const (
	hoursPrefix = "-- for each hour of: "
	hourMark    = "<hour>" // where the hour stands in the statement, in seconds
)

// apply runs the statement, or runs it for each hour.
func (m migration) apply(ctx context.Context, db *clickhouse.Client, log *slog.Logger) error {
	question, moves := strings.CutPrefix(m.statement, hoursPrefix)
	if !moves {
		return db.Exec(ctx, m.statement)
	}
	question, _, _ = strings.Cut(question, "\n")
	hours, err := hoursOf(ctx, db, question)
	if err != nil {
		return err
	}
	for i, hour := range hours {
		if err := db.Exec(ctx, strings.ReplaceAll(m.statement, hourMark, strconv.FormatInt(hour.Unix(), 10))); err != nil {
			return fmt.Errorf("moving the hour %s: %w", hour.UTC().Format(time.RFC3339), err)
		}
		if i%100 == 99 {
			log.Info("moving rows", "migration", m.name, "hours", i+1, "of", len(hours))
		}
	}
	return nil
}

func hoursOf(ctx context.Context, db *clickhouse.Client, question string) ([]time.Time, error) {
	rows, err := db.Query(ctx, question)
	if err != nil {
		return nil, fmt.Errorf("listing the hours to move: %w", err)
	}
	defer rows.Close()
	var hours []time.Time
	for rows.Next() {
		var hour time.Time
		if err := rows.Scan(&hour); err != nil {
			return nil, fmt.Errorf("listing the hours to move: %w", err)
		}
		hours = append(hours, hour)
	}
	return hours, rows.Err()
}
