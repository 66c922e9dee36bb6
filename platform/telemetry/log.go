// Package telemetry is how a process is watched: its log handler, its metrics
// registry, and the listener that serves metrics and liveness apart from the
// public interface.
//
// What may be in a log line is the caller's duty; nothing here filters content.
package telemetry

import (
	"errors"
	"fmt"
	"io"
	"log/slog"

	"lavra.dev/platform/config"
)

// Config of logs, metrics and profiling.
type Config struct {
	// LogLevel is debug, info, warn or error.
	LogLevel slog.Level `env:"LOG_LEVEL" envDefault:"info"`
	// LogFormat is text or json.
	LogFormat string `env:"LOG_FORMAT" envDefault:"text"`
	// MetricsListen is the address of /metrics, /livez, /readyz and /health.
	MetricsListen string `env:"METRICS_LISTEN" envDefault:"127.0.0.1:9464"`
	// Pprof serves profiles there. They show memory: only for the time of a look.
	Pprof bool `env:"PPROF"`
}

// Validate names what is wrong.
func (c *Config) Validate() error {
	var faults []error
	if c.LogFormat != "text" && c.LogFormat != "json" {
		faults = append(faults, fmt.Errorf("LAVRA_LOG_FORMAT: %q is neither text nor json", c.LogFormat))
	}
	if err := config.CheckAddress(c.MetricsListen); err != nil {
		faults = append(faults, fmt.Errorf("LAVRA_METRICS_LISTEN: %w", err))
	}
	return errors.Join(faults...)
}

// NewLogger writes log lines to w in the configured form.
func NewLogger(w io.Writer, cfg Config) *slog.Logger {
	options := &slog.HandlerOptions{Level: cfg.LogLevel}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
