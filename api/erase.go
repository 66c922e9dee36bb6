package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/gorilla/mux"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/status"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
)

// deleteRequest answers DELETE /extract/{requestId}. A client that got no answer
// may repeat the call.
func (s *Service) deleteRequest(w http.ResponseWriter, r *http.Request) {
	account, id := web.Account(r.Context()), mux.Vars(r)["requestId"]
	if s.erased == nil || !s.ids.Valid(id, account) {
		s.fail(w, r, errNotFound)
		return
	}
	if gone, _ := s.knownErased(r.Context(), id); gone {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	doc, err := s.lookup(r.Context(), account, id)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	ev, err := s.erasureOf(r.Context(), doc)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if err := s.erased.Write(r.Context(), ev); err != nil {
		s.fail(w, r, fmt.Errorf("%w: %w", errUnavailable, err))
		return
	}
	if _, err := s.knownErased(r.Context(), id); err != nil {
		s.log.Debug("erased, and not read back yet", "error", err)
	}
	s.log.Info("a request was erased", "request_id", id, "account", account)
	w.WriteHeader(http.StatusNoContent)
}

func (s *Service) erasureOf(ctx context.Context, doc document) (event.Erasure, error) {
	r := doc.request
	ev := event.Erasure{RequestID: r.ID, Account: r.Account, Reason: event.ErasedByClient}
	if r.Batch != nil {
		ev.BatchID = &r.Batch.ID
	}
	file := r.File.URI
	if file == "" { // the query store's answers leave it out
		var err error
		if file, err = s.store.fileOf(ctx, r.ID); err != nil {
			return ev, fmt.Errorf("%w: %w", errUnavailable, err)
		}
	}
	if file != "" {
		ev.File = &file
	}
	if doc.ended() {
		ev.EndedAt = &doc.completed.CompletedAt
	}
	return ev, nil
}

// knownErased reports whether a request is erased, by all that was acknowledged so far.
func (s *Service) knownErased(ctx context.Context, id string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.ErasedTimeout)
	defer cancel()
	return s.erased.Known(ctx, id)
}

// erasedAside asks for it while the request is looked up.
func (s *Service) erasedAside(ctx context.Context, id string) <-chan bool {
	answer := make(chan bool, 1)
	go func() {
		gone, err := s.knownErased(ctx, id)
		if err != nil && !errors.Is(err, context.Canceled) {
			s.log.Debug("answering by the erasures that were read", "error", err)
		}
		answer <- gone
	}()
	return answer
}

// heldBatch is a batch as the index holds it, without what was erased.
func (s *Service) heldBatch(id string) (status.Batch, bool) {
	b, ok := s.index.Batch(id)
	return s.remaining(b), ok
}

// remaining is a batch without the requests of it that were erased.
func (s *Service) remaining(b status.Batch) status.Batch {
	if erased := s.erased.InBatch(b.ID); erased > 0 {
		b.Items = slices.DeleteFunc(b.Items, func(i status.Item) bool { return s.erased.Has(i.RequestID) })
		b.Total -= erased
	}
	return b
}

const fileQuery = `SELECT file_key FROM results_raw WHERE accepted_day = ? AND request_id = ? AND file_key != '' ORDER BY version DESC LIMIT 1
UNION ALL SELECT file_key FROM requests_raw WHERE accepted_day = ? AND request_id = ? AND file_key != '' ORDER BY version DESC LIMIT 1`

// fileOf gives the key of a request's file; empty where the store does not know it.
func (s *store) fileOf(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []struct {
		Key string `ch:"file_key"`
	}
	if err := s.db.Select(ctx, &rows, fileQuery, dayOf(id), id, dayOf(id), id); err != nil {
		return "", fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	if len(rows) == 0 {
		return "", nil
	}
	return rows[0].Key, nil
}
