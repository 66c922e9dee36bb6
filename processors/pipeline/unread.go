package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
)

// FailUnread ends the request of a record whose event cannot be read, which
// unreadable says: by its key and its headers, with what documents.submitted
// still holds of the request. Where that cannot be read either, the request ends
// without its callback, which nobody knows any more; it is found by its
// identifier. A record whose key is not its account's names no request of ours.
func (e *Completion) FailUnread(ctx context.Context, rec *kgo.Record, unreadable error, threshold float64, reason string) error {
	if !errors.Is(unreadable, kafka.ErrUndecodable) {
		return unreadable // a part is away, and the record can be read later
	}
	id, way := string(rec.Key), kafka.ReadWay(rec)
	if !e.ids.Valid(id, way.Account) {
		return fmt.Errorf("ending a request by its key: %w", unreadable)
	}
	r, err := e.submitted(ctx, id, way)
	if err != nil {
		return fmt.Errorf("ending a request by its key: %w", err)
	}
	return e.Fail(ctx, event.Completed{Request: r, Detection: event.NothingDetected(r, threshold)}, reason)
}

// submitted is the request as it was accepted, or as much of it as its headers tell.
func (e *Completion) submitted(ctx context.Context, id string, way kafka.Way) (event.Request, error) {
	if way.Submitted != nil {
		var in event.Submitted
		rec, err := e.kafka.ReadAt(ctx, *way.Submitted)
		if err == nil {
			err = e.kafka.Decode(ctx, rec, &in)
		}
		switch {
		case err == nil && in.Request.ID == id && in.Request.Account == way.Account:
			return in.Request, nil
		case err != nil && !errors.Is(err, kafka.ErrGone) && !errors.Is(err, kafka.ErrUndecodable):
			return event.Request{}, err
		}
	}
	at, _ := requestid.Time(id)
	return event.Request{ID: id, Account: way.Account, Revision: way.Revision, Operation: event.Extract, Lane: way.Lane, AcceptedAt: at}, nil
}
