package ingest

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/ingest/form"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
)

// never is an index in which nothing ends.
type never struct{}

func (never) Get(string) (status.State, bool)        { return status.State{}, false }
func (never) CaughtUp(context.Context, string) error { return nil }
func (never) Wait(ctx context.Context, _ string) (status.State, error) {
	<-ctx.Done()
	return status.State{}, ctx.Err()
}

func waitFor(t *testing.T, ctx context.Context, timeout time.Duration) *httptest.ResponseRecorder {
	t.Helper()
	m, err := newMetrics(prometheus.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	s := &Service{deps: Deps{Statuses: never{}, Log: slog.New(slog.DiscardHandler)}, metrics: m}
	c := &call{endpoint: endpoint{operation: event.Extract, waits: true}, form: &form.Form{Timeout: timeout}}
	w := httptest.NewRecorder()
	s.answerResult(w, httptest.NewRequest(http.MethodPost, "/extract/sync", nil).WithContext(ctx), c, acceptance{ids: []string{"id"}})
	return w
}

func TestTheTimeIsUp(t *testing.T) {
	w := waitFor(t, t.Context(), 20*time.Millisecond)
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if w.Code != http.StatusRequestTimeout || got["success"] != false || got["status"] != "failed" ||
		got["code"] != "SYNC_TIMEOUT" || got["request_id"] != "id" || got["message"] == "" || len(got) != 5 {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestAStoppingServerSaysThatTheRequestGoesOn(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, stop)
	w := waitFor(t, ctx, time.Minute)
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if w.Code != http.StatusRequestTimeout || got["code"] != "SYNC_TIMEOUT" || got["request_id"] != "id" {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}
