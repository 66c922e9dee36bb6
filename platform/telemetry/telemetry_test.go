package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"lavra.dev/platform/health"
	"lavra.dev/platform/telemetry"
)

func TestTheListenerServesMetricsAndLiveness(t *testing.T) {
	for _, profiling := range []bool{false, true} {
		cfg := telemetry.Config{MetricsListen: "127.0.0.1:0", LogFormat: "text", Pprof: profiling}
		log := slog.New(slog.DiscardHandler)
		l, err := telemetry.Listen(t.Context(), cfg, telemetry.NewRegistry(), health.New(t.Context(), "1", log), log)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- l.Run(ctx) }()
		want := map[string]string{"/metrics": "go_goroutines", "/livez": `{"status":"ok"}`, "/readyz": "starting", "/health": "starting", "/debug/pprof/": "404 page not found"}
		if profiling {
			want["/debug/pprof/"] = "goroutine"
		}
		for path, text := range want {
			resp, err := http.Get("http://" + l.Addr() + path)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if !strings.Contains(string(body), text) {
				t.Errorf("%s (profiling %v): no %q in the answer", path, profiling, text)
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
	}
}

func TestLogFormats(t *testing.T) {
	var out bytes.Buffer
	log := telemetry.NewLogger(&out, telemetry.Config{LogFormat: "json", LogLevel: slog.LevelWarn})
	log.Info("hidden")
	log.Warn("shown", "n", 1)
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line["msg"] != "shown" {
		t.Errorf("got %s", out.Bytes())
	}
	cfg := telemetry.Config{LogFormat: "xml"}
	if err := cfg.Validate(); err == nil {
		t.Error("an unknown format is taken")
	}
}
