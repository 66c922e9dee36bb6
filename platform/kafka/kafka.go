// Package kafka is the one place that talks to the brokers and to the schema
// registry: it makes every client, puts events into records and takes them out
// again, creates the topics, and measures how far the groups are behind.
//
// Events come in and go out as Go values of schemas/event; in the log they are
// Avro behind the Confluent header, and bodies that are too large for the log
// stand in the blob store. Topics are named here without the prefix of the
// installation, which this package alone adds and takes off.
//
// What an event means is never decided here, and no record's content reaches a
// log line, a metric or an error.
package kafka

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"lavra.dev/platform/blob"
)

// Config says where the log is and how its topics are made.
type Config struct {
	Brokers     []string
	RegistryURL string
	Access      Access
	Roots       *x509.CertPool // authorities for both; nil: the system's

	// Prefix stands before every topic, group, subject and transactional id, so
	// that several installations can share a cluster. May be empty.
	Prefix string

	// Instance names this process among its like and stays the same over its
	// restarts: a process that comes back under its name ends at once the
	// transactions its predecessor left open, and has its predecessor's
	// partitions without waiting for the session to end. No two live processes
	// may share one. By default the host's name stands in, for transactions only.
	Instance string

	Partitions  int // of topics that are created; 4 by default
	Replication int // of topics that are created; 0: the broker's default

	static bool // Instance was given: it is surely ours alone

	// DeliveryTimeout bounds how long a record waits for the broker. 30 s by default.
	DeliveryTimeout time.Duration
}

func (c Config) withDefaults() (Config, error) {
	var faults []error
	if len(c.Brokers) == 0 {
		faults = append(faults, errors.New("kafka: no brokers given"))
	}
	if c.RegistryURL == "" {
		faults = append(faults, errors.New("kafka: no schema registry given"))
	}
	c.static = c.Instance != ""
	if c.Instance == "" {
		host, err := os.Hostname()
		if err != nil {
			faults = append(faults, fmt.Errorf("kafka: finding the host's name: %w", err))
		}
		c.Instance = host
	}
	if c.Partitions == 0 {
		c.Partitions = 4
	}
	if c.DeliveryTimeout == 0 {
		c.DeliveryTimeout = 30 * time.Second
	}
	return c, errors.Join(faults...)
}

// Blobs keeps the bodies that are too large for the log. *blob.Store is one.
type Blobs interface {
	Put(ctx context.Context, key string, r io.Reader) (blob.Info, error)
	PutNew(ctx context.Context, key string, r io.Reader) (blob.Info, error)
	Open(ctx context.Context, key string) (io.ReadCloser, error)
	Delete(ctx context.Context, key string) error
}

// Deps are what the package borrows. Registerer and Logger may be nil.
type Deps struct {
	Registerer prometheus.Registerer
	Logger     *slog.Logger
	Blobs      Blobs
	Keys       *blob.Keys // encrypt what records hold of documents; nil: it stands there in plain
	OwnKeys    bool       // where there are Keys: with a key for each request, which the blob store keeps
}

// Kafka is the log of one installation. Its methods may be used by many
// goroutines at once.
type Kafka struct {
	cfg          Config
	log          *slog.Logger
	registerer   prometheus.Registerer
	blobs        Blobs
	keys         *blob.Keys
	ownKeys      bool
	requests     *requestKeys
	schemas      *schemas
	access       []kgo.Opt   // of every client
	client       *kgo.Client // produces, reads single records, answers questions
	admin        *kadm.Client
	transactions *transactions
	missing      *prometheus.CounterVec
	lastGap      atomic.Int64          // nanoseconds since 1970
	lag          atomic.Pointer[[]Lag] // as it was watched last
	background   sync.WaitGroup        // questions that nobody waits for

	mu    sync.Mutex
	names map[string]int // of clients made so far: metrics need each to be another
}

// Dial connects to brokers and registry and makes sure that the registry has
// the schemas this build writes. While one of them is away it says so in the
// log and waits; it fails only on a fault in cfg, on a schema the registry
// refuses, or when ctx ends.
func Dial(ctx context.Context, cfg Config, deps Deps) (*Kafka, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	k := &Kafka{
		cfg:        cfg,
		log:        deps.Logger,
		registerer: deps.Registerer,
		blobs:      deps.Blobs,
		keys:       deps.Keys,
		ownKeys:    deps.OwnKeys,
		requests:   &requestKeys{blobs: deps.Blobs},
		names:      map[string]int{},
	}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	if k.registerer == nil {
		k.registerer = prometheus.NewRegistry()
	}
	if k.missing, err = newMissing(k.registerer); err != nil {
		return nil, err
	}
	if k.schemas, err = newSchemas(cfg); err != nil {
		return nil, err
	}
	if k.access, err = cfg.Access.clientOptions(cfg.Roots); err != nil {
		return nil, err
	}
	if k.client, err = k.newClient("producer", k.producerOptions()...); err != nil {
		return nil, err
	}
	k.admin = kadm.NewClient(k.client)
	k.transactions = newTransactions(k)
	if err := k.connect(ctx); err != nil {
		k.Close()
		return nil, err
	}
	return k, nil
}

// connect waits for the brokers, then for the registry.
func (k *Kafka) connect(ctx context.Context) error {
	err := k.patiently(ctx, "brokers", func(ctx context.Context) error {
		return k.client.Ping(ctx)
	})
	if err != nil {
		return fmt.Errorf("waiting for the brokers: %w", err)
	}
	if err := k.patiently(ctx, "schema registry", k.schemas.register); err != nil {
		return fmt.Errorf("registering the schemas: %w", err)
	}
	return nil
}

// LearnSchemas forgets what the registry said and asks it anew. It is for a process
// that starts and cannot read what it finds: the registry may have been another
// meanwhile, which was wiped or not restored yet. One that has written must not.
func (k *Kafka) LearnSchemas(ctx context.Context) error {
	k.schemas.forget()
	if err := k.schemas.register(ctx); err != nil {
		return fmt.Errorf("registering the schemas: %w", err)
	}
	return nil
}

// Close ends every client that Dial made. Consumers are their owners' to close.
func (k *Kafka) Close() {
	k.background.Wait()
	k.transactions.close()
	k.client.Close()
	k.schemas.close()
}

// Topic is the name of a topic on the brokers.
func (k *Kafka) Topic(name string) string { return k.cfg.Prefix + name }

// Name is a topic's name without the prefix of the installation.
func (k *Kafka) Name(topic string) string { return strings.TrimPrefix(topic, k.cfg.Prefix) }

// Group is the name of a consumer group on the brokers.
func (k *Kafka) Group(name string) string { return k.cfg.Prefix + name }

// Admin asks and changes what the brokers hold. It takes names as the brokers know them.
func (k *Kafka) Admin() *kadm.Client { return k.admin }

// Healthy asks the brokers for a sign of life.
func (k *Kafka) Healthy(ctx context.Context) error {
	if err := k.client.Ping(ctx); err != nil {
		return fmt.Errorf("asking the brokers: %w", err)
	}
	return nil
}

// PartitionOf is the partition that records with this key go to.
func (k *Kafka) PartitionOf(ctx context.Context, topicName, key string) (int32, error) {
	topic, err := k.describe(ctx, k.Topic(topicName), describeFor)
	if err != nil {
		return 0, err
	}
	return partitionAmong(*topic.Topic, key, len(topic.Partitions)), nil
}

// Reachable reports whether a record of this key could be written now: its
// partition has a leader, and that answers.
func (k *Kafka) Reachable(ctx context.Context, topicName, key string) error {
	partition, err := k.PartitionOf(ctx, topicName, key)
	if err != nil {
		return err
	}
	_, err = k.EndOffset(ctx, topicName, partition)
	return err
}

// EndOffset is the offset that the next record of the partition will get.
func (k *Kafka) EndOffset(ctx context.Context, topicName string, partition int32) (int64, error) {
	return k.endOffset(ctx, topicName, partition, 0)
}

// StableOffset is the offset up to which readers of committed records get: the
// end, or the first record of a transaction that is open.
func (k *Kafka) StableOffset(ctx context.Context, topicName string, partition int32) (int64, error) {
	return k.endOffset(ctx, topicName, partition, isolationCommitted)
}

const isolationCommitted = 1

func (k *Kafka) endOffset(ctx context.Context, topicName string, partition int32, isolation int8) (int64, error) {
	req := kmsg.NewPtrListOffsetsRequest()
	req.IsolationLevel = isolation
	t := kmsg.NewListOffsetsRequestTopic()
	t.Topic = k.Topic(topicName)
	p := kmsg.NewListOffsetsRequestTopicPartition()
	p.Partition = partition
	p.Timestamp = -1 // the end
	t.Partitions = append(t.Partitions, p)
	req.Topics = append(req.Topics, t)
	resp, err := req.RequestWith(ctx, k.client)
	if err == nil && (len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1) {
		err = errNoAnswer
	}
	if err == nil {
		err = codeError(resp.Topics[0].Partitions[0].ErrorCode)
	}
	if err != nil {
		return 0, fmt.Errorf("asking the end of %s/%d: %w", topicName, partition, err)
	}
	return resp.Topics[0].Partitions[0].Offset, nil
}
