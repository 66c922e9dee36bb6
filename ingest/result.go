package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

// timeoutBody is the contract's answer to a call whose time is up.
type timeoutBody struct {
	Success   bool   `json:"success"`
	Status    string `json:"status"`
	Code      string `json:"code"`
	Message   string `json:"message"`
	RequestID string `json:"request_id"`
}

// errErased says that a call is repeated whose request was erased meanwhile.
var errErased = errors.New("the request was erased")

// answerResult waits for the end of a request and answers with it. Nothing that
// happens here changes the request: it goes on whoever waits.
func (s *Service) answerResult(w http.ResponseWriter, r *http.Request, c *call, a acceptance) {
	start := time.Now()
	ctx, cancel := context.WithTimeout(r.Context(), c.form.Timeout)
	defer cancel()
	id := a.ids[0]
	body, err := s.result(ctx, c, a)
	outcome := "ended"
	switch {
	case err == nil:
		header := w.Header()
		header.Set("Content-Type", "application/json; charset=utf-8")
		header.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // a client that is gone finds the result by its id
	case errors.Is(err, errErased):
		outcome = "erased"
		web.Message(w, http.StatusNotFound, web.TextUnknownRequest)
	case ctx.Err() != nil:
		// The time is up, the client is gone, or the server stops. A 503 would say that nothing was accepted.
		outcome = "timeout"
		if r.Context().Err() != nil {
			outcome = "cancelled"
		}
		web.JSON(w, http.StatusRequestTimeout, timeoutBody{
			Status: "failed", Code: "SYNC_TIMEOUT", Message: textTimeout, RequestID: id,
		})
	default:
		outcome = "error"
		s.deps.Log.Error("answering a synchronous call failed",
			"request_id", id, "trace_id", web.TraceID(r.Context()), "error", err)
		web.MessageFor(w, http.StatusInternalServerError, web.TextUnexpected, id)
	}
	s.metrics.waits.WithLabelValues(string(c.operation), outcome).Observe(time.Since(start).Seconds())
}

// result waits for the end of a request and renders it.
func (s *Service) result(ctx context.Context, c *call, a acceptance) ([]byte, error) {
	completed, err := s.end(ctx, a)
	if err != nil {
		return nil, err
	}
	if completed.Request.Operation == event.Classify {
		return result.Classification(completed)
	}
	return result.Extraction(completed, c.form.IncludeMarkdown)
}

// end waits for the terminal status and fetches what it points at.
func (s *Service) end(ctx context.Context, a acceptance) (event.Completed, error) {
	id := a.ids[0]
	if a.replayed {
		if gone, err := s.deps.Erased.Known(ctx, id); err != nil || gone {
			return event.Completed{}, cmp.Or(err, errErased)
		}
		// The first call may be older than what the index holds.
		if completed, ok, err := s.ended(ctx, id); ok || err != nil {
			return completed, err
		}
	}
	state, err := s.deps.Statuses.Wait(ctx, id)
	if err != nil {
		return event.Completed{}, fmt.Errorf("awaiting the end: %w", err)
	}
	if state.Completed == nil {
		return event.Completed{}, errors.New("a terminal status points at no result")
	}
	return s.fetchCompleted(ctx, *state.Completed)
}

// fetchCompleted reads one record. Brokers or a blob store that are away for a
// moment are waited for.
func (s *Service) fetchCompleted(ctx context.Context, at event.Pointer) (event.Completed, error) {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		var completed event.Completed
		rec, err := s.deps.Kafka.ReadAt(ctx, at)
		if err == nil {
			err = s.deps.Kafka.Decode(ctx, rec, &completed)
		}
		if err == nil {
			return completed, nil
		}
		if ctx.Err() != nil || errors.Is(err, kafka.ErrUndecodable) || errors.Is(err, kafka.ErrGone) {
			return completed, fmt.Errorf("fetching the result: %w", err)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}
