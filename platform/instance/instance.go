// Package instance keeps a name of a process from being used by two at a time:
// the brokers would take their partitions from one and give them to the other,
// and back, and neither would say why.
//
// In come a log and a name; out goes the claim, which writes a sign of life to
// the topic instances every two seconds and a last one at its end. A name whose
// last owner died is claimed after a few seconds of silence, without trusting
// any two clocks to agree. Nothing is decided here about partitions.
package instance

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const (
	every = 2 * time.Second
	// silence is how long nothing is heard of an owner that counts as dead:
	// shorter than it takes others to get its partitions.
	silence = 3 * every
)

// ErrTaken says that a live process has the name.
var ErrTaken = errors.New("another live process has this LAVRA_INSTANCE: give each process a name of its own, such as that of its pod")

// Claim is a name that is ours.
type Claim struct {
	kafka   *kafka.Kafka
	name    string
	process string
	log     *slog.Logger
	stop    context.CancelFunc
	ended   chan struct{}
}

// Take claims a name, or says ErrTaken. Where its last owner did not end in
// order that takes some seconds.
func Take(ctx context.Context, k *kafka.Kafka, name string, log *slog.Logger) (*Claim, error) {
	c := &Claim{kafka: k, name: name, process: uuid.NewString(), log: log, ended: make(chan struct{})}
	from, alive, err := c.look(ctx, 0)
	if err != nil {
		return nil, err
	}
	if alive {
		log.Info("the last process of this name did not end in order; listening whether it lives", "instance", name, "for", silence)
		if err := patience.Sleep(ctx, silence); err != nil {
			return nil, err
		}
		end, _, err := c.look(ctx, from)
		if err != nil {
			return nil, err
		}
		if end > from {
			return nil, ErrTaken
		}
	}
	if err := c.say(ctx, false); err != nil {
		return nil, err
	}
	live, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	go c.live(live)
	return c, nil
}

// Release gives the name back.
func (c *Claim) Release() {
	c.stop()
	<-c.ended
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := c.say(ctx, true); err != nil {
		c.log.Info("giving the name back failed; the next start waits for it", "instance", c.name, "error", err)
	}
}

func (c *Claim) live(ctx context.Context) {
	defer close(c.ended)
	for patience.Sleep(ctx, every) == nil {
		if err := c.say(ctx, false); err != nil && ctx.Err() == nil {
			c.log.Debug("writing a sign of life failed, trying on", "error", err)
		}
	}
}

func (c *Claim) say(ctx context.Context, left bool) error {
	_, err := c.kafka.Produce(ctx, topic.Instances, c.name, event.Instance{Process: c.process, Left: left, At: time.Now().UTC()})
	return err
}

// look reads the signs of life of the name from an offset on. It gives the
// offset behind the last of them, and whether that one was of a process that has
// not said that it ends.
func (c *Claim) look(ctx context.Context, from int64) (next int64, alive bool, err error) {
	partition, err := c.kafka.PartitionOf(ctx, topic.Instances, c.name)
	if err != nil {
		return 0, false, err
	}
	end, err := c.kafka.EndOffset(ctx, topic.Instances, partition)
	if err != nil {
		return 0, false, err
	}
	next = from
	for rec, err := range c.kafka.Scan(ctx, kafka.Stretch{Topic: topic.Instances, Partition: partition, From: from, To: end}) {
		if err != nil {
			return 0, false, fmt.Errorf("looking for the owner of a name: %w", err)
		}
		var in event.Instance
		if string(rec.Key) != c.name || c.kafka.Decode(ctx, rec, &in) != nil {
			continue
		}
		next, alive = rec.Offset+1, !in.Left && in.Process != c.process
	}
	return next, alive, nil
}
