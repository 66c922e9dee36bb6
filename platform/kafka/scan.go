package kafka

import (
	"context"
	"encoding/binary"
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

// ScanSince gives the committed records of a topic that were written since a
// time, partition by partition, up to its end at the call. What stands behind an
// open transaction is left out: nobody was told of it yet. An error is the last
// it gives.
func (k *Kafka) ScanSince(ctx context.Context, name string, since time.Time) iter.Seq2[*kgo.Record, error] {
	return func(yield func(*kgo.Record, error) bool) {
		broker := k.Topic(name)
		from, err := k.OffsetsSince(ctx, since, broker)
		if err != nil {
			yield(nil, err)
			return
		}
		ends, err := Listed(k.admin.ListEndOffsets(ctx, broker))
		if err != nil {
			yield(nil, err)
			return
		}
		for partition, end := range ends[broker] {
			start, _ := from.Lookup(broker, partition)
			for rec, err := range k.Scan(ctx, Stretch{Topic: name, Partition: partition, From: start.Offset, To: end.Offset}) {
				if errors.Is(err, ErrOpenTransaction) {
					break
				}
				if !yield(rec, err) || err != nil {
					return
				}
			}
		}
	}
}

// ScanHidden gives the records under a key that were acknowledged in a stretch,
// though a transaction that is open before them keeps readers of committed
// records from getting there: those of no transaction, and those of one that
// was committed. ErrOpenTransaction is the last it gives where one that has not
// ended wrote under the key: it may be acknowledged all the same, for a broker
// answers a commit before its markers stand in the log.
func (k *Kafka) ScanHidden(ctx context.Context, s Stretch, key string) iter.Seq2[*kgo.Record, error] {
	return func(yield func(*kgo.Record, error) bool) {
		open := map[int64][]*kgo.Record{} // by producer
		for at := s.From; at < s.To; {
			got, next, err := k.fetchMany(ctx, event.Pointer{Topic: s.Topic, Partition: s.Partition, Offset: at}, describeFor, kgo.ReadUncommitted())
			if err == nil && next <= at {
				err = ErrGone
			}
			if err != nil {
				yield(nil, fmt.Errorf("scanning %s/%d: %w", s.Topic, s.Partition, err))
				return
			}
			for _, rec := range got {
				for _, found := range settled(open, rec, key) {
					if !yield(found, nil) {
						return
					}
				}
			}
			at = next
		}
		if len(open) > 0 {
			yield(nil, ErrOpenTransaction)
		}
	}
}

// settled gives the records under a key that this one shows to be acknowledged.
func settled(open map[int64][]*kgo.Record, rec *kgo.Record, key string) []*kgo.Record {
	switch {
	case rec.Attrs.IsControl():
		records := open[rec.ProducerID]
		delete(open, rec.ProducerID)
		if commits(rec) {
			return records
		}
	case string(rec.Key) != key:
	case rec.Attrs.IsTransactional():
		open[rec.ProducerID] = append(open[rec.ProducerID], rec)
	default:
		return []*kgo.Record{rec}
	}
	return nil
}

// commits reports whether a control record ends a transaction well: its key is a
// version and a kind, two bytes each, and kind 1 is a commit.
func commits(rec *kgo.Record) bool {
	return len(rec.Key) >= 4 && binary.BigEndian.Uint16(rec.Key[2:]) == 1
}

// fetchFrom gets committed records from a pointer on, and the offset to go on from.
func (k *Kafka) fetchFrom(ctx context.Context, at event.Pointer) ([]*kgo.Record, int64, error) {
	records, next, err := k.fetchMany(ctx, at, describeFor, kgo.ReadCommitted())
	if moved(err) {
		return k.fetchMany(ctx, at, time.Millisecond, kgo.ReadCommitted())
	}
	return records, next, err
}

func (k *Kafka) fetchMany(ctx context.Context, at event.Pointer, age time.Duration, level kgo.IsolationLevel) ([]*kgo.Record, int64, error) {
	topic, leader, err := k.leader(ctx, at, age)
	if err != nil {
		return nil, at.Offset, err
	}
	req := fetchRequest(topic, at, scanBytes)
	req.MaxBytes = scanBytes
	isCommitted := level == kgo.ReadCommitted()
	if isCommitted {
		req.IsolationLevel = isolationCommitted
	}
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
		Topic: *topic.Topic, Partition: at.Partition, Offset: at.Offset, IsolationLevel: level, KeepControlRecords: !isCommitted,
	}, &resp.Topics[0].Partitions[0], decompressor, nil)
	if errors.Is(got.Err, kerr.OffsetOutOfRange) {
		return nil, got.LogStartOffset, got.Err
	}
	return got.Records, next, got.Err
}
