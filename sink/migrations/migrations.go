// Package migrations makes and updates the tables and views of the query
// store. Each object is one numbered SQL file, applied in order and noted in
// the table schema_migrations.
//
// Every statement can be applied again and does nothing then, so several
// processes may start at once and one that dies half-way is made up for by the
// next. A file never changes once released: a later change is a later file.
package migrations

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"strconv"
	"strings"
	"text/template"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/patience"
)

//go:embed *.sql
var files embed.FS

// Options say how the tables are made.
type Options struct {
	// Keep is how long rows are kept, in whole days. 90 by default.
	Keep time.Duration

	Logger *slog.Logger // may be nil
}

// deduplicationWindow is how many blocks back a table recognises one that comes
// again. A process that died repeats its last blocks first of all, but another
// that was only slow may be behind: with 64 partitions of 5 topics, each
// writing every 2 s, 10,000 blocks are a minute.
const deduplicationWindow = 10_000

const day = 24 * time.Hour

// Apply brings the database to the newest version and sets how long rows are
// kept. It waits while the server is away.
func Apply(ctx context.Context, db *clickhouse.Client, options Options) error {
	if options.Keep <= 0 {
		options.Keep = 90 * day
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	all, err := load(options)
	if err != nil {
		return err
	}
	objections := 0
	return db.Patiently(ctx, "migrating", func(ctx context.Context) error {
		err := apply(ctx, db, all, options)
		if clickhouse.Answered(err) && !clickhouse.NoRoom(err) {
			// The server is there and says no. That passes where another
			// process was making the same table, and hardly otherwise.
			if objections++; objections > 5 {
				return patience.Final(err)
			}
		}
		return err
	})
}

func apply(ctx context.Context, db *clickhouse.Client, all []migration, options Options) error {
	if err := db.CreateDatabase(ctx, onCluster); err != nil {
		return err
	}
	if err := db.Exec(ctx, ledger); err != nil {
		return fmt.Errorf("creating schema_migrations: %w", err)
	}
	if err := applyAll(ctx, db, all, options.Logger); err != nil {
		return err
	}
	return keep(ctx, db, options.Keep)
}

// ledger notes what was applied. Two processes may note the same version;
// whoever reads takes any of the rows.
const ledger = `CREATE TABLE IF NOT EXISTS schema_migrations
(
    version    UInt32                                 COMMENT 'number of the file',
    name       String                                 COMMENT 'name of the file',
    checksum   String                                 COMMENT 'SHA-256 of the file',
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3)  COMMENT 'when it was applied'
)
ENGINE = ReplacingMergeTree ORDER BY (version, checksum)
COMMENT 'Migrations that were applied'`

// onCluster stands after the name of every object that is made.
const onCluster = ""

type migration struct {
	version   uint32
	name      string
	checksum  string
	statement string
}

func load(options Options) ([]migration, error) {
	names, err := fs.Glob(files, "*.sql") // sorted
	if err != nil {
		return nil, fmt.Errorf("listing migrations: %w", err)
	}
	all := make([]migration, 0, len(names))
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading migration: %w", err)
		}
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("reading migration %s: its name does not begin with a number", name)
		}
		statement, err := render(name, string(text), options)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		all = append(all, migration{uint32(version), name, hex.EncodeToString(sum[:]), statement})
	}
	return all, nil
}

// render fills in what depends on the installation. Engines go through a
// function so that a cluster can put its replicated ones in their place.
func render(name, text string, options Options) (string, error) {
	t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		"engine": func(engine string, arguments ...string) string {
			return engine + "(" + strings.Join(arguments, ", ") + ")"
		},
	}).Parse(text)
	if err != nil {
		return "", fmt.Errorf("parsing migration %s: %w", name, err)
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"OnCluster": onCluster,
		"KeepDays":  int(options.Keep / day),
		"Hour":      hourMark,
		// Partitions are whole days, and go as a whole when the last row of them is due.
		"Settings": fmt.Sprintf("non_replicated_deduplication_window = %d, ttl_only_drop_parts = 1", deduplicationWindow),
	})
	if err != nil {
		return "", fmt.Errorf("rendering migration %s: %w", name, err)
	}
	return b.String(), nil
}

func applyAll(ctx context.Context, db *clickhouse.Client, all []migration, log *slog.Logger) error {
	applied, err := appliedVersions(ctx, db)
	if err != nil {
		return err
	}
	if len(applied) == 0 {
		if applied, err = noteObsolete(ctx, db, all); err != nil {
			return err
		}
	}
	for _, m := range all {
		checksums, done := applied[m.version]
		if done && !checksums[m.checksum] {
			log.Warn("a migration differs from the one that was applied", "migration", m.name)
		}
		if done {
			continue
		}
		if err := m.apply(ctx, db, log); err != nil {
			return fmt.Errorf("applying migration %s: %w", m.name, err)
		}
		err := db.Exec(ctx, "INSERT INTO schema_migrations (version, name, checksum) VALUES (?, ?, ?)", m.version, m.name, m.checksum)
		if err != nil {
			return fmt.Errorf("noting migration %s: %w", m.name, err)
		}
		log.Info("applied migration", "migration", m.name)
	}
	return nil
}

func appliedVersions(ctx context.Context, db *clickhouse.Client) (map[uint32]map[string]bool, error) {
	rows, err := db.Query(ctx, "SELECT version, checksum FROM schema_migrations")
	if err != nil {
		return nil, fmt.Errorf("reading schema_migrations: %w", err)
	}
	defer rows.Close()
	applied := map[uint32]map[string]bool{}
	for rows.Next() {
		var version uint32
		var checksum string
		if err := rows.Scan(&version, &checksum); err != nil {
			return nil, fmt.Errorf("reading schema_migrations: %w", err)
		}
		if applied[version] == nil {
			applied[version] = map[string]bool{}
		}
		applied[version][checksum] = true
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading schema_migrations: %w", err)
	}
	return applied, nil
}
