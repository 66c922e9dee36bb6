package kafka

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"lavra.dev/schemas/event"
)

// describeFor is how long the layout of a topic is taken as known. A leader
// that moved meanwhile says so, and is looked up anew.
const describeFor = time.Minute

var decompressor = kgo.DefaultDecompressor()

// ReadAt fetches the one record at a pointer, in one round trip: no consumer
// is set up for it. A record that was deleted, or is not written yet, is ErrGone.
func (k *Kafka) ReadAt(ctx context.Context, at event.Pointer) (*kgo.Record, error) {
	rec, err := k.readFrom(ctx, at)
	if err == nil && rec.Offset != at.Offset {
		err = ErrGone
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s/%d at %d: %w", at.Topic, at.Partition, at.Offset, err)
	}
	return rec, nil
}

// readFrom fetches the first record at a pointer or after it, be it one that
// ends a transaction.
func (k *Kafka) readFrom(ctx context.Context, at event.Pointer) (*kgo.Record, error) {
	rec, err := k.fetchOne(ctx, at, describeFor)
	if moved(err) {
		return k.fetchOne(ctx, at, time.Millisecond)
	}
	return rec, err
}

func moved(err error) bool {
	return errors.Is(err, kerr.NotLeaderForPartition) || errors.Is(err, kerr.UnknownTopicID) ||
		errors.Is(err, kerr.UnknownTopicOrPartition) || errors.Is(err, kerr.FencedLeaderEpoch)
}

func (k *Kafka) fetchOne(ctx context.Context, at event.Pointer, age time.Duration) (*kgo.Record, error) {
	topic, leader, err := k.leader(ctx, at, age)
	if err != nil {
		return nil, err
	}
	// Uncommitted, since a pointer is only ever made of a record that was
	// acknowledged, and a transaction that is open elsewhere in the partition
	// must not hide it. A broker gives the first batch whole, however few bytes
	// are asked for.
	resp, err := k.client.Broker(int(leader)).RetriableRequest(ctx, fetchRequest(topic, at, 1))
	if err != nil {
		return nil, err
	}
	return pick(resp.(*kmsg.FetchResponse), *topic.Topic, at)
}

// leader gives the layout of a topic, at most as old as age, and who leads a partition.
func (k *Kafka) leader(ctx context.Context, at event.Pointer, age time.Duration) (kmsg.MetadataResponseTopic, int32, error) {
	topic, err := k.describe(ctx, k.Topic(at.Topic), age)
	if err != nil {
		return topic, -1, err
	}
	for _, p := range topic.Partitions {
		if p.Partition == at.Partition && p.Leader >= 0 {
			return topic, p.Leader, nil
		}
	}
	return topic, -1, fmt.Errorf("%w: no leader", kerr.UnknownTopicOrPartition)
}

// fetchRequest asks for what is there from an offset on, without waiting for more.
func fetchRequest(topic kmsg.MetadataResponseTopic, at event.Pointer, bytes int32) *kmsg.FetchRequest {
	req := kmsg.NewPtrFetchRequest()
	req.MaxWaitMillis = 0
	req.MinBytes = 1
	t := kmsg.NewFetchRequestTopic()
	t.Topic = *topic.Topic
	t.TopicID = topic.TopicID
	p := kmsg.NewFetchRequestTopicPartition()
	p.Partition = at.Partition
	p.FetchOffset = at.Offset
	p.PartitionMaxBytes = bytes
	t.Partitions = append(t.Partitions, p)
	req.Topics = append(req.Topics, t)
	return req
}

func pick(resp *kmsg.FetchResponse, topic string, at event.Pointer) (*kgo.Record, error) {
	if err := codeError(resp.ErrorCode); err != nil {
		return nil, err
	}
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return nil, errNoAnswer
	}
	got, _ := kgo.ProcessFetchPartition(
		kgo.ProcessFetchPartitionOpts{Topic: topic, Partition: at.Partition, Offset: at.Offset, KeepControlRecords: true},
		&resp.Topics[0].Partitions[0], decompressor, nil)
	if errors.Is(got.Err, kerr.OffsetOutOfRange) {
		return nil, fmt.Errorf("%w: %w", ErrGone, got.Err)
	}
	if got.Err != nil {
		return nil, got.Err
	}
	if len(got.Records) == 0 {
		return nil, ErrGone
	}
	return got.Records[0], nil
}

// describe gives the layout of a topic, at most as old as age.
func (k *Kafka) describe(ctx context.Context, topic string, age time.Duration) (kmsg.MetadataResponseTopic, error) {
	req := kmsg.NewPtrMetadataRequest()
	t := kmsg.NewMetadataRequestTopic()
	t.Topic = kmsg.StringPtr(topic)
	req.Topics = append(req.Topics, t)
	resp, err := k.client.RequestCachedMetadata(ctx, req, age)
	if err != nil {
		return kmsg.MetadataResponseTopic{}, fmt.Errorf("asking for the layout of %s: %w", k.Name(topic), err)
	}
	if len(resp.Topics) != 1 || resp.Topics[0].Topic == nil {
		return kmsg.MetadataResponseTopic{}, fmt.Errorf("asking for the layout of %s: %w", k.Name(topic), errNoAnswer)
	}
	if err := codeError(resp.Topics[0].ErrorCode); err != nil {
		return kmsg.MetadataResponseTopic{}, fmt.Errorf("asking for the layout of %s: %w", k.Name(topic), err)
	}
	return resp.Topics[0], nil
}
