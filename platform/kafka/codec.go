package kafka

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"

	"lavra.dev/schemas/event"
)

const referenceSubject = "body_reference"

var header sr.ConfluentHeader

// Decode reads a record into ev, a pointer to an event, by the schema it was
// written with, from the blob store where the body stands there. An error that
// no retry mends is ErrUndecodable; any other means that the registry or the
// blob store did not answer, or blob.ErrKey.
func (k *Kafka) Decode(ctx context.Context, rec *kgo.Record, ev any) error {
	if err := k.decode(ctx, rec.Value, RequestOf(rec), ev, true); err != nil {
		return fmt.Errorf("decoding %s/%d at %d: %w", k.Name(rec.Topic), rec.Partition, rec.Offset, err)
	}
	return nil
}

func (k *Kafka) decode(ctx context.Context, data []byte, request string, ev any, mayRefer bool) error {
	want, err := event.SchemaOf(ev)
	if err != nil {
		return err
	}
	if data, err = k.unseal(ctx, data, request); err != nil {
		return err
	}
	id, body, err := header.DecodeID(data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUndecodable, err)
	}
	w, err := k.schemas.writer(ctx, id)
	if err != nil {
		return err
	}
	if mayRefer && w.name == k.schemas.recordName(referenceSubject) && want.Subject != referenceSubject {
		var ref event.BodyReference
		if err := decodeBy(w, body, &ref); err != nil {
			return err
		}
		if data, err = k.fetchBody(ctx, ref); err != nil {
			return err
		}
		return k.decode(ctx, data, request, ev, false)
	}
	// A record of another kind would be read without a complaint, as one whose
	// fields all have their defaults.
	if name := k.schemas.recordName(want.Subject); w.name != name {
		return fmt.Errorf("%w: holds %s where %s is due", ErrUndecodable, w.name, name)
	}
	return decodeBy(w, body, ev)
}

func decodeBy(w writer, body []byte, ev any) error {
	err := event.Decode(w.text, body, ev)
	if errors.Is(err, event.ErrMalformed) {
		return fmt.Errorf("%w: %w", ErrUndecodable, err)
	}
	return err
}

// encode appends an event behind its wire header to dst.
func (k *Kafka) encode(dst []byte, ev any) ([]byte, error) {
	schema, err := event.SchemaOf(ev)
	if err != nil {
		return dst, err
	}
	id, err := k.schemas.newest(schema.Subject)
	if err != nil {
		return dst, err
	}
	if dst, err = header.AppendEncode(dst, id, nil); err != nil {
		return dst, err
	}
	return event.Encode(dst, ev)
}
