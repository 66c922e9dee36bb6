package kafka

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// seals reports whether an event is encrypted: what holds words of documents, or of what clients
// say beside them. The others are read by whoever starts, whichever keys he has.
func (k *Kafka) seals(ev any) bool {
	if k.keys == nil {
		return false
	}
	switch ev.(type) {
	case event.Submitted, *event.Submitted, event.Read, *event.Read, event.Classified, *event.Classified, event.Extracted, *event.Extracted,
		event.Completed, *event.Completed, event.Delivery, *event.Delivery, event.Correction, *event.Correction:
		return true
	}
	return false
}

// hasOwnKey reports whether the records of a request are encrypted with a key of its own.
func (k *Kafka) hasOwnKey(request string) bool {
	_, ok := KeyOf(request)
	return ok && k.ownKeys && k.blobs != nil
}

func isSubmitted(ev any) bool {
	switch ev.(type) {
	case event.Submitted, *event.Submitted:
		return true
	}
	return false
}

// seal encrypts a packed body for its request. Packed before: a batch of what is encrypted does
// not shrink.
func (k *Kafka) seal(ctx context.Context, packed []byte, m Message) (sealed []byte, err error) {
	request := requestOf(m.Headers, m.Key)
	if !k.hasOwnKey(request) {
		sealed, err = k.keys.SealRecord(packed, request)
	} else if key, missing := k.requests.make(ctx, request, isSubmitted(m.Event)); missing != nil {
		err = missing
	} else {
		sealed, err = key.SealRecord(packed, request)
	}
	if err != nil {
		return nil, fmt.Errorf("encrypting a body: %w", err)
	}
	return sealed, nil
}

// unseal is the reverse. A body in plain comes as it is.
func (k *Kafka) unseal(ctx context.Context, data []byte, request string) (packed []byte, err error) {
	switch {
	case blob.HasOwnKey(data):
		var key blob.OwnKey
		if key, err = k.requests.get(ctx, request); err == nil {
			packed, err = key.OpenRecord(data, request)
		}
	case blob.IsSealedRecord(data):
		packed, err = k.keys.OpenRecord(data, request)
	default:
		return data, nil
	}
	if errors.Is(err, blob.ErrChanged) {
		return nil, fmt.Errorf("%w: %w", ErrUndecodable, err)
	}
	if err != nil {
		return nil, err
	}
	body, err := zstdDecoder().DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: unpacking the body: %w", ErrUndecodable, err)
	}
	return body, nil
}

// RequestOf is the request that a record is about.
func RequestOf(rec *kgo.Record) string { return requestOf(rec.Headers, string(rec.Key)) }

func requestOf(headers []kgo.RecordHeader, key string) string {
	for _, h := range headers {
		if h.Key == topic.RequestHeader {
			return string(h.Value)
		}
	}
	return key
}
