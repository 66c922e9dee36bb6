package kafka

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/patience"
)

// followEvery is how soon a tail sees that a topic got more partitions.
const followEvery = 5 * time.Second

// Tail reads whole topics without a group, from given offsets on, and follows
// them when they get more partitions, which it reads from their start.
type Tail struct {
	*kgo.Client
	kafka *Kafka
	added func(topicName string, partition int32)
	stop  context.CancelFunc
	ended chan struct{}

	mu      sync.Mutex
	layouts map[string][]int // by topic without prefix: the numbers of partitions it had, the newest last
}

// NewTail makes a tail of the topics of start, which are named as the brokers
// know them. added is called for each new partition before the first of its
// records comes; its topic is without prefix. The caller closes the tail.
func (k *Kafka) NewTail(name string, start map[string]map[int32]kgo.Offset, added func(topicName string, partition int32), opts ...kgo.Opt) (*Tail, error) {
	client, err := k.NewConsumer(name, append(opts, kgo.ConsumePartitions(start))...)
	if err != nil {
		return nil, err
	}
	t := &Tail{Client: client, kafka: k, added: added, ended: make(chan struct{}), layouts: map[string][]int{}}
	for topic, partitions := range start {
		t.layouts[k.Name(topic)] = []int{len(partitions)}
	}
	ctx, stop := context.WithCancel(context.Background())
	t.stop = stop
	go t.follow(ctx)
	return t, nil
}

// Close ends the tail.
func (t *Tail) Close() {
	t.stop()
	<-t.ended
	t.Client.Close()
}

func (t *Tail) follow(ctx context.Context) {
	defer close(t.ended)
	for patience.Sleep(ctx, followEvery) == nil {
		for name := range t.layouts { // its keys never change
			if err := t.grow(ctx, name); err != nil && ctx.Err() == nil {
				t.kafka.log.Debug("looking for new partitions failed, trying on", "topic", name, "error", err)
			}
		}
	}
}

func (t *Tail) grow(ctx context.Context, name string) error {
	topic, err := t.kafka.describe(ctx, t.kafka.Topic(name), followEvery)
	if err != nil {
		return err
	}
	t.mu.Lock()
	had, has := t.layouts[name][len(t.layouts[name])-1], len(topic.Partitions)
	t.mu.Unlock()
	if has <= had {
		return nil
	}
	fresh := map[int32]kgo.Offset{}
	for n := had; n < has; n++ {
		fresh[int32(n)] = kgo.NewOffset().AtStart()
		t.added(name, int32(n))
	}
	t.AddConsumePartitions(map[string]map[int32]kgo.Offset{*topic.Topic: fresh})
	t.mu.Lock()
	t.layouts[name] = append(t.layouts[name], has)
	t.mu.Unlock()
	t.kafka.log.Info("the topic has more partitions, which are read from their start", "topic", name, "partitions", has)
	return nil
}

// PartitionsOf are those in which records with this key may stand: one, and
// another for each time that the topic grew since the tail began.
func (t *Tail) PartitionsOf(ctx context.Context, topicName, key string) ([]int32, error) {
	now, err := t.kafka.describe(ctx, t.kafka.Topic(topicName), followEvery)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var found []int32
	for _, n := range append(t.layouts[topicName][:len(t.layouts[topicName]):len(t.layouts[topicName])], len(now.Partitions)) {
		if p := partitionAmong(*now.Topic, key, n); !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	return found, nil
}

func partitionAmong(topic, key string, partitions int) int32 {
	return int32(partitioner.ForTopic(topic).Partition(&kgo.Record{Key: []byte(key)}, partitions))
}
