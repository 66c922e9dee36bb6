package stage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const commitTimeout = 10 * time.Second

// commitRegularly commits what moved, until the run ends.
func (r *runner) commitRegularly() {
	ticker := time.NewTicker(r.cfg.CommitInterval)
	defer ticker.Stop()
	for {
		select {
		case <-r.quit:
			return
		case <-ticker.C:
		}
		r.measure()
		attempt, cancel := context.WithTimeout(r.base, commitTimeout)
		if err := r.commit(attempt); err != nil {
			r.log.Warn("committing failed, will be tried again", "error", err)
		}
		cancel()
	}
}

// commit writes where all partitions stand, those that changed.
func (r *runner) commit(ctx context.Context) error {
	r.committing.Lock()
	defer r.committing.Unlock()
	r.mu.Lock()
	var all []commitOf
	for _, p := range r.partitions {
		c := commitFor(p, p.journal())
		if c.changed() {
			all = append(all, c)
		} else {
			c.acknowledged() // the last commit said the same
		}
	}
	r.mu.Unlock()
	return r.send(ctx, all)
}

// commitLast fences partitions and writes where they stand in the end: with the
// journal closed, since what was cut off was cut off by us. Taking stock and
// fencing are one step, so that no record counts after it was counted.
func (r *runner) commitLast(ctx context.Context, leaving []*partition) error {
	r.committing.Lock()
	defer r.committing.Unlock()
	r.mu.Lock()
	var all []commitOf
	for _, p := range leaving {
		if p.fenced {
			continue
		}
		if c := commitFor(p, journal{}); c.changed() {
			all = append(all, c)
		}
		r.fence(p)
	}
	r.mu.Unlock()
	return r.send(ctx, all)
}

// commitOf is what one commit says of one partition.
type commitOf struct {
	partition *partition
	epoch     int32
	next      commitState
	working   []*item
}

// commitFor takes stock of a partition. A partition on which nothing was
// started yet keeps its journal closed.
func commitFor(p *partition, j journal) commitOf {
	c := commitOf{partition: p, epoch: p.epoch}
	if !p.opened && len(p.working) == 0 && len(p.suspects) == 0 {
		j.open = false
	}
	c.next = commitState{p.checkpoint, j.encode(p.checkpoint)}
	for it := range p.working {
		if it.state != waiting {
			c.working = append(c.working, it)
		}
	}
	return c
}

func (c commitOf) changed() bool { return c.next.offset >= 0 && c.next != c.partition.committed }

// send makes the commit. r.committing is held.
func (r *runner) send(ctx context.Context, all []commitOf) error {
	if len(all) == 0 {
		return nil
	}
	offsets := map[string]map[int32]kgo.EpochOffset{}
	metadata := map[topicPartition]string{}
	for _, c := range all {
		p := c.partition
		if offsets[p.topic] == nil {
			offsets[p.topic] = map[int32]kgo.EpochOffset{}
		}
		offsets[p.topic][p.number] = kgo.EpochOffset{Epoch: c.epoch, Offset: c.next.offset}
		metadata[topicPartition{p.topic, p.number}] = c.next.metadata
	}
	failed := map[topicPartition]error{}
	var failure error
	ctx = kgo.PreCommitFnContext(ctx, func(req *kmsg.OffsetCommitRequest) error {
		for i := range req.Topics {
			t := &req.Topics[i]
			for j := range t.Partitions {
				t.Partitions[j].Metadata = kmsg.StringPtr(metadata[topicPartition{t.Topic, t.Partitions[j].Partition}])
			}
		}
		return nil
	})
	r.client.CommitOffsetsSync(ctx, offsets, func(_ *kgo.Client, req *kmsg.OffsetCommitRequest, resp *kmsg.OffsetCommitResponse, err error) {
		failure = err
		if err != nil {
			return
		}
		for _, t := range resp.Topics {
			for _, p := range t.Partitions {
				if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
					failed[topicPartition{t.Topic, p.Partition}] = err
				}
			}
		}
	})
	if failure != nil {
		return fmt.Errorf("committing offsets: %w", failure)
	}
	return r.committed(all, failed)
}

func (r *runner) committed(all []commitOf, failed map[topicPartition]error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var faults []error
	for _, c := range all {
		if err := failed[topicPartition{c.partition.topic, c.partition.number}]; err != nil {
			faults = append(faults, fmt.Errorf("committing %s/%d: %w", c.partition.topic, c.partition.number, err))
			continue
		}
		c.partition.committed = c.next
		c.partition.opened = c.next.metadata != ""
		c.acknowledged()
	}
	return errors.Join(faults...)
}

// acknowledged says that the brokers know what was at work. The lock is held.
func (c commitOf) acknowledged() {
	for _, it := range c.working {
		it.journaled = true
	}
}
