package deadletter

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// DefaultReplays is how often a letter may be put back before somebody has to say otherwise.
const DefaultReplays = 3

var (
	// ErrSettled says that something was done with the letter already.
	ErrSettled = errors.New("the letter is settled already")
	// ErrReplays says that the record came back too often.
	ErrReplays = errors.New("the record was put back as often as it may be")
	// ErrGone says that what the record needs is not kept any more.
	ErrGone = errors.New("what the letter needs is gone")
)

// Headers of documents.settled.
const (
	headerState = "lavra-state"
	headerBy    = "lavra-by"
)

// Desk is where letters are put back and given up. It may be used by many at once: a
// letter that two put back at the same moment is one record done twice, under the same
// event ids, of which readers keep the first.
type Desk struct {
	kafka *kafka.Kafka
	index *Index
}

// NewDesk works on the letters of an index, which its owner runs.
func NewDesk(k *kafka.Kafka, x *Index) *Desk { return &Desk{k, x} }

// Replay says how a letter is put back.
type Replay struct {
	By         string // who does it, for the record
	MaxReplays int    // DefaultReplays where it is 0

	// Callbacks calls the client once more when a request that had ended gets
	// another result. Its first end was told already.
	Callbacks bool
}

// Replay puts a letter's record back to where it came from, and notes that. A request
// that is open goes on; one that has ended is run again under its next revision, whose
// result takes the place of the first; a callback begins its attempts anew.
func (d *Desk) Replay(ctx context.Context, id string, how Replay) error {
	l, rec, err := d.open(ctx, id)
	if err != nil {
		return err
	}
	if how.MaxReplays == 0 {
		how.MaxReplays = DefaultReplays
	}
	if l.Replays >= how.MaxReplays {
		return fmt.Errorf("%w: %d times", ErrReplays, l.Replays)
	}
	headers := own(rec, l)
	headers = append(headers, header(stage.HeaderReplays, strconv.Itoa(l.Replays+1)), header(stage.HeaderFor, l.Stage))
	switch {
	case l.Kind == Callback && l.Class == exhausted:
		err = d.callAgain(ctx, l, rec, headers)
	case l.Kind == Dead && revisedBy(l) != nil:
		err = d.runAgain(ctx, l, rec, how.Callbacks)
	default:
		err = d.putBack(ctx, l, rec, headers)
	}
	if err != nil {
		return err
	}
	return d.settle(ctx, id, Replayed, how.By)
}

// Discard gives a letter up. The request of a parked one, which is still open, ends as
// failed: the stage that parked the record ends it.
func (d *Desk) Discard(ctx context.Context, id, by string) error {
	l, rec, err := d.open(ctx, id)
	if err != nil {
		return err
	}
	if l.Kind == Parked && l.Stage != topic.GroupWebhook {
		headers := append(own(rec, l), header(stage.HeaderFor, l.Stage), header(stage.HeaderEnd, "discarded"))
		if err := d.putBack(ctx, l, rec, headers); err != nil && !errors.Is(err, ErrGone) {
			return err
		}
	}
	return d.settle(ctx, id, Discarded, by)
}

// open reads a letter that nothing was done with yet.
func (d *Desk) open(ctx context.Context, id string) (Letter, *kgo.Record, error) {
	l, err := d.index.Get(id)
	if err != nil {
		return l, nil, err
	}
	if l.State != Open {
		return l, nil, ErrSettled
	}
	rec, err := d.kafka.ReadAt(ctx, l.at)
	if err == nil && l.Dropped && l.From != nil {
		var kept *kgo.Record
		if kept, err = d.kafka.ReadAt(ctx, *l.From); err == nil {
			rec.Value = kept.Value
		}
	}
	if errors.Is(err, kafka.ErrGone) {
		return l, nil, fmt.Errorf("%w: %w", ErrGone, err)
	}
	if err != nil {
		return l, nil, fmt.Errorf("reading a letter: %w", err)
	}
	return l, rec, nil
}

// own are the headers that a record had before it became a letter.
func own(rec *kgo.Record, l Letter) []kgo.RecordHeader {
	var headers []kgo.RecordHeader
	for _, h := range rec.Headers {
		if !strings.HasPrefix(h.Key, "lavra-") {
			headers = append(headers, h)
		}
	}
	return headers
}

// putBack writes the record as it was to where it came from.
func (d *Desk) putBack(ctx context.Context, l Letter, rec *kgo.Record, headers []kgo.RecordHeader) error {
	if l.From == nil {
		return fmt.Errorf("%w: it does not say where it comes from", ErrGone)
	}
	if _, known := topic.Lookup(l.From.Topic); !known {
		return fmt.Errorf("%w: it comes from %q, which is no topic of ours", ErrGone, l.From.Topic)
	}
	_, err := d.kafka.ProduceRecord(ctx, &kgo.Record{Topic: l.From.Topic, Key: rec.Key, Value: rec.Value, Headers: headers})
	return err
}

// callAgain orders a callback once more, as a delivery of its own.
func (d *Desk) callAgain(ctx context.Context, l Letter, rec *kgo.Record, headers []kgo.RecordHeader) error {
	var ev event.Delivery
	if err := d.kafka.Decode(ctx, rec, &ev); err != nil {
		return err
	}
	ev.EventID = event.ID(ev.EventID, "redelivery", int32(l.Replays+1))
	ev.Attempt, ev.Deferrals, ev.NotBefore, ev.DueAt = 0, 0, time.Time{}, time.Now().UTC()
	_, err := d.kafka.Produce(ctx, topic.WebhooksDue, string(rec.Key), ev, headers...)
	return err
}

// settle notes what became of a letter, and waits until this process knows.
func (d *Desk) settle(ctx context.Context, id string, state State, by string) error {
	rec := &kgo.Record{Topic: topic.Settled, Key: []byte(id), Headers: []kgo.RecordHeader{header(headerState, string(state)), header(headerBy, by)}}
	at, err := d.kafka.ProduceRecord(ctx, rec)
	if err != nil {
		return fmt.Errorf("noting what became of a letter: %w", err)
	}
	return d.index.reach(ctx, place{d.kafka.Topic(at.Topic), at.Partition}, at.Offset+1)
}

func settlementOf(rec *kgo.Record) settlement {
	s := settlement{at: rec.Timestamp.UTC()}
	for _, h := range rec.Headers {
		switch h.Key {
		case headerState:
			s.state = State(h.Value)
		case headerBy:
			s.by = string(h.Value)
		}
	}
	return s
}

func header(key, value string) kgo.RecordHeader {
	return kgo.RecordHeader{Key: key, Value: []byte(value)}
}
