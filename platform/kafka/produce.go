package kafka

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

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
	rec.Topic = k.Topic(name)
	done := make(chan error, 1)
	k.client.TryProduce(context.WithoutCancel(ctx), rec, func(_ *kgo.Record, err error) { done <- err })
	select {
	case err := <-done:
		if err != nil {
			return event.Pointer{}, fmt.Errorf("writing to %s: %w", name, produceError(err))
		}
		return event.Pointer{Topic: name, Partition: rec.Partition, Offset: rec.Offset}, nil
	case <-ctx.Done():
		return event.Pointer{}, fmt.Errorf("writing to %s: %w: %w", name, ErrOutcomeUnknown, ctx.Err())
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
	if body, err = k.spill(ctx, body); err != nil {
		return nil, err
	}
	return &kgo.Record{Topic: m.Topic, Key: []byte(m.Key), Value: body, Headers: m.Headers}, nil
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
