package nativelib

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Variable, dir)
	_, err := Find("libnone.so")
	if !errors.Is(err, ErrNotFound) {
		t.Fatalf("error is %v", err)
	}
	for _, want := range []string{"libnone.so", dir, "make setup", Variable} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q: %v", want, err)
		}
	}
	want := filepath.Join(dir, "libnone.so")
	if err := os.WriteFile(want, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if path, err := Find("libnone.so"); err != nil || path != want {
		t.Errorf("found %q, %v; want %q", path, err, want)
	}
}

func TestTheVariableComesFirst(t *testing.T) {
	t.Setenv(Variable, "/given")
	if folders := Folders(); len(folders) != 3 || folders[0] != "/given" {
		t.Errorf("folders are %v", folders)
	}
	t.Setenv(Variable, "")
	if folders := Folders(); len(folders) != 2 {
		t.Errorf("without the variable folders are %v", folders)
	}
}
