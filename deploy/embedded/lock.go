package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// ErrLocked says that another process already uses a data directory.
var ErrLocked = errors.New("another process is using this data directory; stop it or choose another LAVRA_DATA_DIR")

// lockDirectory creates dir if needed and takes its lock. The lock belongs to
// the open file, so a child that inherits the file holds it too, and it is
// gone when the last of them has died, however it died.
func lockDirectory(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("creating the data directory: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the lock file: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("locking %s: %w", dir, ErrLocked)
		}
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	return file, nil
}

// waitForLock is lockDirectory for a directory whose last holder may still be
// dying: a child outlives its killed parent by a moment, and one that was being
// started has a copy of all that was open until it becomes another program.
func waitForLock(ctx context.Context, dir string, patience time.Duration) (*os.File, error) {
	deadline := time.Now().Add(patience)
	for {
		file, err := lockDirectory(dir)
		if err == nil || !errors.Is(err, ErrLocked) || time.Now().After(deadline) {
			return file, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(25 * time.Millisecond):
		}
	}
}
