package idempotency

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
)

// sweepEvery is how often claims that are too old to win are forgotten.
const sweepEvery = 10 * time.Minute

// Run reads the claims of the last day, and each that comes, until ctx ends.
func (c *Claims) Run(ctx context.Context) error {
	var sweeping sync.WaitGroup
	defer sweeping.Wait()
	sweeping.Go(func() {
		for patience.Sleep(ctx, sweepEvery) == nil {
			c.forget(time.Now())
		}
	})
	return c.follower.Run(ctx)
}

func (c *Claims) take(ctx context.Context, rec *kgo.Record) {
	claim, err := c.decode(ctx, rec)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		c.log.Error("skipping an idempotency claim that cannot be read",
			"partition", rec.Partition, "offset", rec.Offset, "error", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	held, ours := Key(rec.Key).held()
	if id, parseErr := uuid.Parse(claim.ClaimID); err == nil && parseErr == nil && ours {
		c.count(held, standing{claimID: id, at: claim.At.UnixMilli(), partition: rec.Partition, offset: rec.Offset})
	}
}

// count puts a claim in its place. All processes read a key's claims in the
// same order, and decide by what the claims say, so they agree.
func (c *Claims) count(key heldKey, s standing) {
	first, ok := c.first[key]
	switch {
	case ok && first.claimID == s.claimID && first.offset == s.offset: // read again
	case ok && first.claimID == s.claimID:
		first.submitted = true
		c.first[key] = first
	case !ok || first.old(time.UnixMilli(s.at)):
		c.first[key] = s
	}
}

// decode waits for a registry that is away.
func (c *Claims) decode(ctx context.Context, rec *kgo.Record) (event.Claim, error) {
	for {
		var claim event.Claim
		err := c.kafka.Decode(ctx, rec, &claim)
		if err == nil || ctx.Err() != nil || errors.Is(err, kafka.ErrUndecodable) {
			return claim, err
		}
		c.log.Warn("reading an idempotency claim failed, trying on", "error", err)
		if patience.Sleep(ctx, time.Second) != nil {
			return claim, err
		}
	}
}

// forget drops what is too old to win.
func (c *Claims) forget(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, s := range c.first {
		if s.old(now) {
			delete(c.first, key)
		}
	}
}
