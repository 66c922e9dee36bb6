// Package webhook delivers callbacks: at most three attempts each, over topics
// that hold what is due now, in seconds and in a minute.
//
// In come deliveries from webhooks.due and the retry topics; out go HTTP
// requests, a record of every attempt, and what has to be tried again. Bodies
// are sent as they come, tokens are opened only to be sent, and nothing an
// endpoint says is kept but its status code. A slow or dead endpoint, host or
// account holds nobody's partition and nobody's slots: what is over its share goes
// to the back of a retry topic.
package webhook

import (
	"cmp"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/breaker"
	"lavra.dev/platform/erasure"
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
	// patientDeferrals is how often a delivery to an endpoint that mostly fails is
	// put off for the shorter wait; after that it waits for the longer one.
	patientDeferrals = 3

	// copyPause is how long a copy of a delivery waits that is at work: an answer
	// takes a tenth of a second, mostly.
	copyPause = 200 * time.Millisecond

	// roomPause is how long a delivery waits that cannot be remembered now, and its partition with it.
	roomPause = time.Second

	// classCut is of an attempt that our own end cut off.
	classCut = "cancelled"
)

// Config bounds the work.
type Config struct {
	// Backoff is the wait before the second and before the third attempt; 10 s
	// and 60 s by default. It is also how long each retry topic holds a record.
	Backoff [2]time.Duration
	// Concurrency bounds all deliveries at once in their first second, and with
	// twice as many slower ones; 64 by default.
	Concurrency int
	// EndpointConcurrency bounds those to one endpoint, 4 by default; to a host
	// there are four times as many.
	EndpointConcurrency int
	// Journal is how many deliveries are remembered, so that none is made once too often; those
	// beyond it wait. 0: any number.
	Journal int
}

// Deps are what the processor borrows. Client must refuse forbidden addresses
// and follow no redirects. Class names a failure in a word fit for a record.
type Deps struct {
	Kafka  *kafka.Kafka
	Keys   *secret.Keys
	Client *http.Client
	Class  func(error) string
	// Secrets are those that an account's callbacks are signed with; nil: no account has any.
	Secrets func(account string) ([][]byte, error)
	Build   string
	Erased  *erasure.Index // nil: nothing is ever erased

	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Processor delivers callbacks.
type Processor struct {
	cfg     Config
	deps    Deps
	log     *slog.Logger
	metrics *metrics
	journal *journal
	shares  *shares
	waits   waits
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
	shares := newShares(cfg.Concurrency, cfg.EndpointConcurrency)
	journal := newJournal(deps.Kafka, cfg.Journal, deps.Logger)
	return &Processor{
		cfg: cfg, deps: deps, log: deps.Logger, metrics: newMetrics(deps.Registerer, shares, journal),
		journal: journal,
		shares:  shares,
	}
}

// Run works until ctx ends. It first learns which attempts were begun before.
func (p *Processor) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer p.follow(ctx, cancel)()
	if p.journal.follower.Ready(ctx) != nil {
		return nil // ctx has ended
	}
	lane := func(name string) stage.Lane {
		// Beside all that may be slow, or wait for hosts that never answered, as many again for those that did.
		return stage.Lane{Name: name, Topics: []string{name}, Workers: p.cfg.Concurrency * (2 + slowFactor + waitFactor)}
	}
	return stage.Run(ctx, stage.Config{
		Kafka: p.deps.Kafka, Name: topic.GroupWebhook, Build: p.deps.Build, DeadTopic: topic.WebhooksDead,
		Lanes:        []stage.Lane{lane(topic.WebhooksDue), lane(topic.WebhooksRetry1), lane(topic.WebhooksRetry2)},
		Drop:         p.deps.Erased.Drop,
		DrainTimeout: answerTimeout + 5*time.Second,
		Registerer:   p.deps.Registerer, Logger: p.deps.Logger,
	}, p.handle)
}

// follow reads which attempts are made, says which breakers open and close here, and hears
// of those that close elsewhere, until the function it gives is called.
func (p *Processor) follow(ctx context.Context, cancel func()) (stop func()) {
	var aside sync.WaitGroup
	index := breaker.NewIndex(p.deps.Kafka, p.log)
	index.Tell(p.shares.follow)
	aside.Go(func() { _ = p.journal.run(ctx) }) // its error, and the next one, is nil
	aside.Go(func() { _ = index.Run(ctx) })
	aside.Go(func() { p.shares.news.write(ctx, p.deps.Kafka, p.deps.Keys, p.log) })
	return func() { cancel(); aside.Wait() }
}

// handle takes one delivery a step further.
func (p *Processor) handle(ctx context.Context, rec *kgo.Record) error {
	o, err := p.orderOf(ctx, rec)
	if err != nil {
		return err
	}
	if at, early := p.waits.due(rec, o.notBefore, p.longestWait()); early {
		return stage.NotBefore(at)
	}
	n := o.attempt + 1
	known, at, err := p.journal.enter(ctx, o)
	switch {
	case err != nil:
		return err
	case at == over:
		return stage.ErrSuperseded
	case at == atWork: // a copy whose partition was taken away ends without an effect, and then this one counts
		return stage.NotBefore(time.Now().Add(copyPause))
	case at == noRoom:
		return stage.NotBefore(time.Now().Add(roomPause))
	case at == early:
		return p.deferDelivery(ctx, rec, o, failing) // what it waits for takes its time
	}
	defer p.journal.leave(o.id)

	switch {
	case known.result != nil && known.result.Attempt == n: // made, but what came of it could not be written
		return p.conclude(ctx, rec, o, *known.result)
	case known.started >= n: // a process died in the middle: whether it got through is not known
		return p.conclude(ctx, rec, o, p.attempt(o, n, outcomeFailed, "interrupted"))
	}
	c, refused := p.shares.takeSoon(ctx, target{string(rec.Key), o.host, o.account})
	if c == nil {
		return p.deferDelivery(ctx, rec, o, refused)
	}
	class := classCut
	defer func() {
		if o.Delivery != nil {
			c.url, c.requestID = o.URL, o.requestID
		}
		c.end(class)
	}()
	class, err = p.deliver(ctx, rec, o)
	return err
}

// deliver makes one attempt, and says how it failed. That it begins is on record
// before anything is sent, so that a crash costs an attempt and never adds one.
func (p *Processor) deliver(ctx context.Context, rec *kgo.Record, o *order) (class string, err error) {
	if err := p.open(ctx, rec, o); err != nil {
		return classCut, err
	}
	// Whoever erased it was told that it is never delivered: the last word counts.
	if gone, err := p.deps.Erased.Known(ctx, o.requestID); err != nil || gone {
		return classCut, cmp.Or(err, stage.ErrSuperseded)
	}
	n := o.attempt + 1
	if err := p.journal.write(ctx, p.attempt(o, n, outcomeStarted, "")); err != nil {
		return classCut, err
	}
	result := p.send(ctx, o, n)
	if ctx.Err() != nil { // ended by our own shutdown: it counts, as if the process had died
		return classCut, ctx.Err()
	}
	p.metrics.attempted(result)
	p.journal.remember(result)
	return result.Error, p.conclude(ctx, rec, o, result)
}

// conclude writes what follows from an attempt and then the attempt itself: a
// finished attempt on record means that what follows is written.
func (p *Processor) conclude(ctx context.Context, rec *kgo.Record, o *order, made event.DeliveryAttempt) error {
	o.attempt, o.deferrals = made.Attempt, 0
	switch {
	case made.Outcome == outcomeDelivered:
	case o.attempt < maxAttempts:
		if err := p.again(ctx, rec, o, int(o.attempt)-1); err != nil {
			return err
		}
	default:
		if err := p.open(ctx, rec, o); err != nil {
			return err
		}
		made.Outcome = outcomeExhausted
		made.EventID = attemptID(o.id, made.Attempt, made.Outcome)
		p.metrics.exhausted.Inc()
		o.Attempt = made.Attempt
		if _, err := p.deps.Kafka.Produce(ctx, topic.WebhooksDead, string(rec.Key), *o.Delivery, p.letter(o, made)...); err != nil {
			return err
		}
	}
	return p.journal.write(ctx, made)
}

// letter says why a delivery was given up.
func (p *Processor) letter(o *order, last event.DeliveryAttempt) []kgo.RecordHeader {
	return append(o.passed[:len(o.passed):len(o.passed)],
		header(stage.HeaderStage, topic.GroupWebhook),
		header(stage.HeaderClass, outcomeExhausted),
		header(stage.HeaderReason, last.Host+": "+last.Error),
		header(stage.HeaderAttempts, strconv.Itoa(int(last.Attempt))),
		header(stage.HeaderLastFailure, last.At.Format(time.RFC3339Nano)),
		header(stage.HeaderBuild, p.deps.Build),
	)
}

// deferDelivery puts a delivery off that may not start. No attempt is counted.
// One whose endpoint mostly fails comes back less often.
func (p *Processor) deferDelivery(ctx context.Context, rec *kgo.Record, o *order, why refusal) error {
	wait := 0
	if o.deferrals++; why == failing && o.deferrals > patientDeferrals {
		wait = 1
	}
	if err := p.again(ctx, rec, o, wait); err != nil {
		return err
	}
	p.metrics.deferred.Inc()
	p.journal.putOff(o.id)
	return nil
}

// longestWait is that of a record that again writes.
func (p *Processor) longestWait() time.Duration {
	return time.Duration((1 + jitter) * float64(max(p.cfg.Backoff[0], p.cfg.Backoff[1])))
}

// again writes a delivery to the topic of a wait. A body that is worth it stands
// in the blob store from now on, so that waiting costs the log a few hundred bytes.
func (p *Processor) again(ctx context.Context, rec *kgo.Record, o *order, wait int) error {
	value, err := p.deps.Kafka.Refer(ctx, rec.Value)
	if err != nil {
		return err
	}
	pause := p.cfg.Backoff[wait]
	o.notBefore = time.Now().Add(pause + time.Duration(rand.Float64()*jitter*float64(pause))).UTC()
	next := [...]string{topic.WebhooksRetry1, topic.WebhooksRetry2}[wait]
	_, err = p.deps.Kafka.ProduceRecord(ctx, &kgo.Record{Topic: next, Key: rec.Key, Value: value, Headers: o.headers()})
	return err
}
