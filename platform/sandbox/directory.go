package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// directory is where the children of one pool have theirs. A lock on it says
// that the pool is alive, so that what a killed process left can be told apart
// and removed: it may hold a client's file.
type directory struct {
	path string
	lock *os.File
}

// newDirectory makes one and removes those of pools of the same name that are gone.
func newDirectory(in, pool string) (*directory, error) {
	prefix := "lavra-" + pool + "-"
	if err := sweep(in, prefix); err != nil {
		return nil, err
	}
	path, err := os.MkdirTemp(in, prefix)
	if err != nil {
		return nil, fmt.Errorf("making the pool's directory: %w", err)
	}
	// Children may have users of their own, which pass through to what is theirs.
	if err := os.Chmod(path, 0o711); err != nil {
		return nil, fmt.Errorf("opening the pool's directory: %w", err)
	}
	lock, err := lockDirectory(path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking the pool's directory: %w", err), os.RemoveAll(path))
	}
	return &directory{path, lock}, nil
}

// close removes the directory; no child is left in it.
func (d *directory) close() error {
	defer d.lock.Close()
	return os.RemoveAll(d.path)
}

// lockDirectory fails where another process holds the lock. It goes with the
// process, however that ends: children do not inherit it.
func lockDirectory(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// newborn is how long a directory may stand before its maker locks it.
const newborn = time.Minute

func sweep(in, prefix string) error {
	left, err := filepath.Glob(filepath.Join(in, prefix+"*"))
	if err != nil {
		return fmt.Errorf("looking for what killed processes left: %w", err)
	}
	for _, path := range left {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < newborn {
			continue
		}
		lock, err := lockDirectory(path)
		if err != nil {
			continue // somebody's, alive or another user's
		}
		err = os.RemoveAll(path)
		lock.Close()
		if err != nil {
			return fmt.Errorf("removing what a killed process left: %w", err)
		}
	}
	return nil
}
