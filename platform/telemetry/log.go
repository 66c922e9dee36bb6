// Package telemetry is how a process is watched: its log handler, its metrics
// registry, and the listener that serves metrics and liveness apart from the
// public interface.
//
// What may be in a log line is the caller's duty; nothing here filters content.
package telemetry

import (
	"fmt"
	"io"
	"log/slog"
)

// Config of logs, metrics and profiling.
type Config struct {
	LogLevel      slog.Level `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat     string     `env:"LOG_FORMAT" envDefault:"text"` // text or json
	MetricsListen string     `env:"METRICS_LISTEN" envDefault:"127.0.0.1:9464"`
	Pprof         bool       `env:"PPROF"` // profiles show memory: only for the time of a look
}

// Validate names what is wrong.
func (c *Config) Validate() error {
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return fmt.Errorf("LAVRA_LOG_FORMAT: %q is neither text nor json", c.LogFormat)
	}
	return nil
}

// NewLogger writes log lines to w in the configured form.
func NewLogger(w io.Writer, cfg Config) *slog.Logger {
	options := &slog.HandlerOptions{Level: cfg.LogLevel}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
