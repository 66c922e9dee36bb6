package kafka

import (
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/plugin/kprom"
	"github.com/twmb/franz-go/plugin/kslog"

	"lavra.dev/platform/patience"
)

// Latency comes from the broker, which answers a waiting fetch as soon as data
// arrives; this wait only bounds how long a partition that was resumed stays
// out of the fetch already under way. Two idle fetches a second cost a
// client about 0.2 ms of CPU.
const fetchMaxWait = 500 * time.Millisecond

// One fetch holds at most this much: with a handful of consumers in a process
// their buffers stay below 100 MiB.
const (
	fetchMaxBytes          = 8 << 20
	fetchMaxPartitionBytes = 1 << 20
)

// metadataMinAge is how soon a client asks again where partitions are: after a
// broker's restart all wait for that answer.
const metadataMinAge = time.Second

// metadataMaxAge is how soon a client, and with it its group, sees partitions that were added.
const metadataMaxAge = 10 * time.Second

// partitioner sends equal keys to equal partitions, as Java clients do.
var partitioner = kgo.StickyKeyPartitioner(nil)

// NewConsumer makes a client that reads committed records, with opts on top.
// name is for logs and metrics. The caller closes it.
//
// Without kgo.KeepControlRecords a reader does not see the markers that end a
// transaction, though they take up offsets: one that compares its position
// with EndOffset has to keep them.
func (k *Kafka) NewConsumer(name string, opts ...kgo.Opt) (*kgo.Client, error) {
	base := []kgo.Opt{
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.FetchMaxWait(fetchMaxWait),
		kgo.FetchMaxBytes(fetchMaxBytes),
		kgo.FetchMaxPartitionBytes(fetchMaxPartitionBytes),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
	}
	return k.newClient(name, append(base, opts...)...)
}

// How long a process may be dead before others take its partitions over, and
// how often it says that it lives. Where it comes back under its own name it
// does not wait for that.
const (
	sessionTimeout    = 10 * time.Second
	heartbeatInterval = 3 * time.Second
)

// rebalanceTimeout is how long a group waits for a member to give partitions
// back: 10 s to drain them, 10 s to commit, and 10 s more. One that stops while
// the group waits for another which has died leaves only after that, too, for
// a client does not give up a join under way.
const rebalanceTimeout = 30 * time.Second

// NewMember is NewConsumer for a member of a consumer group, which is named
// without prefix. What a process reads of one group goes by another name each.
func (k *Kafka) NewMember(name, group string, opts ...kgo.Opt) (*kgo.Client, error) {
	seen := newGaps(k, group)
	base := []kgo.Opt{
		kgo.WithHooks(seen),
		kgo.AdjustFetchOffsetsFn(seen.assigned),
		kgo.ConsumerGroup(k.Group(group)),
		kgo.DisableAutoCommit(),
		kgo.SessionTimeout(sessionTimeout),
		kgo.HeartbeatInterval(heartbeatInterval),
		kgo.RebalanceTimeout(rebalanceTimeout),
	}
	if k.cfg.static {
		base = append(base, kgo.InstanceID(k.cfg.Instance+"-"+name))
	}
	return k.NewConsumer(name, append(base, opts...)...)
}

func (k *Kafka) producerOptions() []kgo.Opt {
	return []kgo.Opt{
		kgo.RequiredAcks(kgo.AllISRAcks()),
		kgo.RecordPartitioner(partitioner),
		kgo.RecordDeliveryTimeout(k.cfg.DeliveryTimeout),
		kgo.ProducerLinger(0), // a document waits for each of its records in turn
		kgo.WithCompressor(newCompressor()),
		kgo.ProducerBatchMaxBytes(batchMaxBytes),
	}
}

func (k *Kafka) newClient(name string, opts ...kgo.Opt) (*kgo.Client, error) {
	k.mu.Lock()
	k.names[name]++
	if n := k.names[name]; n > 1 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	k.mu.Unlock()
	base := []kgo.Opt{
		kgo.SeedBrokers(k.cfg.Brokers...),
		kgo.ClientID("lavra-" + name),
		kgo.WithLogger(kslog.New(slog.New(quietly(k.log.With("client", name).Handler())))),
		kgo.DisableClientMetrics(), // ours are kprom's; the brokers need not collect them
		kgo.WithHooks(k.clientMetrics()),
		kgo.RetryBackoffFn(backoff),
		kgo.MetadataMinAge(metadataMinAge),
		kgo.MetadataMaxAge(metadataMaxAge),
	}
	client, err := kgo.NewClient(slices.Concat(base, k.access, opts)...)
	if err != nil {
		return nil, fmt.Errorf("making the kafka client %s: %w", name, err)
	}
	return client, nil
}

// clientMetrics tells apart clients and topics but not brokers, whose number is not ours to bound.
func (k *Kafka) clientMetrics() *kprom.Metrics {
	return kprom.NewMetrics("lavra",
		kprom.Registerer(k.registerer),
		kprom.Subsystem("kafka_client"),
		kprom.WithClientLabel(),
		kprom.BrokerLabels(),
		kprom.FetchAndProduceDetail(kprom.ByTopic, kprom.Batches, kprom.Records,
			kprom.CompressedBytes, kprom.UncompressedBytes, kprom.ConsistentNaming),
	)
}

// backoff is how long a client waits before it tries a broker again.
func backoff(failures int) time.Duration {
	wait := patience.FirstWait << min(failures, 10)
	return min(wait, 2*time.Second)
}
