package deadletter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/topic"
)

// most bounds the letters that are held, the newest: at half a KiB each 50 MiB.
const most = 100_000

// ErrUnknown says that there is no such letter, or no longer.
var ErrUnknown = errors.New("no such letter")

// Index holds the letters of an installation. It is safe for concurrent use.
type Index struct {
	kafka *kafka.Kafka
	log   *slog.Logger

	mu      sync.Mutex
	letters map[string]*Letter
	order   []string              // as they were read
	settled map[string]settlement // of letters that were not read yet
	next    map[place]int64       // offset after the last record read
	moved   chan struct{}         // closed and replaced when next grows
	dropped int                   // letters that had to make room for newer ones
}

type place struct {
	topic     string // as the brokers know it
	partition int32
}

type settlement struct {
	state State
	by    string
	at    time.Time
}

// NewIndex makes an empty index; Run fills it.
func NewIndex(k *kafka.Kafka, log *slog.Logger) *Index {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Index{kafka: k, log: log, letters: map[string]*Letter{}, settled: map[string]settlement{}, next: map[place]int64{}, moved: make(chan struct{})}
}

func (x *Index) topics() (names []string) {
	for _, kind := range Kinds() {
		names = append(names, x.kafka.Topic(topicOf[kind]))
	}
	return append(names, x.kafka.Topic(topic.Settled))
}

// Run tails the letters until ctx ends.
func (x *Index) Run(ctx context.Context) error {
	client, err := x.kafka.NewConsumer("letters", kgo.ConsumeTopics(x.topics()...), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.KeepControlRecords())
	if err != nil {
		return fmt.Errorf("tailing letters: %w", err)
	}
	defer client.Close()
	for {
		fetches := client.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil
		}
		fetches.EachError(func(name string, partition int32, err error) {
			x.log.Warn("reading letters failed, trying on", "topic", x.kafka.Name(name), "partition", partition, "error", err)
		})
		x.take(fetches.Records())
	}
}

func (x *Index) take(records []*kgo.Record) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, rec := range records {
		x.next[place{rec.Topic, rec.Partition}] = rec.Offset + 1
		if rec.Attrs.IsControl() {
			continue
		}
		if x.kafka.Name(rec.Topic) == topic.Settled {
			x.settle(string(rec.Key), settlementOf(rec))
			continue
		}
		x.add(letterOf(x.kindOf(rec.Topic), rec))
	}
	close(x.moved)
	x.moved = make(chan struct{})
}

func (x *Index) kindOf(brokerTopic string) Kind {
	for kind, name := range topicOf {
		if name == x.kafka.Name(brokerTopic) {
			return kind
		}
	}
	return Dead
}

// add takes a letter in; x.mu is held.
func (x *Index) add(l Letter) {
	if s, ok := x.settled[l.ID]; ok {
		delete(x.settled, l.ID)
		l.State, l.SettledBy, l.SettledAt = s.state, s.by, s.at
	}
	if x.letters[l.ID] == nil {
		x.order = append(x.order, l.ID)
	}
	x.letters[l.ID] = &l
	for len(x.letters) > most {
		delete(x.letters, x.order[0])
		x.order = x.order[1:]
		x.dropped++
	}
}

// settle notes what became of a letter, which may not have been read yet; x.mu is held.
func (x *Index) settle(id string, s settlement) {
	if l := x.letters[id]; l != nil {
		l.State, l.SettledBy, l.SettledAt = s.state, s.by, s.at
		return
	}
	if _, _, ok := parseID(id); ok && len(x.settled) < most {
		x.settled[id] = s
	}
}

// Ready waits until everything written before the call has been read.
func (x *Index) Ready(ctx context.Context) error {
	ends, err := kafka.Listed(x.kafka.Admin().ListEndOffsets(ctx, x.topics()...))
	if err != nil {
		return fmt.Errorf("asking the end of the letters: %w", err)
	}
	starts, err := kafka.Listed(x.kafka.Admin().ListStartOffsets(ctx, x.topics()...))
	if err != nil {
		return fmt.Errorf("asking the start of the letters: %w", err)
	}
	for name, partitions := range ends {
		for partition, end := range partitions {
			if start, ok := starts.Lookup(name, partition); ok && start.Offset >= end.Offset {
				continue // nothing stands there
			}
			if err := x.reach(ctx, place{name, partition}, end.Offset); err != nil {
				return fmt.Errorf("reading letters: %w", err)
			}
		}
	}
	return nil
}

func (x *Index) reach(ctx context.Context, p place, offset int64) error {
	for {
		x.mu.Lock()
		next, moved := x.next[p], x.moved
		x.mu.Unlock()
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

// List gives the letters that a filter chooses, the newest first.
func (x *Index) List(f Filter) []Letter {
	oldest := time.Now().Add(-keptFor())
	x.mu.Lock()
	var chosen []Letter
	for _, l := range x.letters {
		if f.chooses(l) && l.At.After(oldest) {
			chosen = append(chosen, *l)
		}
	}
	x.mu.Unlock()
	slices.SortFunc(chosen, func(a, b Letter) int {
		if c := b.At.Compare(a.At); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return chosen
}

// keptFor is how long the log keeps letters.
func keptFor() time.Duration {
	t, _ := topic.Lookup(topic.Dead)
	return t.Kept
}

// Get gives one letter.
func (x *Index) Get(id string) (Letter, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if l := x.letters[id]; l != nil {
		return *l, nil
	}
	return Letter{}, ErrUnknown
}

// Left is how many older letters there were no longer room for.
func (x *Index) Left() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.dropped
}
