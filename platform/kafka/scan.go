package kafka

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"lavra.dev/schemas/event"
)

// Stretch is a part of one partition.
type Stretch struct {
	Topic     string // without the prefix of the installation
	Partition int32
	From, To  int64 // To is not part of it
}

// scanBytes is what one step of a scan asks for: some 4,000 statuses.
const scanBytes = 1 << 20

// Scan gives the committed records of a stretch, in their order. An error is
// the last it gives: ErrOpenTransaction where one hides the rest. It fetches by
// itself instead of setting up a consumer: scans are rare, short and many at once.
func (k *Kafka) Scan(ctx context.Context, s Stretch) iter.Seq2[*kgo.Record, error] {
	return func(yield func(*kgo.Record, error) bool) {
		for at := s.From; at < s.To; {
			got, next, err := k.fetchFrom(ctx, event.Pointer{Topic: s.Topic, Partition: s.Partition, Offset: at})
			switch {
			case errors.Is(err, kerr.OffsetOutOfRange) && next > at: // deleted meanwhile
				err = nil
			case err == nil && next <= at:
				err = ErrOpenTransaction
			}
			if err != nil {
				yield(nil, fmt.Errorf("scanning %s/%d: %w", s.Topic, s.Partition, err))
				return
			}
			for _, rec := range got {
				if rec.Offset >= s.To || !yield(rec, nil) {
					return
				}
			}
			at = next
		}
	}
}

// fetchFrom gets committed records from a pointer on, and the offset to go on from.
func (k *Kafka) fetchFrom(ctx context.Context, at event.Pointer) ([]*kgo.Record, int64, error) {
	records, next, err := k.fetchMany(ctx, at, describeFor)
	if moved(err) {
		return k.fetchMany(ctx, at, time.Millisecond)
	}
	return records, next, err
}

func (k *Kafka) fetchMany(ctx context.Context, at event.Pointer, age time.Duration) ([]*kgo.Record, int64, error) {
	topic, leader, err := k.leader(ctx, at, age)
	if err != nil {
		return nil, at.Offset, err
	}
	const committed = 1
	req := fetchRequest(topic, at, scanBytes)
	req.MaxBytes, req.IsolationLevel = scanBytes, committed
	answer, err := k.client.Broker(int(leader)).RetriableRequest(ctx, req)
	if err != nil {
		return nil, at.Offset, err
	}
	resp := answer.(*kmsg.FetchResponse)
	if err := codeError(resp.ErrorCode); err != nil {
		return nil, at.Offset, err
	}
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return nil, at.Offset, errNoAnswer
	}
	got, next := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{
		Topic: *topic.Topic, Partition: at.Partition, Offset: at.Offset, IsolationLevel: kgo.ReadCommitted(),
	}, &resp.Topics[0].Partitions[0], decompressor, nil)
	if errors.Is(got.Err, kerr.OffsetOutOfRange) {
		return nil, got.LogStartOffset, got.Err
	}
	return got.Records, next, got.Err
}
