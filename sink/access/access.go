// Package access makes the roles of people who ask the query store themselves:
// analyst, who sees hashes in place of what may name a person, and auditor, who
// sees values. Either sees the rows of the accounts whose role he has as well,
// and none without one.
//
// Each object is one numbered SQL file. All are made anew each time: a view
// that a migration replaced gets its rights back, and what is there stays.
package access

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"text/template"

	"lavra.dev/platform/clickhouse"
)

//go:embed *.sql
var files embed.FS

// ofAccount begins the name of the role that shows the rows of an account.
const ofAccount = "account_"

// Apply makes the roles, and one for each of the accounts. It wants a user who
// may manage access, and the tables that the sink makes.
func Apply(ctx context.Context, db *clickhouse.Client, accounts []string) error {
	all, err := load(db.Database())
	if err != nil {
		return err
	}
	for _, s := range all {
		if err := db.Exec(ctx, s.sql); err != nil {
			return fmt.Errorf("applying %s: %w", s.name, err)
		}
	}
	for _, account := range accounts {
		if strings.ContainsAny(account, "`\\") {
			return fmt.Errorf("making the role of account %q: no account has such a name", account)
		}
		if err := db.Exec(ctx, "CREATE ROLE IF NOT EXISTS `"+ofAccount+account+"`"); err != nil {
			return fmt.Errorf("making the role of account %s: %w", account, err)
		}
	}
	return makeKey(ctx, db)
}

type statement struct{ name, sql string }

func load(database string) ([]statement, error) {
	names, err := fs.Glob(files, "*.sql") // sorted
	if err != nil {
		return nil, fmt.Errorf("listing the files of roles: %w", err)
	}
	keyed := func(value string) string {
		// Without a key the subquery is null, which no column of the views takes.
		return fmt.Sprintf("if(%[1]s = '', '', hex(HMAC('sha256', upperUTF8(%[1]s), (SELECT key FROM %[2]s.masking_keys ORDER BY made_at, key LIMIT 1))))", value, database)
	}
	var all []statement
	for _, name := range names {
		t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"keyed": keyed}).ParseFS(files, name)
		if err != nil {
			return nil, fmt.Errorf("parsing %s: %w", name, err)
		}
		var sql strings.Builder
		err = t.Execute(&sql, map[string]string{
			"Database": database,
			"OwnRows":  "has(enabledRoles(), concat('" + ofAccount + "', account))",
		})
		if err != nil {
			return nil, fmt.Errorf("rendering %s: %w", name, err)
		}
		all = append(all, statement{name, sql.String()})
	}
	return all, nil
}

// makeKey gives the hashes their key. It goes as a row, so that no log of queries has it; of two
// that were made at once the older counts.
func makeKey(ctx context.Context, db *clickhouse.Client) error {
	var there uint64
	if err := db.QueryRow(ctx, "SELECT count() FROM masking_keys").Scan(&there); err != nil {
		return fmt.Errorf("looking for the masking key: %w", err)
	}
	if there > 0 {
		return nil
	}
	var key [32]byte
	rand.Read(key[:]) // never fails
	batch, err := db.PrepareBatch(ctx, "INSERT INTO masking_keys (key)")
	if err != nil {
		return fmt.Errorf("storing the masking key: %w", err)
	}
	defer batch.Close()
	if err := batch.Append(hex.EncodeToString(key[:])); err != nil {
		return fmt.Errorf("storing the masking key: %w", err)
	}
	if err := batch.Send(); err != nil {
		return fmt.Errorf("storing the masking key: %w", err)
	}
	return nil
}
