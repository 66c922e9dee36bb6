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
		var disk syscall.Statfs_t
		if err := syscall.Statfs(folder, &disk); err != nil {
			return nil
		}
		if left := disk.Bavail * uint64(disk.Bsize); left < Enough || disk.Files > 0 && disk.Ffree == 0 {
			return fmt.Errorf("%w: %d bytes and %d files left in %s", DiskFull, left, disk.Ffree, folder)
		}
		return nil
	}
}
