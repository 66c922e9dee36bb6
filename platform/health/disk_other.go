//go:build !linux

package health

import (
	"context"
	"errors"
)

// Disk asks nothing here.
func Disk(string) func(context.Context) error { return func(context.Context) error { return nil } }

func room(string) (left, size uint64, files bool, err error) {
	return 0, 0, false, errors.ErrUnsupported
}
