package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
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
		err = s.scan(ctx, kafka.Stretch{Topic: name, Partition: partition, From: from, To: to}, &budget, id, func(rec *kgo.Record) error { return s.note(ctx, name, rec, &found) })
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
	return s.scan(ctx, kafka.Stretch{Topic: topic.Completed, Partition: partition, From: from, To: to}, &budget, id, func(rec *kgo.Record) error {
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
		err = s.scan(ctx, kafka.Stretch{Topic: name, Partition: partition, From: from, To: to}, &budget, id, func(rec *kgo.Record) error { return s.note(ctx, name, rec, &found) })
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
	listed, err := kafka.Listed(s.kafka.Admin().ListOffsetsAfterMilli(ctx, at.Add(-clockSkew).UnixMilli(), broker))
	if err != nil {
		return 0, fmt.Errorf("finding where to scan %s from: %w", name, err)
	}
	offset, ok := listed.Lookup(broker, partition)
	if !ok {
		return 0, fmt.Errorf("finding where to scan %s from: no partition %d", name, partition)
	}
	return offset.Offset, nil
}

// errLogCut says that the log has let go of what may have been there.
var errLogCut = errors.New("the log begins behind the request's time")

// reachesBack reports whether the log alone can say that there is no such request: its
// statuses are all there from the identifier's time on. What has no status yet is in
// documents.submitted, which is kept until it has one.
func (s *Service) reachesBack(ctx context.Context, id string, at time.Time) error {
	partition, err := s.kafka.PartitionOf(ctx, topic.Status, id)
	if err != nil {
		return err
	}
	from, err := s.scanFrom(ctx, topic.Status, partition, at, nil)
	if err != nil {
		return err
	}
	broker := s.kafka.Topic(topic.Status)
	starts, err := kafka.Listed(s.kafka.Admin().ListStartOffsets(ctx, broker))
	if err != nil {
		return fmt.Errorf("finding where %s begins: %w", topic.Status, err)
	}
	start, ok := starts.Lookup(broker, partition)
	if !ok || start.Offset > 0 && from <= start.Offset {
		return errLogCut
	}
	return nil
}

// scan calls visit for each committed record of a stretch that has the key,
// until the budget of bytes is used up.
func (s *Service) scan(ctx context.Context, st kafka.Stretch, budget *int, key string, visit func(*kgo.Record) error) error {
	for rec, err := range s.kafka.Scan(ctx, st) {
		if err != nil {
			return err
		}
		if *budget < 0 {
			return fmt.Errorf("scanning %s/%d: %w", st.Topic, st.Partition, errBound)
		}
		*budget -= len(rec.Key) + len(rec.Value)
		if string(rec.Key) != key {
			continue
		}
		if err := visit(rec); err != nil {
			return fmt.Errorf("scanning %s/%d: %w", st.Topic, st.Partition, err)
		}
	}
	return nil
}
