package migrations

import (
	"context"
	"fmt"
	"strings"

	"lavra.dev/platform/clickhouse"
)

// noteObsolete spares a new database what was replaced since: it notes the files
// of objects that a later file makes anew or drops, and those that move rows, as
// applied. All are noted by one insert, which is in whole or not at all.
func noteObsolete(ctx context.Context, db *clickhouse.Client, all []migration) (map[uint32]map[string]bool, error) {
	batch, err := db.PrepareBatch(ctx, "INSERT INTO schema_migrations (version, name, checksum)")
	if err != nil {
		return nil, fmt.Errorf("noting migrations: %w", err)
	}
	defer batch.Close()
	noted := map[uint32]map[string]bool{}
	for _, m := range obsolete(all) {
		if err := batch.Append(m.version, m.name, m.checksum); err != nil {
			return nil, fmt.Errorf("noting migrations: %w", err)
		}
		noted[m.version] = map[string]bool{m.checksum: true}
	}
	if err := batch.Send(); err != nil {
		return nil, fmt.Errorf("noting migrations: %w", err)
	}
	return noted, nil
}

// obsolete are the files that a new database does not need.
func obsolete(all []migration) []migration {
	last := map[string]uint32{}
	for _, m := range all {
		object, _ := m.object()
		last[object] = m.version
	}
	var found []migration
	for _, m := range all {
		if object, makes := m.object(); !makes || last[object] != m.version {
			found = append(found, m)
		}
	}
	return found
}

// object is what a file is about, and whether it makes it: others drop it or
// move rows into it.
func (m migration) object() (name string, makes bool) {
	_, name, _ = strings.Cut(strings.TrimSuffix(m.name, ".sql"), "_")
	if dropped, ok := strings.CutPrefix(name, "drop_"); ok {
		return dropped, false
	}
	return name, !strings.HasPrefix(name, "move_")
}
