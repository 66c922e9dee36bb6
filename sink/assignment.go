package sink

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// partitionKey names a partition as the broker does.
type partitionKey struct {
	topic  string
	number int32
}

// onOffsetsFetched sets up the partitions that came to us, with what the last
// owner left word of, before their first record comes.
func (s *Sink) onOffsetsFetched(_ context.Context, client *kgo.Client, resp *kmsg.OffsetFetchResponse) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, group := range resp.Groups {
		for _, t := range group.Topics {
			for _, p := range t.Partitions {
				key := partitionKey{t.Topic, p.Partition}
				if p.ErrorCode != 0 || s.partitions[key] != nil {
					continue
				}
				metadata := ""
				if p.Metadata != nil {
					metadata = *p.Metadata
				}
				s.partitions[key] = s.startPartition(client, key, p.Offset, metadata)
			}
		}
	}
	return nil
}

// onRevoked lets the blocks being inserted finish, for as long as Drain; the
// rest is left to the next owner. What is not inserted is never committed.
func (s *Sink) onRevoked(_ context.Context, _ *kgo.Client, revoked map[string][]int32) {
	leaving := s.takeAway(revoked)
	for _, p := range leaving {
		p.leave()
	}
	deadline := time.After(s.cfg.Drain)
	for _, p := range leaving {
		select {
		case <-p.done:
		case <-deadline:
			for _, p := range leaving {
				p.cancel()
			}
			<-p.done
		}
	}
}

// onLost is for partitions that another may own already: nothing can be
// committed any more, so all stops at once.
func (s *Sink) onLost(_ context.Context, _ *kgo.Client, lost map[string][]int32) {
	for _, p := range s.takeAway(lost) {
		p.cancel()
		<-p.done
	}
}

func (s *Sink) takeAway(which map[string][]int32) []*partition {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []*partition
	for topic, numbers := range which {
		for _, number := range numbers {
			key := partitionKey{topic, number}
			if p := s.partitions[key]; p != nil {
				found = append(found, p)
				delete(s.partitions, key)
			}
		}
	}
	return found
}
