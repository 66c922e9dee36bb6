package ingest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"lavra.dev/ingest/idempotency"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/tracing"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// commit accepts a call whose files may enter: under its key's claim where it
// has a key, by its records alone where not.
func (s *Service) commit(ctx context.Context, c *call) (acceptance, error) {
	a := s.mint(c, time.Now())
	if err := s.reachable(ctx, c, a); err != nil {
		return acceptance{}, err
	}
	if err := s.budgets.take(c.account, c.costs(a)); err != nil {
		return acceptance{}, err
	}
	if c.key == "" {
		return a, s.submit(ctx, c, a)
	}
	w, err := s.claims.Claim(ctx, c.key, event.Claim{
		Account: c.account, Content: c.content, RequestIDs: a.ids, BatchID: a.batchID, At: a.at,
	})
	if err != nil || !w.Mine {
		s.budgets.giveBack(c.account, a.ids)
	}
	if errors.Is(err, idempotency.ErrFull) {
		s.deps.Log.Warn("refusing calls with new idempotency keys: LAVRA_IDEMPOTENCY_KEYS are held", "trace_id", web.TraceID(ctx))
		return acceptance{}, &refusal{status: http.StatusServiceUnavailable, reason: "keys", retry: unknownDrain}
	}
	if err != nil {
		return acceptance{}, err
	}
	if !w.Mine {
		return s.resume(ctx, c, w)
	}
	if err := s.submit(ctx, c, a); err != nil {
		return acceptance{}, err
	}
	s.note(c.key, w.Claim)
	return a, nil
}

// brokerPatience is how long a call waits for brokers that are away: a
// partition changes hands in less. Once a record is on its way the wait is the
// producer's own, which is longer: to give up earlier would leave the client
// with a refusal of what may be accepted.
const brokerPatience = 5 * time.Second

// reachable refuses early, while nothing of the call is written.
func (s *Service) reachable(ctx context.Context, c *call, a acceptance) error {
	ctx, cancel := context.WithTimeout(ctx, brokerPatience)
	defer cancel()
	lane := event.Interactive
	if c.spec.Batch {
		lane = event.Bulk
	}
	if err := s.deps.Kafka.Reachable(ctx, topic.Lane(topic.Submitted, lane), a.ids[0]); err != nil {
		return fmt.Errorf("looking for the brokers: %w", err)
	}
	return nil
}

// mint makes the identifiers of a call.
func (s *Service) mint(c *call, now time.Time) acceptance {
	now = now.UTC().Truncate(time.Millisecond) // as precise as the id and the event
	a := acceptance{at: now}
	for range c.files {
		a.ids = append(a.ids, s.deps.IDs.New(c.account, now))
	}
	if c.spec.Batch {
		id := s.deps.IDs.New(c.account, now)
		a.batchID = &id
	}
	return a
}

// submit writes the records that make the call accepted.
func (s *Service) submit(ctx context.Context, c *call, a acceptance) error {
	lane := s.lanes.choose(c, a.ids)
	messages := make([]kafka.Message, len(c.files))
	for i, d := range c.files {
		r := s.request(c, a, i, d, lane)
		messages[i] = kafka.Message{
			Topic:   topic.Lane(topic.Submitted, lane),
			Key:     r.ID,
			Event:   event.Submitted{EventID: event.ID(r.ID, "submitted", r.Revision), Request: r},
			Headers: tracing.Submit(ctx, r.ID, c.spec.Batch, kafka.WayOf(r, nil).Headers()),
		}
	}
	// From here on a record may stand even where the call ends in an error.
	c.kept = true
	var err error
	if c.spec.Batch {
		err = s.deps.Kafka.ProduceTx(ctx, messages)
	} else {
		_, err = s.deps.Kafka.Produce(ctx, messages[0].Topic, messages[0].Key, messages[0].Event, messages[0].Headers...)
	}
	if err != nil {
		if !errors.Is(err, kafka.ErrOutcomeUnknown) {
			s.budgets.giveBack(c.account, a.ids)
			s.lanes.giveBack(c.account, a.ids)
		}
		return fmt.Errorf("submitting: %w", err)
	}
	s.metrics.accepted.WithLabelValues(string(lane), string(c.operation)).Add(float64(len(messages)))
	for _, d := range c.files {
		s.metrics.bytes.Add(float64(d.Size))
	}
	return nil
}

// request is the i-th request of a call.
func (s *Service) request(c *call, a acceptance, i int, d document, lane event.Lane) event.Request {
	f := c.form
	r := event.Request{
		ID:           a.ids[i],
		Account:      c.account,
		Revision:     1,
		Operation:    c.operation,
		Lane:         lane,
		DocumentType: f.DocumentType,
		File:         event.File{URI: d.Key, SHA256: d.SHA256, Size: d.Size, Format: d.format, Name: d.Name},
		ReferenceID:  f.ReferenceID,
		Metadata:     f.Metadata,
		AcceptedAt:   a.at,
	}
	if f.Callback.URL != nil {
		r.Callback = &event.Callback{
			URL: s.deps.Keys.SealURL(*f.Callback.URL, r.ID), Method: f.Callback.Method, IncludeMarkdown: f.Callback.IncludeMarkdown,
		}
		if f.Callback.Signature != nil {
			sealed := s.deps.Keys.SealText(*f.Callback.Signature, r.ID)
			r.Callback.Signature = &sealed
		}
		if f.Callback.Token != nil {
			r.Callback.SealedToken = s.deps.Keys.Seal(*f.Callback.Token, r.ID)
		}
	}
	if a.batchID != nil {
		r.Batch = &event.Batch{ID: *a.batchID, Index: int32(i), Total: int32(len(a.ids))}
	}
	return r
}

// replay answers a call with what an earlier one got.
func (s *Service) replay(c *call, w idempotency.Winner, resumed bool) (acceptance, error) {
	if w.Content != c.content {
		return acceptance{}, &refusal{status: http.StatusConflict, text: textConflict, reason: "conflict"}
	}
	s.metrics.replayed.WithLabelValues(strconv.FormatBool(resumed)).Inc()
	return acceptance{ids: w.RequestIDs, batchID: w.BatchID, at: w.At, replayed: true}, nil
}

// patience with a winner that has claimed and not yet submitted: submitting
// takes milliseconds, and up to the producer's timeout where brokers change
// hands. Submitting a second time does no harm, it only costs the work.
const patience = 3 * time.Second

// resume answers with the winner's identifiers, after making sure that its
// request was submitted: the winner may have died in between.
func (s *Service) resume(ctx context.Context, c *call, w idempotency.Winner) (acceptance, error) {
	if w.Content != c.content || w.Submitted {
		return s.replay(c, w, false)
	}
	submitted, err := s.submitted(ctx, w)
	if err != nil {
		return acceptance{}, err
	}
	a, err := s.replay(c, w, !submitted)
	if err != nil || submitted {
		return a, err
	}
	if len(a.ids) != len(c.files) {
		return acceptance{}, errors.New("a claim has another number of identifiers than its content has files")
	}
	if err := s.budgets.take(c.account, c.costs(a)); err != nil {
		return acceptance{}, err
	}
	if err := s.submit(ctx, c, a); err != nil {
		return acceptance{}, err
	}
	s.note(c.key, w.Claim)
	return a, nil
}

// submitted asks the index whether the winner's request is there, for as long
// as the winner may still be at it. One record of a batch speaks for all.
func (s *Service) submitted(ctx context.Context, w idempotency.Winner) (bool, error) {
	id := w.RequestIDs[0]
	until := time.Now().Add(patience)
	if gone := time.Since(w.At); gone > patience {
		until = time.Now()
	}
	for {
		if err := s.deps.Statuses.CaughtUp(ctx, id); err != nil {
			return false, fmt.Errorf("looking for a submitted request: %w", err)
		}
		if _, ok := s.deps.Statuses.Get(id); ok || s.deps.Erased.Has(id) {
			return true, nil
		}
		if time.Now().After(until) {
			return false, nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// note marks a claim as submitted, without keeping the answer waiting.
func (s *Service) note(key idempotency.Key, claim event.Claim) {
	s.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := s.claims.Submitted(ctx, key, claim); err != nil {
			s.deps.Log.Warn("an idempotency claim stays open", "error", err)
		}
	})
}
