// Package breaker lets every process know which endpoints of callbacks mostly
// fail, and lets somebody say that one is mended.
//
// In come the words of the processes that deliver, from the topic
// webhooks.breakers; out go, by account, the breakers that are open, and to
// whoever delivers, each that was closed. A word counts for some minutes: who
// says it says it again, or died. Nothing is called here, and no URL is in plain.
package breaker

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const (
	// Valid is how long a word counts: as long as an idle endpoint is remembered.
	Valid = 10 * time.Minute

	// most bounds the words that are held: at half a KiB each 5 MiB.
	most = 10_000

	// clockSkew is how far the clocks of brokers and processes may be apart.
	clockSkew = time.Minute
)

// Index holds the newest word on each breaker. It is safe for concurrent use.
type Index struct {
	kafka    *kafka.Kafka
	log      *slog.Logger
	told     []func(event.Breaker)
	follower *kafka.Follower

	mu   sync.Mutex
	said map[string]map[string]event.Breaker // by account and id, the newest word
	size int
}

// NewIndex makes an empty index; Run fills it. log may be nil.
func NewIndex(k *kafka.Kafka, log *slog.Logger) *Index {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	x := &Index{kafka: k, log: log, said: map[string]map[string]event.Breaker{}}
	x.follower = k.NewFollower(kafka.Following{
		Topic: topic.WebhooksBreakers, Name: "breakers", Take: x.take, Logger: log,
		Since: func(context.Context) (time.Time, error) { return time.Now().Add(-Valid - clockSkew), nil },
	})
	return x
}

// Tell has a function called with each word that is read. It is called before Run.
func (x *Index) Tell(said func(event.Breaker)) { x.told = append(x.told, said) }

// Run reads every word that still counts, and then each that comes, until ctx
// ends. Whatever is away meanwhile is waited for.
func (x *Index) Run(ctx context.Context) error { return x.follower.Run(ctx) }

func (x *Index) take(ctx context.Context, rec *kgo.Record) {
	var b event.Breaker
	if err := x.kafka.Decode(ctx, rec, &b); err != nil {
		x.log.Warn("reading the state of a breaker", "partition", rec.Partition, "offset", rec.Offset, "error", err)
		return
	}
	x.note(b)
	for _, tell := range x.told {
		tell(b)
	}
}

// note takes in a word; one that is older than what is known says nothing.
func (x *Index) note(b event.Breaker) {
	x.mu.Lock()
	defer x.mu.Unlock()
	held, known := x.said[b.Account][b.ID]
	switch {
	case !counts(b), known && held.At.After(b.At):
		return
	case held.Open && counts(held) && held.Since.Before(b.Since):
		b.Since = held.Since // another process saw it later
	}
	if !known && x.size >= most {
		x.makeRoom()
	}
	if x.said[b.Account] == nil {
		x.said[b.Account] = map[string]event.Breaker{}
	}
	x.said[b.Account][b.ID] = b
	if !known {
		x.size++
	}
}

func counts(b event.Breaker) bool { return time.Since(b.At) < Valid }

// makeRoom forgets what counts no more, or else the oldest word of the account that
// has most: its endpoints push nobody else's out. x.mu is held.
func (x *Index) makeRoom() {
	var account string
	for name, own := range x.said {
		for id, b := range own {
			if !counts(b) {
				x.drop(name, id)
			}
		}
		if len(own) > len(x.said[account]) {
			account = name
		}
	}
	if x.size < most {
		return
	}
	var oldest event.Breaker
	for _, b := range x.said[account] {
		if oldest.ID == "" || b.At.Before(oldest.At) {
			oldest = b
		}
	}
	x.drop(account, oldest.ID)
}

// drop forgets a word; x.mu is held.
func (x *Index) drop(account, id string) {
	x.size--
	if delete(x.said[account], id); len(x.said[account]) == 0 {
		delete(x.said, account)
	}
}

// Open lists the breakers of an account, or of all where it is empty: the newest first.
func (x *Index) Open(account string) (open []event.Breaker) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for name, own := range x.said {
		if account != "" && account != name {
			continue
		}
		for _, b := range own {
			if b.Open && counts(b) {
				open = append(open, b)
			}
		}
	}
	slices.SortFunc(open, func(a, b event.Breaker) int {
		return cmp.Or(b.Since.Compare(a.Since), strings.Compare(a.Account, b.Account), strings.Compare(a.ID, b.ID))
	})
	return open
}

// Close has the failures behind an open breaker forgotten by every process that delivers.
func (x *Index) Close(ctx context.Context, b event.Breaker, by string) error {
	b.Open, b.By, b.At = false, by, time.Now().UTC()
	if err := Write(ctx, x.kafka, b); err != nil {
		return err
	}
	x.note(b)
	return nil
}

// Write says what became of a breaker.
func Write(ctx context.Context, k *kafka.Kafka, b event.Breaker) error {
	if _, err := k.Produce(ctx, topic.WebhooksBreakers, b.ID, b); err != nil {
		return fmt.Errorf("writing the state of a breaker: %w", err)
	}
	return nil
}

// Ready waits until all that was said before the start is read.
func (x *Index) Ready(ctx context.Context) error {
	if err := x.follower.Ready(ctx); err != nil {
		return fmt.Errorf("reading breakers: %w", err)
	}
	return nil
}
