package embedded

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// The broker knows where a partition ends from its newest batch on disk, and
// from nothing else. A partition whose batches are all deleted would begin at
// offset 0 again after the next start: groups that had committed 500 would skip
// the next 500 records, and offsets would mean two records each. So the newest
// batch of every partition is kept, whoever deletes: requests are changed on
// their way in, and retention is done here instead of by the broker. For the
// same reason its compaction is off, which deletes as retention does; compacted
// topics keep all their records, which is more than they promise.

// never is an interval for the broker's own retention and compaction.
const never = 100 * 365 * 24 * time.Hour

// retentionInterval is how often retention is applied. A pass is a handful of
// requests that read no records.
const retentionInterval = time.Minute

// keepNewest changes a request to delete records so that it leaves the newest.
// The broker answers it as usual.
func (k *Kafka) keepNewest(request kmsg.Request) (kmsg.Response, error, bool) {
	if deletion, is := request.(*kmsg.DeleteRecordsRequest); is {
		for t := range deletion.Topics {
			topic := &deletion.Topics[t]
			for p := range topic.Partitions {
				partition := &topic.Partitions[p]
				info := k.cluster.PartitionInfo(topic.Topic, partition.Partition)
				if info == nil || info.HighWatermark == info.LogStartOffset {
					continue
				}
				if partition.Offset == -1 || partition.Offset == info.HighWatermark {
					partition.Offset = info.HighWatermark - 1
				}
			}
		}
	}
	return nil, nil, false
}

// applyRetention deletes what topics keep no longer, until ctx ends.
func (k *Kafka) applyRetention(ctx context.Context, admin *kadm.Client) {
	defer admin.Close()
	ticker := time.NewTicker(retentionInterval)
	defer ticker.Stop()
	for {
		if err := deleteExpired(ctx, admin); err != nil && ctx.Err() == nil {
			k.log.Warn("embedded Kafka could not delete old records; it tries again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// deleteExpired is one pass over all topics. Retention by size is not applied.
func deleteExpired(ctx context.Context, admin *kadm.Client) error {
	ctx, cancel := context.WithTimeout(ctx, retentionInterval)
	defer cancel()
	kept, err := retentions(ctx, admin)
	if err != nil {
		return err
	}
	var faults []error
	for retention, topics := range kept {
		if err := deleteOlder(ctx, admin, retention, topics); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// retentions lists the topics that delete by age, by that age.
func retentions(ctx context.Context, admin *kadm.Client) (map[time.Duration][]string, error) {
	topics, err := admin.ListTopics(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing topics: %w", err)
	}
	kept := map[time.Duration][]string{}
	if len(topics) == 0 {
		return kept, nil
	}
	configs, err := admin.DescribeTopicConfigs(ctx, topics.Names()...)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration of topics: %w", err)
	}
	for _, topic := range configs {
		age, deletes := int64(-1), false
		for _, config := range topic.Configs {
			switch config.Key {
			case "retention.ms":
				if age, err = strconv.ParseInt(config.MaybeValue(), 10, 64); err != nil {
					return nil, fmt.Errorf("reading retention.ms of %s: %w", topic.Name, err)
				}
			case "cleanup.policy":
				deletes = strings.Contains(config.MaybeValue(), "delete")
			}
		}
		if deletes && age >= 0 {
			retention := time.Duration(age) * time.Millisecond
			kept[retention] = append(kept[retention], topic.Name)
		}
	}
	return kept, nil
}

func deleteOlder(ctx context.Context, admin *kadm.Client, retention time.Duration, topics []string) error {
	starts, err := admin.ListStartOffsets(ctx, topics...)
	if err != nil {
		return fmt.Errorf("listing the start of topics: %w", err)
	}
	firsts, err := admin.ListOffsetsAfterMilli(ctx, time.Now().Add(-retention).UnixMilli(), topics...)
	if err != nil {
		return fmt.Errorf("looking for old records: %w", err)
	}
	var bounds kadm.Offsets
	firsts.Each(func(first kadm.ListedOffset) {
		start, known := starts.Lookup(first.Topic, first.Partition)
		if known && first.Err == nil && start.Err == nil && first.Offset > start.Offset {
			bounds.AddOffset(first.Topic, first.Partition, first.Offset, -1)
		}
	})
	if len(bounds) == 0 {
		return nil
	}
	deleted, err := admin.DeleteRecords(ctx, bounds)
	if err != nil {
		return fmt.Errorf("deleting old records: %w", err)
	}
	return deleted.Error()
}

// adminOf is a client of the broker that dials its listener, since the name it
// advertises need not resolve on this machine.
func adminOf(listener net.Addr) (*kadm.Client, error) {
	client, err := kgo.NewClient(
		kgo.SeedBrokers(listener.String()),
		kgo.Dialer(func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, listener.String())
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("making a client of the embedded Kafka: %w", err)
	}
	return kadm.NewClient(client), nil
}
