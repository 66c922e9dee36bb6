package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// errBound says that a scan was cut short.
var errBound = errors.New("the scan reached its bound")

// clockSkew is how far the clock that stamps a record may be behind the one
// that made the identifier.
const clockSkew = time.Minute

// scanned is what a scan found of a request.
type scanned struct {
	status    *event.Status // the highest
	request   *event.Request
	completed *event.Completed // the first of the highest revision
}

func (f scanned) ended() bool {
	return f.completed != nil || f.status != nil && f.status.Completed != nil
}

// scanState looks for a request in the part of its partitions that neither the
// index nor the query store covers: from what the sink has committed, or from
// the identifier's time where there is no word of that, to where the index begins.
func (s *Service) scanState(ctx context.Context, id string, at time.Time, commits kadm.OffsetResponses) (scanned, error) {
	var found scanned
	budget := s.cfg.ScanBytes
	for _, name := range append(topic.Lanes(topic.Submitted), topic.Status) {
		partition, err := s.kafka.PartitionOf(ctx, name, id)
		if err != nil {
			return found, err
		}
		to, ok := s.index.Held(name, partition)
		if !ok {
			return found, errBound
		}
		from, err := s.scanFrom(ctx, name, partition, at, commits)
		if err != nil {
			return found, err
		}
		err = s.scan(ctx, stretch{name, partition, from, to}, &budget, id, func(rec *kgo.Record) error { return s.note(ctx, name, rec, &found) })
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

// scanEnd looks for the end of a request among the results that the sink has
// not committed: it reads each topic at its own pace, and may have a terminal
// status long before the result.
func (s *Service) scanEnd(ctx context.Context, id string, at time.Time, commits kadm.OffsetResponses, found *scanned) error {
	partition, err := s.kafka.PartitionOf(ctx, topic.Completed, id)
	if err != nil {
		return err
	}
	from, err := s.scanFrom(ctx, topic.Completed, partition, at, commits)
	if err != nil {
		return err
	}
	to, err := s.kafka.EndOffset(ctx, topic.Completed, partition)
	if err != nil {
		return err
	}
	budget := s.cfg.ScanBytes
	return s.scan(ctx, stretch{topic.Completed, partition, from, to}, &budget, id, func(rec *kgo.Record) error {
		var ev event.Completed
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
			return err
		}
		if found.completed == nil || ev.Request.Revision > found.completed.Request.Revision {
			found.completed = &ev
		}
		return nil
	})
}

// scanRequest looks for the submitted event of a request from its time on.
func (s *Service) scanRequest(ctx context.Context, id string) (event.Request, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.ScanTimeout)
	defer cancel()
	at, _ := requestid.Time(id)
	var found scanned
	budget := s.cfg.ScanBytes
	for _, name := range topic.Lanes(topic.Submitted) {
		partition, err := s.kafka.PartitionOf(ctx, name, id)
		if err != nil {
			return event.Request{}, false, err
		}
		from, err := s.scanFrom(ctx, name, partition, at, nil)
		if err != nil {
			return event.Request{}, false, err
		}
		to, err := s.kafka.EndOffset(ctx, name, partition)
		if err != nil {
			return event.Request{}, false, err
		}
		err = s.scan(ctx, stretch{name, partition, from, to}, &budget, id, func(rec *kgo.Record) error { return s.note(ctx, name, rec, &found) })
		if err != nil {
			return event.Request{}, false, err
		}
		if found.request != nil {
			return *found.request, true, nil
		}
	}
	return event.Request{}, false, nil
}

// note takes in one record of the request. The first end is the truth, so only
// a higher rank replaces.
func (s *Service) note(ctx context.Context, name string, rec *kgo.Record, found *scanned) error {
	if name != topic.Status {
		var ev event.Submitted
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
			return err
		}
		found.request = &ev.Request
		return nil
	}
	var ev event.Status
	if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
		return err
	}
	if last := found.status; last == nil || ev.Revision > last.Revision || ev.Revision == last.Revision && ev.Rank > last.Rank {
		found.status = &ev
	}
	return nil
}

// scanFrom is the offset that a scan begins at.
func (s *Service) scanFrom(ctx context.Context, name string, partition int32, at time.Time, commits kadm.OffsetResponses) (int64, error) {
	if commit, ok := commits.Lookup(s.kafka.Topic(name), partition); ok && commit.Err == nil && commit.At >= 0 {
		return commit.At, nil
	}
	broker := s.kafka.Topic(name)
	listed, err := s.kafka.Admin().ListOffsetsAfterMilli(ctx, at.Add(-clockSkew).UnixMilli(), broker)
	if err == nil {
		err = listed.Error()
	}
	if err != nil {
		return 0, fmt.Errorf("finding where to scan %s from: %w", name, err)
	}
	offset, ok := listed.Lookup(broker, partition)
	if !ok {
		return 0, fmt.Errorf("finding where to scan %s from: no partition %d", name, partition)
	}
	return offset.Offset, nil
}

// stretch is a part of one partition.
type stretch struct {
	topic     string // without prefix
	partition int32
	from, to  int64
}

// scan calls visit for each committed record of a stretch that has the key,
// until the budget of bytes is used up.
func (s *Service) scan(ctx context.Context, st stretch, budget *int, key string, visit func(*kgo.Record) error) error {
	for at := st.from; at < st.to; {
		got, next, err := s.fetch(ctx, st.topic, st.partition, at)
		if errors.Is(err, kerr.OffsetOutOfRange) && next > at {
			at = next // deleted meanwhile: the sink is past it
			continue
		}
		if err != nil {
			return fmt.Errorf("scanning %s/%d: %w", st.topic, st.partition, err)
		}
		if next <= at {
			return fmt.Errorf("scanning %s/%d: %w", st.topic, st.partition, errBound) // an open transaction
		}
		for _, rec := range got {
			if rec.Offset >= st.to {
				return nil
			}
			*budget -= len(rec.Key) + len(rec.Value)
			if string(rec.Key) != key {
				continue
			}
			if err := visit(rec); err != nil {
				return fmt.Errorf("scanning %s/%d: %w", st.topic, st.partition, err)
			}
		}
		if at = next; *budget < 0 && at < st.to {
			return fmt.Errorf("scanning %s/%d: %w", st.topic, st.partition, errBound)
		}
	}
	return nil
}

// fetchBytes is what one step of a scan asks for: some 4,000 statuses.
const fetchBytes = 1 << 20

var decompressor = kgo.DefaultDecompressor()

// fetch gets the records from an offset on, and the offset to go on from. A
// fetch of its own instead of a consumer: scans are rare, short and many at once.
func (s *Service) fetch(ctx context.Context, name string, partition int32, at int64) ([]*kgo.Record, int64, error) {
	described, leader, err := s.leaderOf(ctx, name, partition)
	if err != nil {
		return nil, at, err
	}
	req := kmsg.NewPtrFetchRequest()
	req.MaxWaitMillis, req.MinBytes, req.MaxBytes = 0, 1, fetchBytes
	req.IsolationLevel = 1 // committed
	t := kmsg.NewFetchRequestTopic()
	t.Topic, t.TopicID = *described.Topic, described.TopicID
	p := kmsg.NewFetchRequestTopicPartition()
	p.Partition, p.FetchOffset, p.PartitionMaxBytes = partition, at, fetchBytes
	t.Partitions = append(t.Partitions, p)
	req.Topics = append(req.Topics, t)
	answer, err := s.client.Broker(int(leader)).RetriableRequest(ctx, req)
	if err != nil {
		return nil, at, err
	}
	resp := answer.(*kmsg.FetchResponse)
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return nil, at, errors.Join(errors.New("the broker left the partition out of its answer"), kerr.ErrorForCode(resp.ErrorCode))
	}
	got, next := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{
		Topic: *described.Topic, Partition: partition, Offset: at, IsolationLevel: kgo.ReadCommitted(),
	}, &resp.Topics[0].Partitions[0], decompressor, nil)
	if errors.Is(got.Err, kerr.OffsetOutOfRange) {
		return nil, got.LogStartOffset, got.Err
	}
	return got.Records, next, got.Err
}

func (s *Service) leaderOf(ctx context.Context, name string, partition int32) (kmsg.MetadataResponseTopic, int32, error) {
	req := kmsg.NewPtrMetadataRequest()
	t := kmsg.NewMetadataRequestTopic()
	t.Topic = kmsg.StringPtr(s.kafka.Topic(name))
	req.Topics = append(req.Topics, t)
	resp, err := s.client.RequestCachedMetadata(ctx, req, 5*time.Second)
	if err != nil {
		return kmsg.MetadataResponseTopic{}, 0, err
	}
	for _, t := range resp.Topics {
		for _, p := range t.Partitions {
			if p.Partition == partition && p.Leader >= 0 && t.Topic != nil {
				return t, p.Leader, nil
			}
		}
	}
	return kmsg.MetadataResponseTopic{}, 0, fmt.Errorf("partition %d of %s has no leader", partition, name)
}
