package account

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Directory is this process's copy of all accounts. It is safe for concurrent use.
type Directory struct {
	log    *slog.Logger
	kafka  *kafka.Kafka
	hasher hasher

	mu       sync.RWMutex
	accounts map[string]entry
	keys     map[string]string // key id -> account
	next     map[int32]int64   // offset after the last record read, by partition

	signedOnly bool          // accounts without signature are refused
	adopting   bool          // whatever stands there is taken
	moved      chan struct{} // closed and replaced when next grows
}

// entry is an account, the record it was read from, and what stood before that
// record, for Admin to see whether it overwrote somebody else's change.
type entry struct {
	version
	before version
}

type version struct {
	event.Account
	at     event.Pointer
	signed bool
}

var (
	errForged = errors.New("no process of this installation wrote it")
	errStale  = errors.New("it is older than what is known")
)

// NewDirectory makes an empty directory; Run fills it.
func NewDirectory(k *kafka.Kafka, keys *secret.Keys, log *slog.Logger) *Directory {
	return &Directory{
		log:      log,
		kafka:    k,
		hasher:   hasher{keys},
		accounts: map[string]entry{},
		keys:     map[string]string{},
		next:     map[int32]int64{},
		moved:    make(chan struct{}),
	}
}

// TakeAll makes the directory take accounts whoever signed them, before Run. It is for
// AdoptSecret alone.
func (d *Directory) TakeAll() { d.adopting = true }

// Run tails the topic until ctx ends. While the log is away the directory
// stands as it was.
func (d *Directory) Run(ctx context.Context) error {
	err := patience.Until(ctx, d.log, "installation", nil, func(ctx context.Context) error {
		marked, err := d.isMarked(ctx)
		d.mu.Lock()
		defer d.mu.Unlock()
		d.signedOnly = marked
		return err
	})
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("asking whether accounts are signed: %w", err)
	}
	client, err := d.kafka.NewConsumer("accounts",
		kgo.ConsumeTopics(d.kafka.Topic(topic.Accounts)),
	)
	if err != nil {
		return fmt.Errorf("tailing accounts: %w", err)
	}
	defer client.Close()
	for {
		fetches := client.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil
		}
		fetches.EachError(func(_ string, partition int32, err error) {
			d.log.Warn("reading accounts failed, trying on", "partition", partition, "error", err)
		})
		fetches.EachRecord(func(rec *kgo.Record) { d.take(ctx, rec) })
	}
}

func (d *Directory) take(ctx context.Context, rec *kgo.Record) {
	var a event.Account
	err := d.decode(ctx, rec, &a)
	if ctx.Err() != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if rec.Offset < d.next[rec.Partition] {
		return // Run runs again
	}
	s := d.hasher.signature(rec)
	if err == nil {
		err = d.refuses(rec, a, s)
	}
	if err != nil {
		d.log.Error("skipping an account's record", "partition", rec.Partition, "offset", rec.Offset, "error", err)
	} else {
		d.put(version{a, event.Pointer{Topic: topic.Accounts, Partition: rec.Partition, Offset: rec.Offset}, s == right})
	}
	d.next[rec.Partition] = rec.Offset + 1
	close(d.moved)
	d.moved = make(chan struct{})
}

// decode waits for a registry that is away: to skip the record would be to
// forget an account, or its being disabled.
func (d *Directory) decode(ctx context.Context, rec *kgo.Record, a *event.Account) error {
	for {
		err := d.kafka.Decode(ctx, rec, a)
		if err == nil || ctx.Err() != nil || errors.Is(err, kafka.ErrUndecodable) {
			return err
		}
		d.log.Warn("reading an account failed, trying on", "error", err)
		if patience.Sleep(ctx, time.Second) != nil {
			return err
		}
	}
}

func (d *Directory) put(v version) {
	for _, k := range d.accounts[v.ID].Keys {
		delete(d.keys, k.ID)
	}
	for _, k := range v.Keys {
		d.keys[k.ID] = v.ID
	}
	d.accounts[v.ID] = entry{v, d.accounts[v.ID].version}
	if v.ID == installation && v.signed {
		d.signedOnly = true // a process that runs already learns it so
	}
}

// Authenticate says what a key stands for. Inactive names the account too.
func (d *Directory) Authenticate(key string) Grant {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if id, ok := generatedID(key); ok {
		if g := d.check(id, key); g.State != Unknown {
			return g
		}
	}
	return d.check(d.hasher.chosenID(key), key)
}

func (d *Directory) check(keyID, key string) Grant {
	a, ok := d.accounts[d.keys[keyID]]
	if !ok {
		return Grant{}
	}
	for _, k := range a.Keys {
		if k.ID != keyID || revoked(k) || expired(k) || !d.hasher.matches(a.ID, k, key) {
			continue
		}
		g := Grant{Account: a.ID, KeyID: k.ID, State: Active, Scopes: k.Scopes}
		if !a.Active {
			g.State = Inactive
		}
		return g
	}
	return Grant{}
}

// Accounts gives a copy of every account, in no order.
func (d *Directory) Accounts() []event.Account {
	d.mu.RLock()
	defer d.mu.RUnlock()
	all := make([]event.Account, 0, len(d.accounts))
	for id, e := range d.accounts {
		if id != installation {
			all = append(all, clone(e.Account))
		}
	}
	return all
}

// Ready waits until everything written before the call has been read, for as
// long as ctx lasts. A process answers nobody before: it would take valid keys
// for unknown ones.
func (d *Directory) Ready(ctx context.Context) error {
	ends, err := d.ends(ctx)
	if err != nil {
		return fmt.Errorf("asking the end of accounts: %w", err)
	}
	for partition, end := range ends {
		if err := d.reach(ctx, partition, end); err != nil {
			return fmt.Errorf("reading accounts: %w", err)
		}
	}
	return nil
}

// ends asks for the end of each partition until the brokers answer: right after
// the topic was made some do not know it yet.
func (d *Directory) ends(ctx context.Context) (map[int32]int64, error) {
	name := d.kafka.Topic(topic.Accounts)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		listed, err := kafka.Listed(d.kafka.Admin().ListEndOffsets(ctx, name))
		if err == nil {
			ends := map[int32]int64{}
			for partition, end := range listed[name] {
				ends[partition] = end.Offset
			}
			return ends, nil
		}
		if ended := patience.Sleep(ctx, wait); ended != nil {
			return nil, errors.Join(ended, err)
		}
	}
}

// find gives an account with the record it stands in.
func (d *Directory) find(id string) (entry, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	e, ok := d.accounts[id]
	return e, ok
}

// owner is the account that a key id belongs to.
func (d *Directory) owner(keyID string) (string, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	id, ok := d.keys[keyID]
	return id, ok
}

// reach waits until the partition has been read up to the offset.
func (d *Directory) reach(ctx context.Context, partition int32, offset int64) error {
	for {
		d.mu.RLock()
		next, moved := d.next[partition], d.moved
		d.mu.RUnlock()
		if next >= offset {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
