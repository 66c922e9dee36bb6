// Package cputime measures the processor time of one piece of work: of the goroutine that
// does it, and of the child processes that it gives a part of it to.
//
// In comes a context; out goes the time used since. The collector's work and goroutines
// that are started on the side count for nobody. Where the system has no clock for
// threads, nothing is measured, and nothing is made up.
package cputime

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

type meter struct {
	began    time.Duration // of the thread's clock
	children atomic.Int64
}

type key struct{}

// Start begins to measure. The goroutine keeps its thread until stop is called, which is
// what makes the thread's clock its own; stop and Used belong on the same goroutine.
func Start(ctx context.Context) (_ context.Context, stop func()) {
	runtime.LockOSThread()
	began, ok := thread()
	if !ok {
		runtime.UnlockOSThread()
		return ctx, func() {}
	}
	return context.WithValue(ctx, key{}, &meter{began: began}), runtime.UnlockOSThread
}

// Add counts what a child process used for the work; where nothing is measured, nothing.
func Add(ctx context.Context, used time.Duration) {
	if m, ok := ctx.Value(key{}).(*meter); ok {
		m.children.Add(int64(used))
	}
}

// Used is the time since Start, children included; false where it is not measured.
func Used(ctx context.Context) (time.Duration, bool) {
	m, ok := ctx.Value(key{}).(*meter)
	if !ok {
		return 0, false
	}
	now, ok := thread()
	return max(now-m.began, 0) + time.Duration(m.children.Load()), ok
}
