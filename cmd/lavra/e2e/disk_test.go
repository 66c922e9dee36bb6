package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

const diskFull = "disk full for 5 s"

// diskBytes is the room of a disk that is filled: half a minute of chaos writes
// some 10 MiB, and what is left has to be filled each time.
const diskBytes = "size=1g"

// limitDisk puts a folder on a disk of its own that is small enough to be filled.
func limitDisk(t *testing.T, folder string) bool {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, diskBytes); err != nil {
		t.Logf("without a full disk: a file system of its own cannot be mounted here: %v", err)
		return false
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return true
}

// fillDisk takes all room of a folder's disk for a while, in which more is sent.
func (c *chaos) fillDisk(folder string) {
	name := filepath.Join(folder, "nothing but room")
	file, err := os.Create(name)
	if err != nil {
		c.t.Fatal(err)
	}
	defer file.Close()
	zeros := make([]byte, 1<<20)
	for err == nil {
		if _, err = file.Write(zeros); errors.Is(err, syscall.ENOSPC) && len(zeros) > 1 {
			zeros, err = zeros[:len(zeros)/2], nil // to the last byte
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		c.t.Fatal(err)
	}
	room := make(chan struct{})
	go func() {
		defer close(room)
		time.Sleep(5 * time.Second)
		_ = os.Remove(name)
		_ = file.Truncate(0) // it is open here
	}()
	c.send()
	<-room
}
