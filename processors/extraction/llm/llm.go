// Package llm asks a language model for the fields that the engine left open.
//
// In come a document, its type and the engine's fields; out go the fields with what
// the model adds. A value counts only where it stands among the words that were read,
// and is then given as it was read, never as the model wrote it. The model is the
// operator's choice and off by default; whatever it answers, or does not, no document
// fails by it. Nothing of a document is logged.
package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/config"
	"lavra.dev/processors/document"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Config says which model is asked.
type Config struct {
	// URL is the base address of a service with OpenAI's chat completions, such as
	// http://127.0.0.1:8000/v1; empty: no model is asked.
	URL string `env:"LLM_URL"`
	// Model is its name there.
	Model string `env:"LLM_MODEL"`
	// Key is sent as a bearer token; empty: none.
	Key config.Secret `env:"LLM_KEY"`
	// Timeout bounds one question.
	Timeout time.Duration `env:"LLM_TIMEOUT" envDefault:"20s"`
}

// Validate names every fault.
func (c Config) Validate() error {
	if c.URL == "" {
		return nil
	}
	var faults []error
	if u, err := url.Parse(c.URL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		faults = append(faults, errors.New("LAVRA_LLM_URL: want http://host:port/v1"))
	}
	if c.Model == "" {
		faults = append(faults, errors.New("LAVRA_LLM_MODEL: needed with LAVRA_LLM_URL"))
	}
	if c.Timeout <= 0 {
		faults = append(faults, errors.New("LAVRA_LLM_TIMEOUT: want a time above zero, such as 20s"))
	}
	return errors.Join(faults...)
}

// Witness marks the values that the model found, or agreed with.
const Witness = "llm"

// After a service was away it is left alone for a while: documents should not wait
// for it one after the other.
const rest = 30 * time.Second

// Model is a language model. The nil Model is asked nothing.
type Model struct {
	service   service
	log       *slog.Logger
	metrics   *metrics
	restUntil atomic.Int64 // Unix nanoseconds
}

// New makes a model ready; it is nil where the configuration names none. registerer
// and log may be nil.
func New(cfg Config, registerer prometheus.Registerer, log *slog.Logger) (*Model, error) {
	if cfg.URL == "" {
		return nil, nil
	}
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("setting up the language model: %w", err)
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Model{service: newService(cfg), log: log, metrics: newMetrics(registerer)}, nil
}

// Complete asks for the open fields of doc, which is of type typ, and gives back
// fields with what was found. Where nothing is open, nothing is asked.
func (m *Model) Complete(ctx context.Context, doc document.Document, typ catalogue.Type, fields []event.Field) []event.Field {
	if m == nil {
		return fields
	}
	open := openFields(typ, fields)
	if len(open) == 0 {
		return fields
	}
	if time.Now().UnixNano() < m.restUntil.Load() {
		m.metrics.requests.WithLabelValues("skipped").Inc()
		return fields
	}
	started := time.Now()
	answers, err := m.service.ask(ctx, question(doc, typ, open))
	m.metrics.seconds.Observe(time.Since(started).Seconds())
	if err != nil {
		m.failed(ctx, err)
		return fields
	}
	m.metrics.requests.WithLabelValues("answered").Inc()
	return m.weigh(doc, typ, fields, open, answers)
}

func (m *Model) failed(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return // the document was given up, not the service
	}
	m.metrics.requests.WithLabelValues("failed").Inc()
	if errors.Is(err, errAway) {
		m.restUntil.Store(time.Now().Add(rest).UnixNano())
	}
	m.log.Warn("the language model was of no use; documents go on without it", "error", err)
}
