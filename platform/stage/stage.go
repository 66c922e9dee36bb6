// Package stage runs one step of the pipeline: records of its topics come in,
// each is handed to a Handler, and its offset moves on once the handler is
// done with it.
//
// Records of one partition are worked on in parallel and finish out of order,
// since each document is its own key; only the checkpoint, the lowest offset
// that is not done, moves in order. A record is handled at least once: after a
// crash, or when its partition moves to another process, it comes again. What
// the handler writes has to be the same then.
//
// Nothing is ever dropped here but what the handler calls superseded: a record
// that fails for good goes to the dead letters or ends its request before its
// offset moves, and one that fails for now is tried until it works. One that
// goes on failing while others like it work lets its partition pass and is
// parked: its request stays open until somebody has looked. What a record holds
// is the handler's business; no key and no content reaches a log line or a
// metric.
package stage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/topic"
)

// Handler does the work of a stage on one record: it writes what follows from
// it, waits until that is acknowledged, and returns nil. Its error says what
// becomes of the record: Permanent, kafka.ErrUndecodable, ErrSuperseded or
// NotBefore, and everything else is tried again. ctx ends when the record is no longer ours.
type Handler func(ctx context.Context, rec *kgo.Record) error

// Config says what a stage reads and how much it does at once.
type Config struct {
	Kafka *kafka.Kafka
	Name  string // for logs, metrics and dead letters: ocr, extraction, …
	Group string // consumer group, without prefix; Name by default

	// Topics and Workers are for a stage of one lane. One of several sets Lanes.
	Topics  []string
	Workers int
	Lanes   []Lane

	// Drop reports whether a record is no longer wanted, and is asked before it is
	// handled and before its request is ended. Nil: all are.
	Drop func(ctx context.Context, rec *kgo.Record) (bool, error)

	// OnPermanent ends the request of a record that will never be done. Its
	// own errors are treated as the handler's are: what is transient is tried
	// again. It is also called for a record that was buried as a dead letter,
	// which it may not be able to read. Nil: the log line is all there is.
	OnPermanent func(ctx context.Context, rec *kgo.Record, failure *PermanentError) error

	DeadTopic string // documents.dead by default
	ParkTopic string // documents.parked by default
	Build     string // for dead letters

	// QueueBytes bounds what waits and what is worked on, per lane. 16 MiB by default.
	QueueBytes int

	// DrainTimeout bounds how long records at work may take to finish when the
	// stage ends or a partition is taken away. 10 s by default; it has to stay
	// below the group's rebalance timeout of 60 s.
	DrainTimeout time.Duration

	// CommitInterval is how often checkpoints are committed. 1 s by default.
	CommitInterval time.Duration

	Registerer prometheus.Registerer // may be nil
	Logger     *slog.Logger          // may be nil

	// Poison says when a stage stops instead of giving records up: so many of
	// the last hundred that could not be decoded are more likely the fault of
	// the registry or of a build than theirs. 50 by default; -1: never.
	Poison int

	heartbeat time.Duration // shorter in tests: a rebalance waits for the slowest heart
	retry     time.Duration // the first wait before a record is tried again; shorter in tests
}

// Lane is a set of topics with workers of its own, so that what is in one
// lane never waits for a worker behind what is in another.
type Lane struct {
	Name    string
	Topics  []string // without prefix
	Workers int      // one for each core by default, and one more where Fair is set

	// Fair gives the key whose holders take turns, such as the account. None of
	// them has all workers at once, where there are several. Nil: partitions take turns.
	Fair func(rec *kgo.Record) string
}

// most is how many records of one key may be at work; 0: any number.
func (l Lane) most() int {
	if l.Fair == nil {
		return 0
	}
	return max(1, l.Workers-1)
}

// ByAccount is a Lane's Fair for records that carry the account beside them.
func ByAccount(rec *kgo.Record) string {
	for _, h := range rec.Headers {
		if h.Key == topic.AccountHeader {
			return string(h.Value)
		}
	}
	return ""
}

// Run works until ctx ends, then finishes what is at work, within the drain
// timeout, and commits. While the brokers are away it waits for them. It
// returns an error only for a fault in cfg, or for a handler that does not end.
func Run(ctx context.Context, cfg Config, handler Handler) error {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return err
	}
	r := newRunner(ctx, cfg, handler)
	if err := r.start(); err != nil {
		return fmt.Errorf("running stage %s: %w", cfg.Name, err)
	}
	r.poll(ctx)
	if err := r.shutDown(); err != nil {
		return fmt.Errorf("ending stage %s: %w", cfg.Name, err)
	}
	return nil
}

func (c Config) withDefaults() (Config, error) {
	var faults []error
	if c.Kafka == nil {
		faults = append(faults, errors.New("stage: no kafka given"))
	}
	if c.Name == "" {
		faults = append(faults, errors.New("stage: no name given"))
	}
	if len(c.Lanes) == 0 {
		c.Lanes = []Lane{{Name: "all", Topics: c.Topics, Workers: c.Workers}}
	}
	c.Lanes = append([]Lane(nil), c.Lanes...)
	for i := range c.Lanes {
		l := &c.Lanes[i]
		if len(l.Topics) == 0 {
			faults = append(faults, fmt.Errorf("stage %s: lane %q has no topics", c.Name, l.Name))
		}
		if l.Workers <= 0 {
			l.Workers = runtime.GOMAXPROCS(0)
			if l.Fair != nil {
				l.Workers++ // one account alone has every core
			}
		}
	}
	c.Group = cmp.Or(c.Group, c.Name)
	c.DeadTopic = cmp.Or(c.DeadTopic, topic.Dead)
	c.ParkTopic = cmp.Or(c.ParkTopic, topic.Parked)
	c.Build = cmp.Or(c.Build, "unknown")
	c.Poison = cmp.Or(c.Poison, 50)
	c.retry = cmp.Or(c.retry, firstBackoff)
	c.QueueBytes = cmp.Or(c.QueueBytes, 16<<20)
	c.DrainTimeout = cmp.Or(c.DrainTimeout, 10*time.Second)
	c.CommitInterval = cmp.Or(c.CommitInterval, time.Second)
	if c.Registerer == nil {
		c.Registerer = prometheus.NewRegistry()
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	c.Logger = c.Logger.With("stage", c.Name)
	return c, errors.Join(faults...)
}
