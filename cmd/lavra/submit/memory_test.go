package submit_test

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// Twenty times the files take no more memory but 16 bytes for each and what the
// collector of garbage leaves for later. LAVRA_TEST_SUBMIT_FILES sets how many.
func TestMemoryStaysFlat(t *testing.T) {
	many := 20_000
	if n, err := strconv.Atoi(os.Getenv("LAVRA_TEST_SUBMIT_FILES")); err == nil {
		many = n
	}
	s := newService(t, 0)
	peak := func(files int) int64 {
		cmd := command(t, s, "--out", filepath.Join(t.TempDir(), "r.jsonl"), folder(t, files))
		if code, _, said := finish(t, cmd); code != 0 {
			t.Fatalf("exit %d: %s", code, said)
		}
		return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	}
	few, most := peak(many/20), peak(many)
	t.Logf("%d files: %d MiB, %d files: %d MiB", many/20, few>>20, many, most>>20)
	if most > few+(32<<20) {
		t.Errorf("memory grows from %d to %d MiB", few>>20, most>>20)
	}
}
