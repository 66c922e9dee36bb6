package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/account"
	"lavra.dev/platform/blob"
	"lavra.dev/platform/egress"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/installation"
	"lavra.dev/platform/instance"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
)

// base is what every service borrows: the log, the blobs, the accounts, the
// secrets and the way out.
type base struct {
	log      *slog.Logger
	metrics  *prometheus.Registry
	kafka    *kafka.Kafka
	blobs    *blob.Store
	keys     *secret.Keys
	accounts *account.Directory
	ids      *requestid.Issuer
	erased   *erasure.Index
	egress   *egress.Guard
	claim    *instance.Claim // of the process's name; nil: it has none
}

// newBase connects to the parts. What is away is waited for, and the log says
// what it is.
func newBase(ctx context.Context, s *Settings, log *slog.Logger, metrics *prometheus.Registry) (*base, error) {
	b := &base{log: log, metrics: metrics, egress: egress.New(s.allowedNetworks(), egress.AskDNS(s.EgressResolver))}
	b.egress.Limit(s.egressLimits())
	b.egress.Refuse(s.KafkaListen, s.RegistryListen, s.ClickHouseListen, s.MetricsListen)
	b.egress.Refuse(s.KafkaBrokers...)
	var err error
	if b.keys, err = secret.Load(s.SecretKey, s.DataDir); err != nil {
		return nil, err
	}
	b.ids = requestid.NewIssuer(b.keys)
	blobURL, err := s.blobURL()
	if err != nil {
		return nil, err
	}
	if b.blobs, err = blob.Open(ctx, blobURL, blob.WithSync(s.Sync), blob.WithKeys(s.dataKeys())); err != nil {
		return nil, err
	}
	if b.kafka, err = dial(ctx, s, kafka.Deps{Registerer: metrics, Logger: log, Blobs: b.blobs, Keys: s.dataKeys(), OwnKeys: s.RequestKeys}); err != nil {
		b.blobs.Close()
		return nil, err
	}
	if err := b.kafka.EnsureTopics(ctx); err != nil {
		b.Close()
		return nil, err
	}
	if err := installation.Bind(ctx, b.kafka, b.blobs, log); err != nil {
		b.Close()
		return nil, err
	}
	if b.erased, err = erasure.NewIndex(b.kafka, log, metrics); err != nil {
		b.Close()
		return nil, err
	}
	b.accounts = account.NewDirectory(b.kafka, b.keys, log)
	return b, nil
}

func dial(ctx context.Context, s *Settings, deps kafka.Deps) (*kafka.Kafka, error) {
	return kafka.Dial(ctx, kafka.Config{
		Brokers: s.KafkaBrokers, RegistryURL: s.SchemaRegistryURL, Prefix: s.TopicPrefix, Instance: s.Instance,
		Partitions: s.partitions(), Replication: s.TopicReplication, Access: s.Access, Roots: s.authorities(),
	}, deps)
}

// withAccounts tails the accounts for the time of an action.
func (b *base) withAccounts(ctx context.Context, action func(*account.Admin) error) error {
	tailCtx, stop := context.WithCancel(ctx)
	tail := make(chan error, 1)
	go func() { tail <- b.accounts.Run(tailCtx) }()
	defer func() { stop(); <-tail }()
	return action(account.NewAdmin(b.accounts))
}

// tailErasures reads them for the time of an action, until stop.
func (b *base) tailErasures(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- b.erased.Run(ctx) }()
	return func() { cancel(); <-ended }
}

// claimName keeps a second process from going by this one's name. One that keeps
// its name in a locked file has nobody to fear.
func (b *base) claimName(ctx context.Context, s *Settings, role string) (err error) {
	if s.Instance == "" || s.instanceLocked {
		return nil
	}
	b.claim, err = instance.Take(ctx, b.kafka, s.Instance+"/"+role, b.log)
	if err != nil {
		return fmt.Errorf("claiming the name %q: %w", s.Instance, err)
	}
	return nil
}

// Close lets go of the connections.
func (b *base) Close() {
	if b.claim != nil {
		b.claim.Release()
	}
	b.kafka.Close()
	if err := b.blobs.Close(); err != nil {
		b.log.Warn("closing the blob store", "error", err)
	}
}

// ignoreCanceled drops the error of a loop that ended because it was told to.
func ignoreCanceled(ctx context.Context, name string, err error) error {
	if err == nil || (ctx.Err() != nil && errors.Is(err, context.Canceled)) {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
