package stage

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// onAssigned sets up partitions before their first record comes.
func (r *runner) onAssigned(ctx context.Context, _ *kgo.Client, assigned map[string][]int32) {
	if len(assigned) == 0 {
		return
	}
	commits, err := r.readCommits(ctx)
	if err != nil {
		// Without them nobody is suspected, but caution shows who is.
		r.log.Warn("reading the commits of assigned partitions failed", "error", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for topic, numbers := range assigned {
		for _, number := range numbers {
			commit, found := commits.Lookup(topic, number)
			r.assign(topic, number, commit, found && commit.Err == nil && commit.At >= 0, err != nil)
		}
	}
}

// readCommits tries for a few seconds: the group waits meanwhile.
func (r *runner) readCommits(ctx context.Context) (commits kadm.OffsetResponses, err error) {
	for failures := range 4 {
		attempt, cancel := context.WithTimeout(ctx, 2*time.Second)
		commits, err = r.cfg.Kafka.Commits(attempt, r.cfg.Group)
		cancel()
		if err == nil || ctx.Err() != nil {
			return commits, err
		}
		pause(ctx, backoff(failures))
	}
	return commits, err
}

// assign sets up one partition. The lock is held.
func (r *runner) assign(topic string, number int32, commit kadm.OffsetResponse, found, cautious bool) {
	p := &partition{
		topic:      topic,
		number:     number,
		lane:       r.topics[topic],
		checkpoint: -1,
		working:    map[*item]struct{}{},
		failing:    map[*item]bool{},
		suspects:   map[int64]*entry{},
	}
	p.ctx, p.cancel = context.WithCancel(r.base)
	if found {
		p.checkpoint, p.epoch = commit.At, commit.LeaderEpoch
		p.committed = commitState{commit.At, commit.Metadata}
		j, err := decodeJournal(commit.Metadata, commit.At)
		if err != nil {
			r.log.Warn("the commit's metadata is not ours", "topic", topic, "partition", number)
		}
		p.suspects = j.suspects()
		cautious = cautious || j.open
	}
	if cautious {
		p.cautiousUntil = time.Now().Add(cautiousFor)
		r.log.Info("the partition's last owner did not end in order", "topic", topic, "partition", number, "found_at_work", len(p.suspects))
	}
	r.partitions[topicPartition{topic, number}] = p
	p.lane.partitions++
}

// onRevoked gives partitions away in order: they are drained, then fenced, then committed.
func (r *runner) onRevoked(_ context.Context, _ *kgo.Client, revoked map[string][]int32) {
	r.release(r.find(revoked))
}

// onLost is told that partitions are another's already: no commit would be taken.
func (r *runner) onLost(_ context.Context, _ *kgo.Client, lost map[string][]int32) {
	gone := r.find(lost)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range gone {
		r.leave(p)
		r.fence(p)
	}
}

func (r *runner) find(which map[string][]int32) (found []*partition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for topic, numbers := range which {
		for _, number := range numbers {
			if p := r.partitions[topicPartition{topic, number}]; p != nil {
				found = append(found, p)
			}
		}
	}
	return found
}

// release drains partitions within the drain timeout, fences them and commits
// where they stand. Draining comes first, since work that is cut off is done
// again by the next owner; the fence comes before the commit, since what ends
// after it must not move a partition that is another's.
func (r *runner) release(leaving []*partition) {
	if len(leaving) == 0 {
		return
	}
	r.mu.Lock()
	for _, p := range leaving {
		r.leave(p)
	}
	r.drain(leaving)
	r.mu.Unlock()

	ctx, cancel := context.WithTimeout(r.base, commitTimeout)
	defer cancel()
	if err := r.commitLast(ctx, leaving); err != nil {
		// The next owner does some records again, which changes nothing.
		r.log.Warn("the last commit of released partitions failed", "error", err)
	}
}

// leave lets a partition start nothing more. The lock is held.
func (r *runner) leave(p *partition) {
	p.leaving = true
	p.lane.turns.drop(p)
	p.held = nil
	clear(p.failing)
}

// fence makes a partition another's. The lock is held.
func (r *runner) fence(p *partition) {
	if p.fenced {
		return
	}
	p.fenced = true
	p.cancel()
	if p.paused { // pauses outlive an assignment
		r.client.ResumeFetchPartitions(map[string][]int32{p.topic: {p.number}})
	}
	p.lane.partitions--
	delete(r.partitions, topicPartition{p.topic, p.number})
}

// drain waits until nothing of the partitions is at work, or for the drain
// timeout. The lock is held, but not while waiting.
func (r *runner) drain(leaving []*partition) {
	expired := false
	timer := time.AfterFunc(r.cfg.DrainTimeout, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		expired = true
		r.settled.Broadcast()
	})
	defer timer.Stop()
	for !expired {
		busy := 0
		for _, p := range leaving {
			busy += len(p.working)
		}
		if busy == 0 {
			return
		}
		r.settled.Wait()
	}
	r.log.Info("records at work did not finish before their partition had to go; they will be done again")
}
