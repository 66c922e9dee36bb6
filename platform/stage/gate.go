package stage

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"
)

// gate lets many handlers run beside each other, or one alone.
type gate struct{ *semaphore.Weighted }

const everybody = 1 << 20 // more handlers than a process has

func newGate() gate { return gate{semaphore.NewWeighted(everybody)} }

// process is the gate of all stages of this process: it dies as a whole, so a
// record that is to show whether it alone is the killer has to have the whole
// process to itself.
var process = newGate()

// enter waits for room. It is fair: one who waits to be alone is not passed.
func (g gate) enter(ctx context.Context, alone bool) (leave func(), err error) {
	weight := int64(1)
	if alone {
		weight = everybody
	}
	if err := g.Acquire(ctx, weight); err != nil {
		return nil, fmt.Errorf("waiting to run: %w", err)
	}
	return func() { g.Release(weight) }, nil
}
