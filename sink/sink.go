// Package sink copies the log into the query store: every event of the topics
// it reads becomes rows of ClickHouse, exactly once.
//
// The records of one partition are gathered into blocks. A block's range is
// written into the partition's commit metadata before it is inserted, and the
// offset moves after. So a process that dies in between leaves word of what it
// was at; the next one forms the same block again and inserts it under the same
// deduplication tokens, of which ClickHouse takes each once. Rows that slip
// through nonetheless replace their equals, since they are keyed by the event.
//
// What the store refuses goes to documents.dead with its reason; whatever else
// fails is waited for, with the lag in sight. consumed = inserted + dead.
// The sink decides nothing about documents and never reads its own rows.
package sink

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/topic"
	"lavra.dev/sink/migrations"
)

// Config says how large blocks are and how long they may wait.
type Config struct {
	// MinAge is how old the first record of a block is when the block is
	// written at the earliest, unless it is full. 200 ms by default.
	MinAge time.Duration

	// MaxAge is the same at the latest. Between the two the sink paces itself:
	// a partition spends at most a tenth of its time on inserts that are not
	// full, so that many small ones do not take the machine from the work itself.
	// 2 s by default.
	MaxAge time.Duration

	// Rows is how many rows make a full block. 5,000 by default. A block goes
	// over it by the rows of one record, far below the million at which
	// ClickHouse would cut it into several parts.
	Rows int

	// Bytes is how much a full block may hold, and what waits behind it, per
	// partition. While a block is inserted the next one is there too. 8 MiB by default.
	Bytes int

	// Inserts bounds the blocks being inserted at once. 2 by default.
	Inserts int

	// Keep is how long rows are kept. 90 days by default.
	Keep time.Duration

	// Drain bounds how long a block under way may take when its partition is
	// taken away; after that it is left to the next owner. 10 s by default.
	Drain time.Duration

	// SweepEvery is how often the rows of erased requests are looked for. 5 s by default.
	SweepEvery time.Duration

	Build string // for dead letters
}

func (c Config) withDefaults() (Config, error) {
	set := func(d *time.Duration, to time.Duration) {
		if *d == 0 {
			*d = to
		}
	}
	set(&c.MinAge, 200*time.Millisecond)
	set(&c.MaxAge, max(2*time.Second, c.MinAge))
	set(&c.Keep, 90*24*time.Hour)
	set(&c.Drain, 10*time.Second)
	set(&c.SweepEvery, 5*time.Second)
	if c.Rows == 0 {
		c.Rows = 5000
	}
	if c.Bytes == 0 {
		c.Bytes = 8 << 20
	}
	if c.Inserts == 0 {
		c.Inserts = 2
	}
	var faults []error
	if c.MaxAge < c.MinAge {
		faults = append(faults, errors.New("sink: the longest age of a block is below the shortest"))
	}
	if c.Keep < 24*time.Hour {
		faults = append(faults, errors.New("sink: rows are kept for a day at least"))
	}
	if c.Rows < 1 || c.Rows > maxRows {
		faults = append(faults, fmt.Errorf("sink: a block has 1 to %d rows", maxRows))
	}
	return c, errors.Join(faults...)
}

// maxRows leaves room below a million for the rows of the last record.
const maxRows = 500_000

// Deps are what the sink borrows. Logger and Registerer may be nil.
type Deps struct {
	Kafka      *kafka.Kafka
	ClickHouse *clickhouse.Client
	Erased     *erasure.Index // nil: nothing is ever erased
	Logger     *slog.Logger
	Registerer prometheus.Registerer
}

// Sink is the service.
type Sink struct {
	cfg     Config
	kafka   *kafka.Kafka
	db      *clickhouse.Client
	store   store
	erased  *erasure.Index
	log     *slog.Logger
	metrics *metrics
	slots   chan struct{} // taken by a block being inserted

	sweepAll atomic.Bool // rows of any erased request may be there again

	base     context.Context   // ends when the workers have to
	topicIDs map[string]string // by the names of the topics on the brokers

	mu         sync.Mutex
	partitions map[partitionKey]*partition
}

// topics are those the sink reads.
func topics() []string {
	return append(topic.Lanes(topic.Submitted), topic.Status, topic.Completed, topic.WebhooksAttempts, topic.Corrections, topic.Erasures, topic.Audit)
}

// New makes the service.
func New(cfg Config, deps Deps) (*Sink, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Sink{
		cfg:        cfg,
		kafka:      deps.Kafka,
		db:         deps.ClickHouse,
		store:      batchStore{deps.ClickHouse},
		erased:     deps.Erased,
		log:        deps.Logger,
		slots:      make(chan struct{}, cfg.Inserts),
		partitions: map[partitionKey]*partition{},
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.metrics, err = newMetrics(deps.Registerer, s); err != nil {
		return nil, err
	}
	return s, nil
}

// Run makes the tables, then copies until ctx ends. Whatever is away meanwhile
// is waited for.
func (s *Sink) Run(ctx context.Context) error {
	if err := migrations.Apply(ctx, s.db, migrations.Options{Keep: s.cfg.Keep, Logger: s.log}); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("preparing the query store: %w", err)
	}
	// Blocks under way may finish after ctx has ended.
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	s.base = base
	names, err := s.findTopics(ctx)
	if err != nil {
		return nil // ctx has ended: everything else is waited for
	}
	client, err := s.kafka.NewMember("sink", topic.GroupSink,
		kgo.ConsumeTopics(names...),
		kgo.KeepControlRecords(),   // a commit has to move past the marker that ends a transaction, too
		kgo.BlockRebalanceOnPoll(), // a record of a lost partition must not reach its next owner's block
		kgo.OnOffsetsFetched(s.onOffsetsFetched),
		kgo.OnPartitionsRevoked(s.onRevoked),
		kgo.OnPartitionsLost(s.onLost),
	)
	if err != nil {
		return fmt.Errorf("starting the sink: %w", err)
	}
	sweeping := make(chan struct{})
	go func() { defer close(sweeping); s.sweep(ctx) }()
	defer func() { <-sweeping }()
	// Leaving the group revokes what is left, which drains it.
	defer client.CloseAllowingRebalance()
	s.poll(ctx, client)
	return nil
}

// findTopics waits until all topics are there and notes their identifiers.
func (s *Sink) findTopics(ctx context.Context) (names []string, err error) {
	for _, t := range topics() {
		names = append(names, s.kafka.Topic(t))
	}
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		found, err := s.kafka.Admin().ListTopics(ctx, names...)
		if err == nil {
			err = found.Error()
		}
		if err == nil {
			s.topicIDs = map[string]string{}
			for name, detail := range found {
				s.topicIDs[name] = detail.ID.String()
			}
			return names, nil
		}
		if wait == patience.LongWait {
			s.log.Warn("waiting for the topics", "error", err)
		}
		if err := patience.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// poll hands records to their partitions until ctx ends. It never waits for
// one: a partition that has enough is paused, the others go on. Between two
// fetches it waits for a part of the age that blocks have at least: each record
// would else be fetched for itself, which costs more than to make its rows.
func (s *Sink) poll(ctx context.Context, client *kgo.Client) {
	for {
		fetches := client.PollFetches(ctx)
		if ctx.Err() != nil {
			return
		}
		fetches.EachError(func(topic string, number int32, err error) {
			s.log.Warn("reading the log", "topic", s.kafka.Name(topic), "partition", number, "error", err)
		})
		fetches.EachPartition(func(f kgo.FetchTopicPartition) {
			if len(f.Records) == 0 {
				return
			}
			s.mu.Lock()
			p := s.partitions[partitionKey{f.Topic, f.Partition}]
			s.mu.Unlock()
			if p != nil {
				p.enqueue(f.Records)
			}
		})
		client.AllowRebalance()
		if patience.Sleep(ctx, s.cfg.MinAge/4) != nil {
			return
		}
	}
}
