package kafka

import (
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// seals says whether an event is encrypted: what holds words of documents, or of what clients
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

// seal encrypts a packed body for its request. Packed before: a batch of what is encrypted does
// not shrink.
func (k *Kafka) seal(packed []byte, request string) ([]byte, error) {
	sealed, err := k.keys.SealRecord(packed, request)
	if err != nil {
		return nil, fmt.Errorf("encrypting a body: %w", err)
	}
	return sealed, nil
}

// unseal is the reverse. A body in plain comes as it is.
func (k *Kafka) unseal(data []byte, request string) ([]byte, error) {
	if !blob.IsSealedRecord(data) {
		return data, nil
	}
	packed, err := k.keys.OpenRecord(data, request)
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
