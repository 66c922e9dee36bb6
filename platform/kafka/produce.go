package kafka

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/tracing"
	"lavra.dev/schemas/event"
)

// Message is one event to be written.
type Message struct {
	Topic   string // without the prefix of the installation
	Key     string
	Event   any
	Headers []kgo.RecordHeader
}

// Produce writes an event and waits until all in-sync replicas have it. When
// ctx ends first the record is not called back, since a record that is called
// back after it was sent would leave a hole in the producer's sequence: the
// error is then ErrOutcomeUnknown.
func (k *Kafka) Produce(ctx context.Context, topicName, key string, ev any, headers ...kgo.RecordHeader) (event.Pointer, error) {
	buffer := bodies.Get().(*[]byte)
	rec, err := k.record(ctx, Message{topicName, key, ev, headers}, (*buffer)[:0])
	if err != nil {
		bodies.Put(buffer)
		return event.Pointer{}, fmt.Errorf("writing to %s: %w", topicName, err)
	}
	at, err := k.ProduceRecord(ctx, rec)
	if err == nil {
		// Only now is it certain that the client holds the bytes no longer.
		if cap(rec.Value) <= pooledMax {
			*buffer = rec.Value
		}
		bodies.Put(buffer)
	}
	return at, err
}

// NewRecord makes the record of a message, for ProduceRecord: whoever signs what it writes
// needs the bytes before.
func (k *Kafka) NewRecord(ctx context.Context, m Message) (*kgo.Record, error) {
	rec, err := k.record(ctx, m, nil)
	if err != nil {
		return nil, fmt.Errorf("writing to %s: %w", m.Topic, err)
	}
	return rec, nil
}

// ProduceRecord writes a record as it is. Its topic's name is without the
// prefix and gets it here.
func (k *Kafka) ProduceRecord(ctx context.Context, rec *kgo.Record) (event.Pointer, error) {
	name := rec.Topic
	if err := ctx.Err(); err != nil {
		return event.Pointer{}, fmt.Errorf("writing to %s: %w", name, err)
	}
	if err := await(ctx, k.send(ctx, rec)); err != nil {
		return event.Pointer{}, fmt.Errorf("writing to %s: %w", name, err)
	}
	return event.Pointer{Topic: name, Partition: rec.Partition, Offset: rec.Offset}, nil
}

// ProduceAll writes events of no order at once, in few batches, and says which of them were not
// written, by their place, and why; the map is nil where all were.
func (k *Kafka) ProduceAll(ctx context.Context, messages []Message) (failed map[int]error) {
	sent := make([]<-chan error, len(messages))
	for i, m := range messages {
		rec, err := k.record(ctx, m, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			sent[i] = failure(err)
			continue
		}
		sent[i] = k.send(ctx, rec)
	}
	for i, done := range sent {
		if err := await(ctx, done); err != nil {
			if failed == nil {
				failed = map[int]error{}
			}
			failed[i] = fmt.Errorf("writing to %s: %w", messages[i].Topic, err)
		}
	}
	return failed
}

// send hands a record to the client; its topic gets the prefix.
func (k *Kafka) send(ctx context.Context, rec *kgo.Record) <-chan error {
	rec.Topic = k.Topic(rec.Topic)
	done := make(chan error, 1)
	k.client.TryProduce(context.WithoutCancel(ctx), rec, func(_ *kgo.Record, err error) { done <- produceError(err) })
	return done
}

func failure(err error) <-chan error {
	done := make(chan error, 1)
	done <- err
	return done
}

func await(ctx context.Context, done <-chan error) error {
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done: // known all the same
		return err
	default:
		return fmt.Errorf("%w: %w", ErrOutcomeUnknown, ctx.Err())
	}
}

// pooledMax keeps a rare large body from staying in memory.
const pooledMax = 256 << 10

// bodies are the buffers that events are encoded into.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// record makes the record of a message; its topic is still without prefix. The
// body is appended to buffer.
func (k *Kafka) record(ctx context.Context, m Message, buffer []byte) (*kgo.Record, error) {
	body, err := k.encode(buffer, m.Event)
	if err != nil {
		return nil, err
	}
	if body, err = k.spill(ctx, body, m); err != nil {
		return nil, err
	}
	return &kgo.Record{Topic: m.Topic, Key: []byte(m.Key), Value: body, Headers: tracing.Inject(ctx, m.Headers)}, nil
}

func produceError(err error) error {
	if errors.Is(err, kerr.MessageTooLarge) || errors.Is(err, kerr.RecordListTooLarge) {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAway, err)
	}
	return nil
}
