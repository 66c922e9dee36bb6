// Package nativelibtest finds the native libraries for tests, whose programs do
// not stand beside them.
package nativelibtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"lavra.dev/platform/nativelib"
)

// Find gives the path of a library: in the folder that LAVRA_NATIVE_DIR names,
// or else in the .native that `make setup` fills at the top of the source.
func Find(name string) (string, error) {
	if os.Getenv(nativelib.Variable) != "" {
		return nativelib.Find(name)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("looking for %s: %w", name, err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, ".native", name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return nativelib.Find(name)
}

// Path is Find, and skips the test where there is no such library.
func Path(t testing.TB, name string) string {
	t.Helper()
	path, err := Find(name)
	if err != nil {
		t.Skip(err)
	}
	return path
}
