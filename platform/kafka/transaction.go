package kafka

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// transactionsAtOnce bounds how many transactions a process has open. One
// takes some 5 ms of waiting for the brokers; four keep up with 800 batches a
// second.
const transactionsAtOnce = 4

// A transaction whose process died hides what was written behind it from
// readers until the brokers end it: after 15 s. Its records have to be
// acknowledged well before that.
const (
	transactionTimeout  = 15 * time.Second
	transactionPatience = 10 * time.Second
)

// ProduceTx writes all messages or none: readers of committed records see them
// together. Once begun it runs to its end, whatever becomes of ctx, within
// some 20 s. ErrOutcomeUnknown says that the commit was sent
// and its answer lost; after any other error nothing is written.
func (k *Kafka) ProduceTx(ctx context.Context, messages []Message) error {
	if err := k.makeKeys(ctx, messages); err != nil {
		return fmt.Errorf("writing %d records in a transaction: %w", len(messages), err)
	}
	records := make([]*kgo.Record, len(messages))
	for i, m := range messages {
		rec, err := k.record(ctx, m, nil)
		if err != nil {
			return fmt.Errorf("writing to %s: %w", m.Topic, err)
		}
		rec.Topic = k.Topic(m.Topic)
		records[i] = rec
	}
	if err := k.transactions.run(ctx, records); err != nil {
		return fmt.Errorf("writing %d records in a transaction: %w", len(records), err)
	}
	return nil
}

// transactions is a small pool of transactional producers. Their identifiers
// are made of the process's name and a number, so that a process that comes
// back aborts what its predecessor left open instead of leaving readers to
// wait for the timeout.
type transactions struct {
	kafka *Kafka
	free  chan *transactor

	mu     sync.Mutex
	closed bool
}

// transactor is one producer; client is nil until it is needed and after it failed.
type transactor struct {
	id     string
	client *kgo.Client
}

func newTransactions(k *Kafka) *transactions {
	t := &transactions{kafka: k, free: make(chan *transactor, transactionsAtOnce)}
	for n := range transactionsAtOnce {
		t.free <- &transactor{id: fmt.Sprintf("%s%s-%d", k.cfg.Prefix, k.cfg.Instance, n)}
	}
	return t
}

func (t *transactions) run(ctx context.Context, records []*kgo.Record) error {
	var tx *transactor
	select {
	case tx = <-t.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer t.giveBack(tx)
	err := t.attempt(ctx, tx, records)
	if !fenced(err) {
		return err
	}
	// Another live process has our name. Nothing was committed, so the records
	// can go again, under a name that nobody shares; the old one is left to the other.
	t.kafka.log.Warn("another process uses our transactional id, taking a new one", "id", tx.id)
	tx.id = fmt.Sprintf("%s%s-%s", t.kafka.cfg.Prefix, t.kafka.cfg.Instance, uuid.NewString())
	tx.discard()
	return t.attempt(ctx, tx, records)
}

func (t *transactions) attempt(ctx context.Context, tx *transactor, records []*kgo.Record) error {
	if err := t.open(tx); err != nil {
		return err
	}
	patience := min(transactionPatience, t.kafka.cfg.DeliveryTimeout)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*patience)
	defer cancel()
	healthy, err := tx.run(ctx, records, patience)
	if !healthy {
		tx.discard()
	}
	return err
}

// open makes the producer. Its first transaction asks the brokers for the
// identifier, which ends whatever was open under it.
func (t *transactions) open(tx *transactor) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return kgo.ErrClientClosed
	}
	if tx.client != nil {
		return nil
	}
	client, err := t.kafka.newClient("transactions", append(t.kafka.producerOptions(),
		kgo.TransactionalID(tx.id),
		kgo.TransactionTimeout(transactionTimeout),
	)...)
	tx.client = client
	return err
}

// EndTransactions ends what a process of this name that died left open, instead
// of leaving it to the brokers' timeout. It is for the one service that makes
// transactions, before it makes its first.
func (k *Kafka) EndTransactions(ctx context.Context) error {
	var all []*transactor
	defer func() {
		for _, tx := range all {
			k.transactions.giveBack(tx)
		}
	}()
	var faults []error
	for range transactionsAtOnce {
		select {
		case tx := <-k.transactions.free:
			all = append(all, tx)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for _, tx := range all {
		err := k.transactions.open(tx)
		if err == nil {
			_, _, err = tx.client.ProducerID(ctx)
		}
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("ending transactions of before: %w", err)
	}
	return nil
}

// giveBack closes the producer instead where the pool was closed meanwhile.
func (t *transactions) giveBack(tx *transactor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		tx.discard()
	}
	t.free <- tx
}

func (t *transactions) close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	for range transactionsAtOnce {
		(<-t.free).discard()
	}
}

func (tx *transactor) discard() {
	if tx.client != nil {
		tx.client.Close()
		tx.client = nil
	}
}

// run makes one transaction. healthy reports whether the producer can make another.
func (tx *transactor) run(ctx context.Context, records []*kgo.Record, patience time.Duration) (healthy bool, err error) {
	if err := tx.client.BeginTransaction(); err != nil {
		return false, err
	}
	if err := tx.write(ctx, records, patience); err != nil {
		return tx.abort(ctx), err
	}
	err = tx.client.EndTransaction(ctx, kgo.TryCommit)
	if err == nil {
		return true, nil
	}
	if errors.Is(err, kerr.OperationNotAttempted) || errors.Is(err, kerr.TransactionAbortable) {
		return tx.abort(ctx), err
	}
	// A fence seen here may stand behind a commit that was made and whose
	// answer was lost, so it is not the fence that the caller retries after.
	return false, fmt.Errorf("%w: committing: %s", ErrOutcomeUnknown, err.Error())
}

func (tx *transactor) write(ctx context.Context, records []*kgo.Record, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	first := kgo.AbortingFirstErrPromise(tx.client)
	for _, rec := range records {
		rec.Context = nil // of an attempt before this one, ended since
		tx.client.Produce(ctx, rec, first.Promise())
	}
	if err := tx.client.Flush(ctx); err != nil {
		return err
	}
	if err := produceError(first.Err()); err != nil {
		return err
	}
	return tx.settled(ctx, records)
}

// settled waits until the client knows the partitions of the records for good. It writes the first
// records to a topic just before it does, and a transaction that ends in between is to it one that
// wrote nothing: franz-go 1.22 then sends an abort, whatever was asked, and says that all went well.
func (tx *transactor) settled(ctx context.Context, records []*kgo.Record) error {
	for _, rec := range records {
		for {
			if leader, _, _ := tx.client.PartitionLeader(rec.Topic, rec.Partition); leader >= 0 {
				break // it is one load of what the end of the transaction loads
			}
			select {
			case <-time.After(time.Millisecond):
			case <-ctx.Done():
				return fmt.Errorf("waiting for the partitions of %s: %w", rec.Topic, ctx.Err())
			}
		}
	}
	return nil
}

// abort ends the transaction without its records. Where the broker does not
// confirm it, the transaction runs into its timeout there, or into the next
// producer of its name.
func (tx *transactor) abort(ctx context.Context) (healthy bool) {
	if err := tx.client.AbortBufferedRecords(ctx); err != nil {
		return false
	}
	return tx.client.EndTransaction(ctx, kgo.TryAbort) == nil
}

func fenced(err error) bool {
	return !errors.Is(err, ErrOutcomeUnknown) &&
		(errors.Is(err, kerr.ProducerFenced) || errors.Is(err, kerr.InvalidProducerEpoch) ||
			errors.Is(err, kerr.InvalidProducerIDMapping))
}
