package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/clickhouse"
)

var (
	// copiesSQL makes one variant of the real results.
	//
	//go:embed copies.sql
	copiesSQL string

	// documentsSQL makes the documents of one day out of the variants.
	//
	//go:embed documents.sql
	documentsSQL string
)

// variants of each real result are so many that blocks of 128 KiB, some 40
// records, seldom hold the same one twice: compression stays honest.
const variants = 256

// lanes is how many days are made at once: a day is made by one thread.
const lanes = 2

// fill makes the documents that are not there yet, the newest day first.
func fill(ctx context.Context, db *clickhouse.Client, address string, o options) error {
	began := time.Now()
	perDay := (o.documents + o.days - 1) / o.days
	lacking, err := daysLacking(ctx, db, o.days, perDay)
	if err != nil {
		return err
	}
	if len(lacking) > 0 {
		copies, err := makeCopies(ctx, db, address, o)
		if err != nil {
			return fmt.Errorf("making variants of the samples: %w", err)
		}
		made := o.days - len(lacking)
		group, groupCtx := errgroup.WithContext(ctx)
		group.SetLimit(lanes)
		var counting sync.Mutex
		for _, day := range lacking {
			group.Go(func() error {
				if err := fillDay(groupCtx, address, dayOf(day), day*perDay, perDay, copies); err != nil {
					return fmt.Errorf("making the documents of %s: %w", dayOf(day).Format(time.DateOnly), err)
				}
				counting.Lock()
				defer counting.Unlock()
				made++
				fmt.Fprintf(os.Stderr, "%d of %d days, %s, %s of processor time\n", made, o.days, since(began), processor().Round(time.Second))
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	for _, statement := range underWay {
		if err := db.Exec(ctx, statement); err != nil {
			return fmt.Errorf("making the requests under way: %w", err)
		}
	}
	return nil
}

// dayOf is the day that is so many before yesterday.
func dayOf(n int) time.Time { return time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -n-1) }

// daysLacking are those that are not complete.
func daysLacking(ctx context.Context, db *clickhouse.Client, days, perDay int) (lacking []int, err error) {
	for n := range days {
		var have uint64
		if err := db.QueryRow(ctx, "SELECT count() FROM states_raw WHERE accepted_day = ?", dayOf(n)).Scan(&have); err != nil {
			return nil, fmt.Errorf("counting documents: %w", err)
		}
		if have < uint64(perDay) {
			lacking = append(lacking, n)
		}
	}
	return lacking, nil
}

// underWay are the requests of today, 2000 that have not ended; made again they
// are the same.
var underWay = []string{
	`INSERT INTO requests_raw (request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, file_name, file_format, file_size, file_sha256)
		SELECT concat('f', substring(request_id, 2)), 1, event_id, 1, account, toStartOfDay(now()), today(), lane, operation, file_name, file_format, file_size, file_sha256
		FROM requests_raw WHERE accepted_day = today() - 1 ORDER BY request_id LIMIT 2000`,
	`INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step, at)
		SELECT request_id, 1, 1, 1, account, accepted_day, 'received', accepted_at FROM requests_raw WHERE accepted_day = today()`,
}

// makeCopies multiplies the seed in memory and gives the number of rows.
func makeCopies(ctx context.Context, db *clickhouse.Client, address string, o options) (int, error) {
	rows, err := os.ReadFile(o.seed())
	if err != nil {
		return 0, fmt.Errorf("reading the seed: %w", err)
	}
	for _, statement := range []string{
		"DROP TABLE IF EXISTS bench_seed", "CREATE TABLE bench_seed AS results_raw ENGINE = Memory",
		"DROP TABLE IF EXISTS bench_copies", "CREATE TABLE bench_copies AS results_raw ENGINE = Memory", "ALTER TABLE bench_copies ADD COLUMN place UInt64",
	} {
		if err := db.Exec(ctx, statement); err != nil {
			return 0, err
		}
	}
	if _, err := send(ctx, address, url.Values{"query": {"INSERT INTO bench_seed FORMAT Native"}}, bytes.NewReader(rows)); err != nil {
		return 0, err
	}
	var seeds uint64
	if err := db.QueryRow(ctx, "SELECT count() FROM bench_seed").Scan(&seeds); err != nil {
		return 0, err
	}
	digits, shuffle := []byte("123456789"), rand.New(rand.NewPCG(1, 2))
	for v := range variants {
		statement := strings.NewReplacer("{digits}", string(digits), "{place}", fmt.Sprint(v*int(seeds))).Replace(copiesSQL)
		if err := db.Exec(ctx, statement); err != nil {
			return 0, err
		}
		shuffle.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
	}
	return variants * int(seeds), nil
}

// fillDay runs the statements of the file one after the other. A day that was
// cut off is begun anew.
func fillDay(ctx context.Context, address string, day time.Time, first, count, copies int) error {
	text := strings.NewReplacer("{day}", day.Format(time.DateOnly), "{day_ms}", fmt.Sprint(day.UnixMilli()), "{number}", fmt.Sprint(first), "{count}", fmt.Sprint(count),
		"{copies}", fmt.Sprint(copies), "{step_ms}", fmt.Sprintf("%.3f", 86_400_000/float64(count+1))).Replace(documentsSQL)
	for statement := range strings.SplitSeq(text, ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, _, err := ask(ctx, address, statement); err != nil { // not by the driver, which gives a statement five minutes
			return err
		}
	}
	return nil
}
