package health

import (
	"context"
	"fmt"
	"syscall"
)

// Disk asks whether a folder's disk has room left. A folder that is not there is
// another check's business.
func Disk(folder string) func(context.Context) error {
	return func(context.Context) error {
		left, _, files, err := room(folder)
		if err == nil && (left < Enough || !files) {
			return fmt.Errorf("%w: %d bytes left in %s, more files: %t", DiskFull, left, folder, files)
		}
		return nil
	}
}

// room is what a folder's disk has left for processes like this one, how large it is, and
// whether it takes more files.
func room(folder string) (left, size uint64, files bool, err error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, 0, false, fmt.Errorf("looking at the disk of %s: %w", folder, err)
	}
	block := uint64(disk.Bsize)
	return disk.Bavail * block, disk.Blocks * block, disk.Files == 0 || disk.Ffree > 0, nil
}
