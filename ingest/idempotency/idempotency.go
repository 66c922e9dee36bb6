// Package idempotency makes a repeated call answer with what the first one got.
//
// A caller that is about to submit a request under an Idempotency-Key first
// writes a claim to the topic requests.idempotency: the identifiers it means to
// use, and a hash of what is asked. The first claim of a key in its partition
// wins, for 24 hours; every process tails the topic, and a caller waits until
// its own claim has come back before it acts. So two calls at the same moment,
// in whatever processes, agree on one winner without a lock.
//
// Once the winner's request is submitted its claim is written a second time
// under the same claim id. A winner that died between the two leaves a claim
// that the next call finds open, and submits under the same identifiers: were
// it submitted already after all, the same events would merely come twice.
//
// What a request is, and whether it was submitted, is the caller's to know.
package idempotency

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Kept is how long a key stands for its first call.
const Kept = 24 * time.Hour

// Key names an Idempotency-Key of one account at one endpoint.
type Key string

// ErrFull is a key that would be one more than may be held. A key that is held
// stands for its day: none is forgotten for another.
var ErrFull = errors.New("as many idempotency keys are held as may be")

// Claims is this process's view of all claims. It is safe for concurrent use.
type Claims struct {
	// Most is how many keys may be held, set before Run; 0: any number. Those that
	// other processes let in are held too.
	Most int

	kafka    *kafka.Kafka
	keys     *secret.Keys
	log      *slog.Logger
	follower *kafka.Follower

	mu    sync.Mutex
	first map[heldKey]standing
}

// heldKey is a Key in half the bytes, without a pointer for the collector to follow.
type heldKey [16]byte

// held is the key in that form; false where it is none of ours.
func (k Key) held() (h heldKey, ok bool) {
	n, err := hex.Decode(h[:], []byte(k[:min(len(k), 2*len(h))]))
	return h, err == nil && n == len(h) && len(k) == 2*len(h)
}

// standing is the claim that a key belongs to. The claim itself stays in the
// log: a day of a busy service is millions of them, each read at most once more.
type standing struct {
	claimID   uuid.UUID
	at        int64 // milliseconds
	offset    int64
	partition int32
	submitted bool
}

// old reports whether a claim that is made at a time finds this one too old to win.
func (s standing) old(at time.Time) bool { return at.Sub(time.UnixMilli(s.at)) > Kept }

// New makes an empty view; Run fills it.
func New(k *kafka.Kafka, keys *secret.Keys, log *slog.Logger) *Claims {
	c := &Claims{kafka: k, keys: keys, log: log, first: map[heldKey]standing{}}
	c.follower = k.NewFollower(kafka.Following{
		Topic: topic.Idempotency, Name: "idempotency", Take: c.take, Logger: log,
		Since: func(context.Context) (time.Time, error) { return time.Now().Add(-Kept), nil },
	})
	return c
}

// Key makes the log's name of a client's key, which says nothing of either.
func (c *Claims) Key(account, endpoint, clientKey string) Key {
	return Key(hex.EncodeToString(c.keys.MAC(secret.Idempotency, account, endpoint, clientKey)[:16]))
}

// Winner is the claim that a key belongs to.
type Winner struct {
	event.Claim
	Mine      bool // it is the claim just made
	Submitted bool // its request is known to be submitted
}

// Claim claims a key and says who has it. The claim's ClaimID is set here.
func (c *Claims) Claim(ctx context.Context, key Key, claim event.Claim) (Winner, error) {
	id := uuid.New()
	held, _ := key.held()
	if c.full(held) {
		return Winner{}, ErrFull
	}
	claim.ClaimID = id.String()
	at, err := c.kafka.Produce(ctx, topic.Idempotency, string(key), claim)
	if err != nil {
		return Winner{}, fmt.Errorf("claiming idempotency key: %w", err)
	}
	if err := c.follower.Reach(ctx, at.Partition, at.Offset+1); err != nil {
		return Winner{}, fmt.Errorf("awaiting own claim: %w", err)
	}
	for {
		c.mu.Lock()
		first, ok := c.first[held]
		c.mu.Unlock()
		if !ok || first.claimID == id {
			return Winner{Claim: claim, Mine: true}, nil
		}
		winner, err := c.read(ctx, first)
		if errors.Is(err, kafka.ErrGone) {
			// The log has forgotten it, as it does after a day: ours is next.
			c.replace(held, first, standing{claimID: id, at: claim.At.UnixMilli(), partition: at.Partition, offset: at.Offset})
			continue
		}
		return winner, err
	}
}

// full reports whether a key is one too many.
func (c *Claims) full(key heldKey) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.first[key]
	return c.Most > 0 && !known && len(c.first) >= c.Most
}

// Find gives the standing claim of a key, if it is submitted. It saves a repeated
// call its way through the pipeline, and decides nothing: Claim does.
func (c *Claims) Find(ctx context.Context, key Key) (Winner, bool) {
	held, _ := key.held()
	c.mu.Lock()
	first, ok := c.first[held]
	c.mu.Unlock()
	if !ok || !first.submitted || first.old(time.Now()) {
		return Winner{}, false
	}
	w, err := c.read(ctx, first)
	return w, err == nil
}

// Submitted notes in the log that the claim's request is submitted. Where that
// fails nothing is lost: the next call looks whether it is.
func (c *Claims) Submitted(ctx context.Context, key Key, claim event.Claim) error {
	if _, err := c.kafka.Produce(ctx, topic.Idempotency, string(key), claim); err != nil {
		return fmt.Errorf("noting a submitted claim: %w", err)
	}
	return nil
}

func (c *Claims) read(ctx context.Context, s standing) (Winner, error) {
	rec, err := c.kafka.ReadAt(ctx, event.Pointer{Topic: topic.Idempotency, Partition: s.partition, Offset: s.offset})
	if err != nil {
		return Winner{}, fmt.Errorf("reading claim: %w", err)
	}
	w := Winner{Submitted: s.submitted}
	if err := c.kafka.Decode(ctx, rec, &w.Claim); err != nil {
		return Winner{}, fmt.Errorf("reading claim: %w", err)
	}
	return w, nil
}

func (c *Claims) replace(key heldKey, old, next standing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first[key] == old {
		c.first[key] = next
	}
}
