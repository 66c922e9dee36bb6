package idempotency

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Run tails the claims of the last day until ctx ends.
func (c *Claims) Run(ctx context.Context) error {
	start, err := c.begin(ctx)
	if err != nil {
		return nil // ctx has ended: begin retries everything else
	}
	tail, err := c.kafka.NewTail("idempotency", start, func(string, int32) {})
	if err != nil {
		return fmt.Errorf("tailing claims: %w", err)
	}
	defer tail.Close()
	sweep := time.NewTicker(10 * time.Minute)
	defer sweep.Stop()
	for {
		fetches := tail.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil
		}
		fetches.EachError(func(_ string, partition int32, err error) {
			c.log.Warn("reading idempotency claims failed, trying on", "partition", partition, "error", err)
		})
		fetches.EachRecord(func(rec *kgo.Record) { c.take(ctx, rec) })
		select {
		case <-sweep.C:
			c.forget(time.Now())
		default:
		}
	}
}

// begin finds where each partition is to be read from, for as long as the
// brokers take to say.
func (c *Claims) begin(ctx context.Context) (map[string]map[int32]kgo.Offset, error) {
	since := time.Now().Add(-Kept)
	for wait := patience.FirstWait; ; wait = min(2*wait, 2*time.Second) {
		start, err := c.starts(ctx, since)
		if err == nil {
			return map[string]map[int32]kgo.Offset{c.kafka.Topic(topic.Idempotency): start}, nil
		}
		if ctx.Err() == nil && wait > time.Second {
			c.log.Warn("finding where to read idempotency claims from failed, trying on", "error", err)
		}
		if err := patience.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func (c *Claims) starts(ctx context.Context, since time.Time) (map[int32]kgo.Offset, error) {
	name := c.kafka.Topic(topic.Idempotency)
	firsts, err := c.kafka.OffsetsSince(ctx, since, name)
	if err != nil {
		return nil, err
	}
	start := map[int32]kgo.Offset{}
	for partition, first := range firsts[name] {
		start[partition] = kgo.NewOffset().At(first.Offset)
	}
	return start, nil
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
	c.next[rec.Partition] = rec.Offset + 1
	close(c.moved)
	c.moved = make(chan struct{})
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

// reach waits until the record at the pointer has been read.
func (c *Claims) reach(ctx context.Context, at event.Pointer) error {
	for {
		c.mu.Lock()
		next, moved := c.next[at.Partition], c.moved
		c.mu.Unlock()
		if next > at.Offset {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
