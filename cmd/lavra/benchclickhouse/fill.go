package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"time"

	"lavra.dev/platform/clickhouse"
)

// documentsSQL makes the results of one stretch of documents, from first on, of
// one day.
//
//go:embed documents.sql
var documentsSQL string

// fill makes the documents that are not there yet, the newest day first. Each day
// is merged once, as those of a running service are.
func fill(ctx context.Context, db *clickhouse.Client, o options) error {
	began := time.Now()
	perDay := (o.documents + o.days - 1) / o.days
	today := time.Now().UTC().Truncate(24 * time.Hour)
	for day := range o.days {
		at := today.AddDate(0, 0, -day-1)
		var have uint64
		if err := db.QueryRow(ctx, "SELECT count() FROM states_raw WHERE accepted_day = ? AND NOT open", at).Scan(&have); err != nil {
			return fmt.Errorf("counting documents: %w", err)
		}
		if have >= uint64(perDay) {
			continue
		}
		if err := fillDay(ctx, db, at, day*perDay, perDay); err != nil {
			return fmt.Errorf("making the documents of %s: %w", at.Format(time.DateOnly), err)
		}
		fmt.Fprintf(os.Stderr, "%d of %d days, %s\n", day+1, o.days, since(began))
	}
	return nil
}

// fillDay runs the statements of the file one after the other.
func fillDay(ctx context.Context, db *clickhouse.Client, day time.Time, first, count int) error {
	text := strings.NewReplacer("{day}", day.Format(time.DateOnly), "{day_ms}", fmt.Sprint(day.UnixMilli()), "{number}", fmt.Sprint(first), "{count}", fmt.Sprint(count),
		"{step_ms}", fmt.Sprintf("%.3f", 86_400_000/float64(count+1))).Replace(documentsSQL)
	for statement := range strings.SplitSeq(text, ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
