//go:build !linux

package health

import "context"

// Disk asks nothing here.
func Disk(string) func(context.Context) error { return func(context.Context) error { return nil } }
