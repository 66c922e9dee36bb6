package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrNoLibrary says that ClickHouse's engine is not installed, and what helps.
var ErrNoLibrary = errors.New("libchdb.so was not found: run make setup, or set LAVRA_NATIVE_DIR to the folder that holds it, " +
	"or set LAVRA_CLICKHOUSE_DSN to a ClickHouse server")

// FindLibrary looks for libchdb.so in LAVRA_NATIVE_DIR, then in .native beside
// the folder of the executable, then where a package would put it.
func FindLibrary() (string, error) {
	dirs := []string{"/usr/lib/lavra"}
	if executable, err := os.Executable(); err == nil {
		dirs = append([]string{filepath.Join(filepath.Dir(executable), "..", ".native")}, dirs...)
	}
	if dir := os.Getenv("LAVRA_NATIVE_DIR"); dir != "" {
		dirs = append([]string{dir}, dirs...)
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, "libchdb.so")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w (looked in %v)", ErrNoLibrary, dirs)
}
