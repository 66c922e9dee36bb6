package health_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lavra.dev/platform/health"
)

func TestWhatAnOperatorWentOnWithoutIsSaid(t *testing.T) {
	state := health.New(t.Context(), "1.2.3", slog.New(slog.DiscardHandler))
	state.Started(health.Check{Name: "confinement", Needed: true})
	got := httptest.NewRecorder()
	state.Detail(got, httptest.NewRequest(http.MethodGet, "/", nil))
	if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"confinement":"off"`) {
		t.Errorf("got %d %s", got.Code, got.Body)
	}
}

func TestWhoMayBeGivenWork(t *testing.T) {
	there := func(context.Context) error { return nil }
	away := func(context.Context) error { return errors.New("dial secret.example") }
	full := func(context.Context) error {
		return fmt.Errorf("%w: 3 bytes left in /srv/secret", health.DiskFull)
	}
	tests := map[string]struct {
		starting, stopping bool
		checks             []health.Check
		ready, detail      int
		status             string
		says               string
	}{
		"all there":          {checks: []health.Check{{"kafka", true, there}, {"clickhouse", false, there}}, ready: 200, detail: 200, status: "ok"},
		"what is used, away": {checks: []health.Check{{"kafka", true, there}, {"clickhouse", false, away}}, ready: 200, detail: 503, status: "degraded"},
		"a full disk": {checks: []health.Check{{"kafka", true, there}, {"disk", false, full}}, ready: 200, detail: 503, status: "degraded",
			says: `"disk":"disk_full","kafka":"ok"`},
		"what is needed, away": {checks: []health.Check{{"kafka", true, away}, {"clickhouse", false, there}}, ready: 503, detail: 503, status: "degraded"},
		"starting":             {starting: true, ready: 503, detail: 503, status: "starting"},
		"stopping":             {stopping: true, ready: 503, detail: 503, status: "stopping"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			state := health.New(ctx, "1.2.3", slog.New(slog.DiscardHandler))
			if !test.starting {
				state.Started(test.checks...)
			}
			if test.stopping {
				stop()
			}
			for _, page := range []struct {
				handler http.HandlerFunc
				code    int
				status  string
			}{{state.Live, 200, "ok"}, {state.Ready, test.ready, test.status}, {state.Detail, test.detail, test.status}} {
				got := httptest.NewRecorder()
				page.handler(got, httptest.NewRequest(http.MethodGet, "/", nil))
				if body := got.Body.String(); got.Code != page.code || !strings.Contains(body, `"status":"`+page.status+`"`) || strings.Contains(body, "secret") ||
					test.says != "" && page.code == 503 && !strings.Contains(body, test.says) {
					t.Errorf("got %d %s, want %d %s", got.Code, body, page.code, page.status)
				}
			}
		})
	}
}
