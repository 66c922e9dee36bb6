// Package nativelib says where the shared libraries are that no Go module
// brings: libpdfium.so and libchdb.so, which `make setup` fetches.
//
// In comes a file name, out comes its path. Nothing is opened or fetched here.
package nativelib

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Variable names the folder that is looked into first.
const Variable = "LAVRA_NATIVE_DIR"

// ErrNotFound says that a library is in none of the folders.
var ErrNotFound = errors.New("not found: run make setup, or set " + Variable + " to the folder that holds it")

// Folders are where libraries are looked for, first one first: the folder that
// LAVRA_NATIVE_DIR names, .native beside the folder of the executable, and where
// a package would put them.
func Folders() []string {
	var folders []string
	if dir := os.Getenv(Variable); dir != "" {
		folders = append(folders, dir)
	}
	if executable, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Join(filepath.Dir(executable), "..", ".native"))
	}
	return append(folders, "/usr/lib/lavra")
}

// Find gives the path of a library. Its error is ErrNotFound.
func Find(name string) (string, error) {
	folders := Folders()
	for _, folder := range folders {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s was %w (looked in %v)", name, ErrNotFound, folders)
}
