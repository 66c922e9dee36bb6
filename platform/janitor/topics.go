package janitor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/topic"
)

// SweepTopics deletes the records of topics with readers that lie below the
// lowest commit of all of these and are older than they are kept.
func (j *Janitor) SweepTopics(ctx context.Context) error {
	commits, err := j.commits(ctx)
	if err != nil {
		return err
	}
	var faults []error
	for _, d := range j.declared {
		if d.Read() {
			faults = append(faults, j.sweepTopic(ctx, d, commits))
		}
	}
	return errors.Join(faults...)
}

// commits are those of every group that holds records back, by its name.
func (j *Janitor) commits(ctx context.Context) (map[string]kadm.OffsetResponses, error) {
	all := map[string]kadm.OffsetResponses{}
	for _, d := range j.declared {
		for _, group := range d.Readers {
			if all[group] != nil {
				continue
			}
			commits, err := j.kafka.Commits(ctx, group)
			if err != nil {
				return nil, err
			}
			all[group] = commits
		}
	}
	return all, nil
}

func (j *Janitor) sweepTopic(ctx context.Context, d topic.Topic, commits map[string]kadm.OffsetResponses) error {
	name := j.kafka.Topic(d.Name)
	starts, err := kafka.Listed(j.kafka.Admin().ListStartOffsets(ctx, name))
	if err != nil {
		return fmt.Errorf("asking the start of %s: %w", d.Name, err)
	}
	// The first offset that is young enough to stay, or the end.
	young, err := kafka.Listed(j.kafka.Admin().ListOffsetsAfterMilli(ctx, time.Now().Add(-cmp.Or(d.Kept, j.cfg.KeepWork)).UnixMilli(), name))
	if err != nil {
		return fmt.Errorf("asking what is old in %s: %w", d.Name, err)
	}
	bounds := kadm.Offsets{}
	for partition, start := range starts[name] {
		bound := young[name][partition].Offset
		for _, group := range d.Readers {
			bound = min(bound, committed(commits[group], name, partition))
		}
		if bound > start.Offset {
			bounds.AddOffset(name, partition, bound, -1)
		}
	}
	return j.deleteBelow(ctx, d, starts, bounds)
}

// committed is the offset up to which a group is done; -1 if it never said so.
func committed(commits kadm.OffsetResponses, topic string, partition int32) int64 {
	commit, ok := commits.Lookup(topic, partition)
	if !ok || commit.Err != nil {
		return -1
	}
	return commit.At
}

func (j *Janitor) deleteBelow(ctx context.Context, d topic.Topic, starts kadm.ListedOffsets, bounds kadm.Offsets) error {
	if len(bounds) == 0 {
		return nil
	}
	deleted, err := j.kafka.Admin().DeleteRecords(ctx, bounds)
	if err != nil {
		return fmt.Errorf("deleting records of %s: %w", d.Name, err)
	}
	var faults []error
	var n int64
	deleted.Each(func(r kadm.DeleteRecordsResponse) {
		if r.Err != nil {
			faults = append(faults, fmt.Errorf("deleting records of %s/%d: %w", d.Name, r.Partition, r.Err))
			return
		}
		start, _ := starts.Lookup(r.Topic, r.Partition)
		n += r.LowWatermark - start.Offset
	})
	if n > 0 { // a broker may delete whole segments only, and none is done with
		j.records.Add(float64(n))
		j.log.Info("records deleted that every group has done with", "topic", d.Name, "offsets", n)
	}
	return errors.Join(faults...)
}
