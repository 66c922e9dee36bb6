package ingest

import (
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// ended looks for the end of a request that the index does not hold: its
// partition of documents.completed is read from the time of its identifier to
// its end now. False where the index holds the request, or it has not ended.
// The first end in the partition is the one that counts.
func (s *Service) ended(ctx context.Context, id string) (event.Completed, bool, error) {
	var none event.Completed
	if _, ok := s.deps.Statuses.Get(id); ok {
		return none, false, nil
	}
	from, ok := requestid.Time(id)
	if !ok {
		return none, false, nil
	}
	rec, err := s.scan(ctx, id, from)
	if err != nil {
		return none, false, fmt.Errorf("looking for an earlier result: %w", err)
	}
	if rec == nil {
		return none, false, nil
	}
	var completed event.Completed
	if err := s.deps.Kafka.Decode(ctx, rec, &completed); err != nil {
		return none, false, fmt.Errorf("reading an earlier result: %w", err)
	}
	return completed, true, nil
}

// scan gives the first record of documents.completed under the key written
// since, nil where there is none.
func (s *Service) scan(ctx context.Context, key string, since time.Time) (*kgo.Record, error) {
	partition, err := s.deps.Kafka.PartitionOf(ctx, topic.Completed, key)
	if err != nil {
		return nil, err
	}
	until, err := s.deps.Kafka.EndOffset(ctx, topic.Completed, partition)
	if err != nil {
		return nil, err
	}
	name := s.deps.Kafka.Topic(topic.Completed)
	starts, err := kafka.Listed(s.deps.Kafka.Admin().ListOffsetsAfterMilli(ctx, since.UnixMilli(), name))
	if err != nil {
		return nil, err
	}
	for rec, err := range s.deps.Kafka.Scan(ctx, kafka.Stretch{Topic: topic.Completed, Partition: partition, From: starts[name][partition].Offset, To: until}) {
		if err != nil || string(rec.Key) == key {
			return rec, err
		}
	}
	return nil, nil
}
