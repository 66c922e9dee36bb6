package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lavra.dev/platform/nativelib"
	"lavra.dev/platform/nativelib/nativelibtest"
)

// A set that lost more than is tolerated ends the gate with an error that names it, and the baseline stays.
func TestGateRefusesASetThatFell(t *testing.T) {
	t.Setenv(nativelib.Variable, filepath.Dir(nativelibtest.Path(t, "libpdfium.so")))
	dir := t.TempDir()
	o := options{cache: filepath.Join(dir, "readings"), sets: filepath.Join(dir, "sets"), baseline: filepath.Join(dir, "baseline.json"), keep: true, only: "recibo-"}
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(o.sets, "# receipts of other issuers\nreceipts "+layouts+"\n")
	var out bytes.Buffer
	if err := run(t.Context(), o, nil, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "receipts ") || strings.Contains(out.String(), "n=0") {
		t.Errorf("printed %q", out.String())
	}
	if kept, err := os.ReadFile(o.baseline); err != nil || !strings.Contains(string(kept), "receipts") {
		t.Fatalf("baseline %q, %v", kept, err)
	}
	if err := run(t.Context(), o, nil, &out); err != nil {
		t.Errorf("the same again: %v", err)
	}
	write(o.baseline, `{"receipts": 1.5}`)
	if err := run(t.Context(), o, nil, &out); err == nil || !strings.Contains(err.Error(), "receipts 1.500") {
		t.Errorf("a set that fell: %v", err)
	}
}
