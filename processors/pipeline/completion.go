package pipeline

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/quality"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

// Completion brings requests to their one end: the result, then the terminal status, then the
// callback, each acknowledged before the next. Whoever sees the status finds the result, and
// whoever gets the callback finds both. Done twice, it writes the same event ids, of which
// readers keep the first. It ends requests. It may be used by many goroutines at once.
type Completion struct {
	kafka  *kafka.Kafka
	keys   *secret.Keys
	ids    *requestid.Issuer
	erased *erasure.Index
	ended  *prometheus.CounterVec
}

// NewCompletion takes the log and the keys that name an endpoint's place in it.
// erased and registerer may be nil.
func NewCompletion(k *kafka.Kafka, keys *secret.Keys, erased *erasure.Index, registerer prometheus.Registerer) (*Completion, error) {
	e := &Completion{k, keys, requestid.NewIssuer(keys), erased, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "lavra_requests_ended_total",
		Help: "Requests brought to their end, by lane and outcome; erased ones that were under way end without a result. A request that is ended again after a crash counts again.",
	}, []string{"lane", "outcome"})}
	for _, lane := range []event.Lane{event.Interactive, event.Bulk, event.Deep} {
		for _, outcome := range []string{string(event.Success), string(event.PartialSuccess), string(event.Failed), outcomeErased} {
			e.ended.WithLabelValues(string(lane), outcome)
		}
	}
	if registerer != nil {
		if err := registerer.Register(e.ended); err != nil {
			return nil, fmt.Errorf("registering metrics of the ends: %w", err)
		}
	}
	return e, nil
}

// outcomeErased is how a request ends that was erased under way.
const outcomeErased = "erased"

// Drop reports whether a record is of a request that was erased: it ends here, and
// without a word.
func (e *Completion) Drop(ctx context.Context, rec *kgo.Record) (bool, error) {
	drop, err := e.erased.Drop(ctx, rec)
	if drop && err == nil {
		e.ended.WithLabelValues(string(kafka.ReadWay(rec).Lane), outcomeErased).Inc()
	}
	return drop, err
}

// End writes the end of a request. c needs no event id and no time.
func (e *Completion) End(ctx context.Context, c event.Completed) error {
	r := c.Request
	c.EventID = event.ID(r.ID, "end", r.Revision)
	c.CompletedAt = time.Now().UTC().Truncate(time.Millisecond)
	at, err := e.kafka.Produce(ctx, topic.Completed, r.ID, c)
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	step := event.StepCompleted
	if c.Outcome == event.Failed {
		step = event.StepFailed
	}
	s := StatusOf(r, step, c.Detection.Type, c.CompletedAt)
	s.Outcome, s.Completed = &c.Outcome, &at
	if _, err := e.kafka.Produce(ctx, topic.Status, r.ID, s); err != nil {
		return fmt.Errorf("writing the terminal status: %w", err)
	}
	e.ended.WithLabelValues(string(r.Lane), string(c.Outcome)).Inc()
	if r.Callback == nil || r.Callback.Method == "" {
		return nil
	}
	if err := e.call(ctx, c); err != nil {
		return fmt.Errorf("ordering the callback: %w", err)
	}
	return nil
}

// call orders the callback. Its body is made here, once.
func (e *Completion) call(ctx context.Context, c event.Completed) error {
	body, err := result.Callback(c)
	if err != nil {
		return err
	}
	r := c.Request
	d := event.Delivery{
		EventID: c.EventID, RequestID: r.ID, Account: r.Account,
		URL: r.Callback.URL, Method: r.Callback.Method, SealedToken: r.Callback.SealedToken, Signature: r.Callback.Signature,
		Body: body, DueAt: c.CompletedAt,
	}
	// One endpoint's deliveries share a partition, and the key tells nothing.
	endpoint, err := e.keys.OpenURL(r.Callback.URL, r.ID)
	if err != nil {
		endpoint = r.Callback.URL // of another secret key: the delivery will say so
	}
	key := hex.EncodeToString(e.keys.MAC(secret.WebhookLane, r.Account, endpoint))
	_, err = e.kafka.Produce(ctx, topic.WebhooksDue, key, d,
		kgo.RecordHeader{Key: topic.AccountHeader, Value: []byte(r.Account)}, kgo.RecordHeader{Key: topic.RequestHeader, Value: []byte(r.ID)})
	return err
}

// Fail ends a request that could not be processed. reason is for the client, in
// Portuguese. c holds what is known of it so far; a text that was read stays.
func (e *Completion) Fail(ctx context.Context, c event.Completed, reason string) error {
	c.Outcome = event.Failed
	c.Places = nil
	read := c.Extraction
	c.Extraction = event.Extraction{CatalogueVersion: catalogue.Version, EngineVersion: extraction.Version}
	if read.Markdown != "" {
		c.Extraction.Markdown, c.Extraction.MarkdownAt = read.Markdown, read.MarkdownAt
	} else {
		c.Extraction.MarkdownError, c.Extraction.MarkdownAt = &reason, time.Now().UTC().Truncate(time.Millisecond)
	}
	c.Extraction.Quality, c.Extraction.ValidationErrors, _ = quality.Assess(typeOf(c.Detection), nil, c.Detection, quality.Options{Failure: reason})
	return e.End(ctx, c)
}

// Outcome is how a request ends whose document was of type typ: well, if every
// required field was read and is valid.
func Outcome(x event.Extraction, typ catalogue.Type) event.Outcome {
	if len(x.Fields) == 0 {
		return event.Failed
	}
	if len(x.Quality.MissingFields) > 0 {
		return event.PartialSuccess
	}
	for _, fault := range x.ValidationErrors {
		name := strings.TrimPrefix(fault.Field, "fields.")
		if end := strings.IndexAny(name, ".["); end >= 0 {
			name = name[:end]
		}
		if f, found := typ.Field(name); found && f.Required {
			return event.PartialSuccess
		}
	}
	return event.Success
}
