package cputime_test

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"lavra.dev/platform/cputime"
)

// spin works until the clock of the work has gone on by as much.
func spin(t *testing.T, ctx context.Context, much time.Duration) {
	t.Helper()
	from := used(t, ctx)
	for used(t, ctx) < from+much {
	}
}

func used(t *testing.T, ctx context.Context) time.Duration {
	t.Helper()
	d, ok := cputime.Used(ctx)
	if !ok {
		t.Fatal("nothing is measured")
	}
	return d
}

func TestWaitingIsNoWorkAndChildrenAre(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system has no clock for threads")
	}
	ctx, stop := cputime.Start(t.Context())
	defer stop()
	began := time.Now()
	time.Sleep(200 * time.Millisecond)
	if d := used(t, ctx); d > time.Since(began)/2 {
		t.Errorf("%s of %s spent waiting counted", d, time.Since(began))
	}
	spin(t, ctx, time.Millisecond)
	cputime.Add(ctx, time.Hour)
	if d := used(t, ctx); d < time.Hour+time.Millisecond || d > 2*time.Hour {
		t.Errorf("%s, want an hour of a child and what was worked here", d)
	}
}

// TestWorkBesideIsNotCounted has two works at once that each see their own time.
func TestWorkBesideIsNotCounted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system has no clock for threads")
	}
	var worked sync.WaitGroup
	worked.Go(func() {
		ctx, stop := cputime.Start(t.Context())
		defer stop()
		spin(t, ctx, 300*time.Millisecond)
	})
	ctx, stop := cputime.Start(t.Context())
	defer stop()
	worked.Wait()
	if d := used(t, ctx); d > 150*time.Millisecond {
		t.Errorf("%s counted, of work that was another's", d)
	}
}

func TestWithoutStartNothingIsMeasured(t *testing.T) {
	cputime.Add(t.Context(), time.Second)
	if d, ok := cputime.Used(t.Context()); ok || d != 0 {
		t.Errorf("%s, %v", d, ok)
	}
}
