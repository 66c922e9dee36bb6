package kafka

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/requestid"
)

// KeyPrefix is where in the blob store the keys of requests are, a folder for each day of
// acceptance.
const KeyPrefix = "keys/"

// ErrForgotten says that a record's key was deleted, as it is when its request is erased: nobody
// can read the record any more. It is an ErrUndecodable.
var ErrForgotten = fmt.Errorf("%w: the key of its request is gone", ErrUndecodable)

// keysAtOnce are asked for beside each other: a bucket takes some 20 ms for one.
const keysAtOnce = 32

// KeysAhead is how many FetchKeys looks for.
const KeysAhead = 256

// keysHeld bounds a generation of the cache: both are some 6 MB, and hold what was worked on in
// the last minutes.
const keysHeld = 32_768

// requestKeys makes, finds and forgets the keys of requests.
type requestKeys struct {
	blobs Blobs

	mu         sync.Mutex
	young, old map[string]blob.OwnKey // the old ones go when the young ones are many
}

// KeyOf is where a request's key is; false where the identifier is none of ours.
func KeyOf(request string) (name string, ok bool) {
	accepted, ok := requestid.Time(request)
	return KeyPrefix + accepted.Format(time.DateOnly) + "/" + request, ok
}

func (r *requestKeys) cached(request string) (key blob.OwnKey, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if key, ok = r.young[request]; ok {
		return key, true
	}
	if key, ok = r.old[request]; ok {
		r.hold(request, key)
	}
	return key, ok
}

// hold notes a key. r.mu is held.
func (r *requestKeys) hold(request string, key blob.OwnKey) {
	if r.young == nil || len(r.young) >= keysHeld {
		r.young, r.old = map[string]blob.OwnKey{}, r.young
	}
	r.young[request] = key
}

func (r *requestKeys) drop(request string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.young, request)
	delete(r.old, request)
}

// get finds a key; ErrForgotten where it is not there.
func (r *requestKeys) get(ctx context.Context, request string) (key blob.OwnKey, err error) {
	if key, ok := r.cached(request); ok {
		return key, nil
	}
	name, ok := KeyOf(request)
	if !ok {
		return key, fmt.Errorf("%w: the key of no request", ErrUndecodable)
	}
	if r.blobs == nil {
		return key, errors.New("reading the key of a request: no blob store given")
	}
	in, err := r.blobs.Open(ctx, name)
	if errors.Is(err, blob.ErrNotFound) {
		return key, ErrForgotten
	}
	if err != nil {
		return key, fmt.Errorf("reading the key of a request: %w", err)
	}
	defer in.Close()
	if _, err := io.ReadFull(in, key[:]); err != nil {
		return key, fmt.Errorf("reading the key of a request: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hold(request, key)
	return key, nil
}

// make finds a key, or makes it where there is none. isNew says that there is probably none.
func (r *requestKeys) make(ctx context.Context, request string, isNew bool) (key blob.OwnKey, err error) {
	if key, ok := r.cached(request); ok {
		return key, nil
	}
	if !isNew {
		if key, err = r.get(ctx, request); !errors.Is(err, ErrForgotten) {
			return key, err
		}
	}
	name, _ := KeyOf(request)
	key = blob.NewOwnKey()
	if _, err := r.blobs.PutNew(ctx, name, bytes.NewReader(key[:])); errors.Is(err, blob.ErrExists) {
		return r.get(ctx, request) // another process made it
	} else if err != nil {
		return key, fmt.Errorf("making the key of a request: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hold(request, key)
	return key, nil
}

// makeKeys makes those of many messages, beside each other.
func (k *Kafka) makeKeys(ctx context.Context, messages []Message) error {
	if len(messages) == 1 {
		return nil // it is made where it is needed
	}
	var making errgroup.Group
	making.SetLimit(keysAtOnce)
	for _, m := range messages {
		if request := requestOf(m.Headers, m.Key); k.seals(m.Event) && k.hasOwnKey(request) {
			making.Go(func() error {
				_, err := k.requests.make(ctx, request, isSubmitted(m.Event))
				return err
			})
		}
	}
	return making.Wait()
}

// NeedsKey reports whether a record's key has to be asked for.
func (k *Kafka) NeedsKey(rec *kgo.Record) bool {
	if !blob.HasOwnKey(rec.Value) {
		return false
	}
	_, ok := k.requests.cached(RequestOf(rec))
	return !ok
}

// FetchKeys finds the keys of the first of these records, beside each other, for who reads
// records one after the other and NeedsKey. What it does not find, Decode speaks of.
func (k *Kafka) FetchKeys(ctx context.Context, records []*kgo.Record) {
	var fetching errgroup.Group
	fetching.SetLimit(keysAtOnce)
	for _, rec := range records[:min(len(records), KeysAhead)] {
		if k.NeedsKey(rec) {
			fetching.Go(func() error { _, _ = k.requests.get(ctx, RequestOf(rec)); return nil })
		}
	}
	_ = fetching.Wait()
}

// ForgetKey deletes the key of a request, so that none of its records can be read.
func (k *Kafka) ForgetKey(ctx context.Context, request string) error {
	k.requests.drop(request)
	name, ok := KeyOf(request)
	if !ok || k.blobs == nil {
		return nil
	}
	if err := k.blobs.Delete(ctx, name); err != nil {
		return fmt.Errorf("deleting the key of a request: %w", err)
	}
	return nil
}

// DropKey forgets what the process itself remembers of a key that another one deleted.
func (k *Kafka) DropKey(request string) { k.requests.drop(request) }
