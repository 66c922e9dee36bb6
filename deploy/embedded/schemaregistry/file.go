package schemaregistry

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// stateFile is the one file the registry lives in. It is written beside itself,
// synced and renamed over, so that whatever moment the process is killed at,
// the file is either the old one or the new one.
type stateFile struct{ dir string }

func (f stateFile) path() string { return filepath.Join(f.dir, "registry.json") }

func (f stateFile) load() (*state, error) {
	raw, err := os.ReadFile(f.path())
	if errors.Is(err, fs.ErrNotExist) {
		return newState(), nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the schema registry: %w", err)
	}
	loaded := newState()
	if err := json.Unmarshal(raw, loaded); err != nil {
		return nil, fmt.Errorf("reading the schema registry from %s: %w", f.path(), err)
	}
	return loaded, nil
}

func (f stateFile) save(s *state) error {
	raw, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return fmt.Errorf("encoding the schema registry: %w", err)
	}
	temporary := f.path() + ".new"
	if err := writeSynced(temporary, raw); err != nil {
		return fmt.Errorf("writing the schema registry: %w", err)
	}
	if err := os.Rename(temporary, f.path()); err != nil {
		return fmt.Errorf("replacing the schema registry: %w", err)
	}
	return syncDirectory(f.dir)
}

func writeSynced(path string, raw []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(raw)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// syncDirectory makes the rename itself durable.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("syncing the schema registry's directory: %w", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("syncing the schema registry's directory: %w", err)
	}
	return nil
}
