package stage

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
)

var (
	errKilled       = errors.New("the process died each time this record was at work alone")
	errDiscarded    = errors.New("given up by an operator")
	errNotJournaled = errors.New("the commit did not show the record")
)

// verdict is why a record will never be done, and how far it is with its end.
type verdict struct {
	class   class
	failure *PermanentError
	buried  bool
	ended   bool
}

// mustBury reports whether the record goes to the dead letters, or is parked: not
// where its request simply ends as failed.
func (v *verdict) mustBury() bool { return v.class != permanent && !v.buried }

// mustEnd reports whether the request ends: not that of a parked record.
func (v *verdict) mustEnd() bool { return v.class != parked && !v.ended }

func (v *verdict) complete(endable bool) bool { return !v.mustBury() && (!v.mustEnd() || !endable) }

// Headers that a dead letter has beside those of the record.
const (
	HeaderTopic        = "lavra-topic" // without prefix
	HeaderPartition    = "lavra-partition"
	HeaderOffset       = "lavra-offset"
	HeaderStage        = "lavra-stage"
	HeaderClass        = "lavra-class"
	HeaderReason       = "lavra-reason"
	HeaderAttempts     = "lavra-attempts"
	HeaderFirstFailure = "lavra-first-failure"
	HeaderLastFailure  = "lavra-last-failure"
	HeaderBuild        = "lavra-build"
	HeaderDropped      = "lavra-value-dropped" // bytes of a value that was too large to keep
)

// Headers of a record that an operator puts back. A letter made of it keeps them.
const (
	HeaderFor     = "lavra-for"     // the one reader that it is meant for: a stage's name; the sink takes all
	HeaderReplays = "lavra-replays" // how often it was put back
	HeaderEnd     = "lavra-end"     // the stage does not work on it, and ends its request as failed
)

// headerOf is the value of a header; empty: it has none of that name.
func headerOf(rec *kgo.Record, key string) string {
	for _, h := range rec.Headers {
		if h.Key == key {
			return string(h.Value)
		}
	}
	return ""
}

// bury writes the record, byte for byte, to the dead letters or the parked ones,
// and waits until that is acknowledged.
func (r *runner) bury(ctx context.Context, it *item) error {
	dead := r.deadLetter(it, time.Now())
	_, err := r.cfg.Kafka.ProduceRecord(ctx, dead)
	if errors.Is(err, kafka.ErrTooLarge) {
		// Only a stranger's record can be this large. It stays where it was for
		// as long as its topic keeps it.
		dead = r.deadLetter(it, time.Now())
		dead.Headers = append(dead.Headers, text(HeaderDropped, strconv.Itoa(len(dead.Value))))
		dead.Value = nil
		_, err = r.cfg.Kafka.ProduceRecord(ctx, dead)
	}
	if err != nil {
		return fmt.Errorf("burying a record: %w", err)
	}
	return nil
}

func (r *runner) deadLetter(it *item, now time.Time) *kgo.Record {
	first := it.firstFailure
	if first.IsZero() {
		first = now
	}
	headers := append([]kgo.RecordHeader(nil), it.Headers...)
	name := r.cfg.DeadTopic
	if it.verdict.class == parked {
		name = r.cfg.ParkTopic
	}
	return &kgo.Record{
		Topic: name,
		Key:   it.Key,
		Value: it.Value,
		Headers: append(headers,
			text(HeaderTopic, r.cfg.Kafka.Name(it.Topic)),
			text(HeaderPartition, strconv.Itoa(int(it.Partition))),
			text(HeaderOffset, strconv.FormatInt(it.Offset, 10)),
			text(HeaderStage, r.cfg.Name),
			text(HeaderClass, string(it.verdict.class)),
			text(HeaderReason, it.verdict.failure.Error()),
			text(HeaderAttempts, strconv.Itoa(it.attempts+1)),
			text(HeaderFirstFailure, first.UTC().Format(time.RFC3339Nano)),
			text(HeaderLastFailure, now.UTC().Format(time.RFC3339Nano)),
			text(HeaderBuild, r.cfg.Build),
		),
	}
}

func text(key, value string) kgo.RecordHeader {
	return kgo.RecordHeader{Key: key, Value: []byte(value)}
}

func dueOf(err error) time.Time {
	var e notBeforeError
	errors.As(err, &e)
	return e.at
}
