package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"lavra.dev/platform/health"
	"lavra.dev/platform/origin"
	"lavra.dev/platform/patience"
)

// NewRegistry makes the registry of a process, with what Go and the operating
// system say of it.
func NewRegistry() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewBuildInfoCollector(),
	)
	return r
}

// Listener serves /metrics, /livez, /readyz and /health, and /debug/pprof/ where it is on.
type Listener struct {
	listener net.Listener
	server   *http.Server
}

// Listen takes the metrics address. The log gets what goes wrong in serving.
func Listen(ctx context.Context, cfg Config, registry *prometheus.Registry, state *health.State, log *slog.Logger) (*Listener, error) {
	l, err := patience.Listen(ctx, cfg.MetricsListen)
	if err != nil {
		return nil, fmt.Errorf("listening for metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{Registry: registry}))
	mux.HandleFunc("GET /livez", state.Live)
	mux.HandleFunc("GET /readyz", state.Ready)
	mux.HandleFunc("GET /health", state.Detail)
	if cfg.Pprof {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return &Listener{listener: l, server: &http.Server{
		Handler:           origin.Guard(mux, l.Addr()),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute, // above the usual interval between scrapes
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}, nil
}

// Addr is the address taken, with its port where the configured one was 0.
func (l *Listener) Addr() string { return l.listener.Addr().String() }

// Run serves until ctx ends. Scrapes in progress are cut off then: the last
// values are those of a process that is going away.
func (l *Listener) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = l.server.Close() })
	defer stop()
	if err := l.server.Serve(l.listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving metrics: %w", err)
	}
	return nil
}
