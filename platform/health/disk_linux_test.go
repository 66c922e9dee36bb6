package health_test

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"lavra.dev/platform/health"
)

func TestAFullDiskIsTold(t *testing.T) {
	folder := t.TempDir()
	small := filepath.Join(folder, "small")
	if err := syscall.Mkdir(small, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("a file system of its own cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	if err := health.Disk(small)(t.Context()); !errors.Is(err, health.DiskFull) {
		t.Errorf("a disk of 1 MiB: %v", err)
	}
	if err := health.Disk(filepath.Join(folder, "none"))(t.Context()); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
}
