package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

// place is where the text of a request in progress stands.
type place struct {
	record *event.Pointer // the event of the way that holds it; nil: none yet, or nothing readable
	at     time.Time      // when it was read; zero: not yet
}

func placeOf(s event.Status) place {
	if s.TextAt == nil {
		return place{}
	}
	return place{s.Text, *s.TextAt}
}

func (p place) state() result.Text { return result.Text{At: p.at, Readable: p.record != nil} }

// textOf reads the text of a request in progress; empty where there is none.
func (s *Service) textOf(ctx context.Context, doc document) (string, error) {
	at := doc.text.record
	if at == nil {
		return "", nil
	}
	owner, markdown, err := s.textAt(ctx, *at)
	if err == nil && (owner != doc.request.ID || markdown == "") {
		err = kafka.ErrGone // another topic by the same name
	}
	if err != nil {
		return "", fmt.Errorf("%w: reading the text of a request in progress: %w", errUnavailable, err)
	}
	return markdown, nil
}

// textAt reads an event of the way, whichever it is, and gives its request and text.
func (s *Service) textAt(ctx context.Context, at event.Pointer) (id, markdown string, err error) {
	rec, err := s.kafka.ReadAt(ctx, at)
	if err != nil {
		return "", "", err
	}
	var text *event.Text
	switch {
	case slices.Contains(topic.Lanes(topic.Read), at.Topic):
		var ev event.Read
		err = s.kafka.Decode(ctx, rec, &ev)
		id, text = ev.Request.ID, ev.Text
	case slices.Contains(topic.Lanes(topic.Classified), at.Topic):
		var ev event.Classified
		err = s.kafka.Decode(ctx, rec, &ev)
		id, text = ev.Request.ID, ev.Text
	case slices.Contains(topic.Lanes(topic.Extracted), at.Topic):
		var ev event.Extracted
		err = s.kafka.Decode(ctx, rec, &ev)
		return ev.Request.ID, ev.Extraction.Markdown, err
	}
	if text == nil {
		return id, "", err
	}
	return id, text.Markdown, err
}

// storedPlace asks for the text of a request in progress of which only the
// query store knows. It keeps no such pointer, but it knows where in the log the
// status stands that does.
func (s *Service) storedPlace(ctx context.Context, doc document) (place, error) {
	at, err := s.store.statusOf(ctx, doc.request, doc.step)
	if errors.Is(err, errNotFound) {
		return place{}, nil // no step has begun
	}
	if err != nil {
		return place{}, err
	}
	rec, err := s.kafka.ReadAt(ctx, at)
	if errors.Is(err, kafka.ErrGone) {
		return place{}, nil // and the text with it: the log keeps that for less long
	}
	if err != nil {
		return place{}, err
	}
	var ev event.Status
	if err := s.kafka.Decode(ctx, rec, &ev); err != nil || ev.RequestID != doc.request.ID {
		return place{}, err
	}
	return placeOf(ev), nil
}
