// Package webhook delivers callbacks: at most three attempts each, over topics
// that hold what is due now, in seconds and in a minute.
//
// In come deliveries from webhooks.due and the retry topics; out go HTTP
// requests, a record of every attempt, and what has to be tried again. Bodies
// are sent as they come, tokens are opened only to be sent, and nothing an
// endpoint says is kept but its status code. A slow or dead endpoint holds
// nobody's partition: what is over its share goes to the back of a retry topic.
package webhook

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"
	"golang.org/x/sync/semaphore"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const (
	maxAttempts = 3
	// answerTimeout is how long an endpoint may take to answer.
	answerTimeout = 15 * time.Second
	// answerBytes is how much of an answer is read, so that the connection can
	// be used again. None of it counts but the status.
	answerBytes = 64 << 10
	// jitter is how much a wait may grow, so that what failed together does not
	// come back together. It only adds: a retry topic stays nearly in time order.
	jitter = 0.2
	// patientDeferrals is how often a delivery is put off for the shorter wait;
	// after that its endpoint's queue is long, and it waits for the longer one.
	patientDeferrals = 3
)

// Config bounds the work.
type Config struct {
	// Backoff is the wait before the second and before the third attempt; 10 s
	// and 60 s by default. It is also how long each retry topic holds a record.
	Backoff [2]time.Duration
	// Concurrency bounds all deliveries at once; 64 by default.
	Concurrency int
	// EndpointConcurrency bounds those to one endpoint; 4 by default. With 15 s
	// for an answer, a dead endpoint holds at most that many of Concurrency.
	EndpointConcurrency int
}

// Deps are what the processor borrows. Client must refuse forbidden addresses
// and follow no redirects. Class names a failure in a word fit for a record.
type Deps struct {
	Kafka  *kafka.Kafka
	Keys   *secret.Keys
	Client *http.Client
	Class  func(error) string
	Build  string

	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Processor delivers callbacks.
type Processor struct {
	cfg       Config
	deps      Deps
	log       *slog.Logger
	metrics   *metrics
	journal   *journal
	slots     *semaphore.Weighted
	endpoints *endpoints
}

// New makes a processor.
func New(cfg Config, deps Deps) *Processor {
	if cfg.Backoff == [2]time.Duration{} {
		cfg.Backoff = [2]time.Duration{10 * time.Second, time.Minute}
	}
	if cfg.Concurrency <= 0 {
		cfg.Concurrency = 64
	}
	if cfg.EndpointConcurrency <= 0 {
		cfg.EndpointConcurrency = 4
	}
	if deps.Logger == nil {
		deps.Logger = slog.New(slog.DiscardHandler)
	}
	return &Processor{
		cfg: cfg, deps: deps, log: deps.Logger, metrics: newMetrics(deps.Registerer),
		journal:   newJournal(deps.Kafka, deps.Logger),
		slots:     semaphore.NewWeighted(int64(cfg.Concurrency)),
		endpoints: newEndpoints(cfg.EndpointConcurrency),
	}
}

// Run works until ctx ends. It first learns which attempts were begun before.
func (p *Processor) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tailing, err := p.journal.start(ctx)
	if err != nil {
		return nil // ctx has ended: all else is tried again
	}
	defer func() { cancel(); <-tailing }()
	lane := func(name string) stage.Lane {
		return stage.Lane{Name: name, Topics: []string{name}, Workers: p.cfg.Concurrency}
	}
	return stage.Run(ctx, stage.Config{
		Kafka: p.deps.Kafka, Name: topic.GroupWebhook, Build: p.deps.Build, DeadTopic: topic.WebhooksDead,
		Lanes:        []stage.Lane{lane(topic.WebhooksDue), lane(topic.WebhooksRetry1), lane(topic.WebhooksRetry2)},
		DrainTimeout: answerTimeout + 5*time.Second,
		Registerer:   p.deps.Registerer, Logger: p.deps.Logger,
	}, p.handle)
}

// handle takes one delivery a step further.
func (p *Processor) handle(ctx context.Context, rec *kgo.Record) error {
	var d event.Delivery
	if err := p.deps.Kafka.Decode(ctx, rec, &d); err != nil {
		return err
	}
	if d.NotBefore.After(time.Now()) {
		return stage.NotBefore(d.NotBefore)
	}
	known, ok, err := p.journal.enter(ctx, d.EventID)
	if err != nil {
		return err
	}
	if !ok { // another copy of the record is at work
		return stage.ErrSuperseded
	}
	defer p.journal.leave(d.EventID)

	n := d.Attempt + 1
	switch {
	case known.result != nil && known.result.Attempt == n: // made, but what came of it could not be written
		return p.conclude(ctx, rec, d, *known.result)
	case known.finished >= n:
		return stage.ErrSuperseded
	case known.started >= n: // a process died in the middle: whether it got through is not known
		return p.conclude(ctx, rec, d, p.attempt(d, n, outcomeFailed, "interrupted"))
	}
	release, ok := p.endpoints.take(string(rec.Key))
	if !ok {
		return p.deferDelivery(ctx, rec, d)
	}
	defer release()
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer p.slots.Release(1)
	return p.deliver(ctx, rec, d)
}

// deliver makes one attempt. That it begins is on record before anything is
// sent, so that a crash costs an attempt and never adds one.
func (p *Processor) deliver(ctx context.Context, rec *kgo.Record, d event.Delivery) error {
	n := d.Attempt + 1
	if err := p.journal.write(ctx, p.attempt(d, n, outcomeStarted, "")); err != nil {
		return err
	}
	result := p.send(ctx, d, n)
	if ctx.Err() != nil { // ended by our own shutdown: it counts, as if the process had died
		return ctx.Err()
	}
	p.metrics.attempted(result)
	p.journal.remember(result)
	return p.conclude(ctx, rec, d, result)
}

// conclude writes what follows from an attempt and then the attempt itself: a
// finished attempt on record means that what follows is written.
func (p *Processor) conclude(ctx context.Context, rec *kgo.Record, d event.Delivery, made event.DeliveryAttempt) error {
	d.Attempt, d.Deferrals = made.Attempt, 0
	if made.Outcome != outcomeDelivered {
		next, headers := topic.WebhooksDead, rec.Headers
		if d.Attempt < maxAttempts {
			next = p.putOff(&d, int(d.Attempt)-1)
		} else {
			made.Outcome = outcomeExhausted
			made.EventID = attemptID(d.EventID, made.Attempt, made.Outcome)
			headers = p.letter(headers, made)
			p.metrics.exhausted.Inc()
		}
		if _, err := p.deps.Kafka.Produce(ctx, next, string(rec.Key), d, headers...); err != nil {
			return err
		}
	}
	return p.journal.write(ctx, made)
}

// letter adds why a delivery was given up.
func (p *Processor) letter(headers []kgo.RecordHeader, last event.DeliveryAttempt) []kgo.RecordHeader {
	add := func(key, value string) { headers = append(headers, kgo.RecordHeader{Key: key, Value: []byte(value)}) }
	headers = slices.Clone(headers)
	add(stage.HeaderStage, topic.GroupWebhook)
	add(stage.HeaderClass, outcomeExhausted)
	add(stage.HeaderReason, last.Host+": "+last.Error)
	add(stage.HeaderAttempts, strconv.Itoa(int(last.Attempt)))
	add(stage.HeaderLastFailure, last.At.Format(time.RFC3339Nano))
	add(stage.HeaderBuild, p.deps.Build)
	return headers
}

// deferDelivery puts a delivery off whose endpoint has its share. No attempt is counted.
func (p *Processor) deferDelivery(ctx context.Context, rec *kgo.Record, d event.Delivery) error {
	wait := 0
	if d.Deferrals++; d.Deferrals > patientDeferrals {
		wait = 1
	}
	next := p.putOff(&d, wait)
	if _, err := p.deps.Kafka.Produce(ctx, next, string(rec.Key), d, rec.Headers...); err != nil {
		return err
	}
	p.metrics.deferred.Inc()
	return nil
}

// putOff sets when a delivery is due again and gives the topic for that wait.
func (p *Processor) putOff(d *event.Delivery, wait int) string {
	pause := p.cfg.Backoff[wait]
	d.NotBefore = time.Now().Add(pause + time.Duration(rand.Float64()*jitter*float64(pause))).UTC()
	return [...]string{topic.WebhooksRetry1, topic.WebhooksRetry2}[wait]
}
