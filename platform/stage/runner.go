package stage

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// runner is one run of a stage.
type runner struct {
	cfg     Config
	handler Handler
	log     *slog.Logger
	metrics *metrics
	client  *kgo.Client
	gate    gate
	base    context.Context // of handlers and commits: it outlives the call for the end

	lanes  []*lane
	topics map[string]*lane // by the brokers' name

	workers   sync.WaitGroup
	committer sync.WaitGroup
	quit      chan struct{}

	committing sync.Mutex // one commit at a time, so that none overtakes another

	mu         sync.Mutex
	settled    *sync.Cond // something at work came to an end
	partitions map[topicPartition]*partition
	stopping   bool
	outcome    tally // of the records so far
	outcomes   outcomes
}

type topicPartition struct {
	topic  string
	number int32
}

// lane is a Lane at work.
type lane struct {
	Lane
	turns      *turns
	ready      *sync.Cond
	partitions int
}

const (
	rebalanceTimeout = time.Minute
	pollMax          = 500
)

func newRunner(ctx context.Context, cfg Config, handler Handler) *runner {
	r := &runner{
		cfg:        cfg,
		handler:    handler,
		log:        cfg.Logger,
		metrics:    newMetrics(cfg.Registerer, cfg.Name),
		gate:       process,
		base:       context.WithoutCancel(ctx),
		topics:     map[string]*lane{},
		quit:       make(chan struct{}),
		partitions: map[topicPartition]*partition{},
	}
	r.settled = sync.NewCond(&r.mu)
	for _, l := range cfg.Lanes {
		if l.Name == "" {
			l.Name = "all"
		}
		at := &lane{Lane: l, turns: newTurns(l.most()), ready: sync.NewCond(&r.mu)}
		r.lanes = append(r.lanes, at)
		for _, name := range l.Topics {
			r.topics[cfg.Kafka.Topic(name)] = at
		}
	}
	r.metrics.begin(r.lanes)
	return r
}

func (r *runner) consumerOptions() []kgo.Opt {
	var topics []string
	for name := range r.topics {
		topics = append(topics, name)
	}
	options := []kgo.Opt{
		kgo.ConsumeTopics(topics...),
		// Held only while records are put into their queues: a record can then
		// never be queued for a partition that was lost and won meanwhile.
		kgo.BlockRebalanceOnPoll(),
		// The markers that end transactions take up offsets: a checkpoint that
		// did not pass them would show a lag for ever.
		kgo.KeepControlRecords(),
		kgo.RebalanceTimeout(rebalanceTimeout),
		kgo.OnPartitionsAssigned(r.onAssigned),
		kgo.OnPartitionsRevoked(r.onRevoked),
		kgo.OnPartitionsLost(r.onLost),
	}
	if r.cfg.heartbeat > 0 {
		options = append(options, kgo.HeartbeatInterval(r.cfg.heartbeat))
	}
	return options
}

func (r *runner) start() (err error) {
	r.mu.Lock() // the client's callbacks wait until the client is there
	r.client, err = r.cfg.Kafka.NewMember(r.cfg.Name, r.cfg.Group, r.consumerOptions()...)
	r.mu.Unlock()
	if err != nil {
		return err
	}
	for _, l := range r.lanes {
		for range l.Workers {
			r.workers.Go(func() { r.work(l) })
		}
	}
	r.committer.Go(r.commitRegularly)
	return nil
}

// poll takes records in until ctx ends.
func (r *runner) poll(ctx context.Context) {
	failures := 0
	for ctx.Err() == nil {
		fetches := r.client.PollRecords(ctx, pollMax)
		failed := false
		fetches.EachError(func(topic string, number int32, err error) {
			if ctx.Err() == nil && !errors.Is(err, kgo.ErrClientClosed) {
				failed = true
				r.log.Warn("fetching failed", "topic", topic, "partition", number, "error", err)
			}
		})
		r.receive(fetches)
		r.client.AllowRebalance()
		if !failed {
			failures = 0
			continue
		}
		failures++
		pause(ctx, backoff(failures))
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// receive queues what was polled and pauses the partitions that have enough.
func (r *runner) receive(fetches kgo.Fetches) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fetches.EachPartition(func(f kgo.FetchTopicPartition) {
		p := r.partitions[topicPartition{f.Topic, f.Partition}]
		if p == nil || p.leaving || len(f.Records) == 0 {
			return
		}
		for _, rec := range f.Records {
			if rec.Attrs.IsControl() {
				p.receive(rec, true)
				continue
			}
			r.queue(p, rec)
		}
		r.throttle(p)
	})
}

func (r *runner) queue(p *partition, rec *kgo.Record) {
	const overhead = 256 // of an item and its record
	it := &item{Record: rec, partition: p, bytes: len(rec.Key) + len(rec.Value) + overhead, suspect: p.suspects[rec.Offset]}
	p.receive(rec, false)
	p.bytes += it.bytes
	if p.lane.Fair != nil {
		it.key = p.lane.Fair(rec)
	}
	p.lane.turns.push(it)
	p.lane.ready.Signal()
}

// throttle pauses a partition that is full and resumes one that has room.
func (r *runner) throttle(p *partition) {
	bound := r.cfg.QueueBytes / max(p.lane.partitions, 1)
	which := map[string][]int32{p.topic: {p.number}}
	switch {
	case !p.paused && p.full(bound):
		p.paused = true
		r.client.PauseFetchPartitions(which)
	case p.paused && p.drained(bound):
		p.paused = false
		r.client.ResumeFetchPartitions(which)
	}
}

// shutDown finishes what is at work and leaves the group.
func (r *runner) shutDown() error {
	r.mu.Lock()
	var all []*partition
	for _, p := range r.partitions {
		all = append(all, p)
	}
	r.mu.Unlock()
	r.release(all)

	r.mu.Lock()
	r.stopping = true
	for _, l := range r.lanes {
		l.ready.Broadcast()
	}
	r.mu.Unlock()
	close(r.quit)
	r.committer.Wait()
	r.client.CloseAllowingRebalance()
	return r.awaitWorkers()
}

// awaitWorkers gives handlers, whose contexts have ended by now, a little time.
func (r *runner) awaitWorkers() error {
	ended := make(chan struct{})
	go func() { // ends with the workers
		r.workers.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-time.After(5 * time.Second):
		return errors.New("a handler does not heed the end of its context")
	}
}
