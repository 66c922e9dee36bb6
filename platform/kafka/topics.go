package kafka

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"

	"lavra.dev/platform/patience"
	"lavra.dev/schemas/topic"
)

// EnsureTopics creates the declared topics that are missing. Those that exist
// stay as they are, since an operator may have set them so: what differs from
// the declaration is logged. Only a topic that could not take our records is an error.
func (k *Kafka) EnsureTopics(ctx context.Context) error {
	return k.ensureTopics(ctx, topic.All())
}

func (k *Kafka) ensureTopics(ctx context.Context, declared []topic.Topic) error {
	var existing map[string]int
	var replicas map[string]int
	var brokers int
	err := k.patiently(ctx, "brokers", func(ctx context.Context) (err error) {
		existing, replicas, brokers, err = k.layoutOfAll(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("listing topics: %w", err)
	}
	var faults []error
	for _, d := range declared {
		if existing[k.Topic(d.Name)] == 0 {
			faults = append(faults, k.createTopic(ctx, d, brokers))
		}
	}
	k.warnOfWeakCopies(declared, replicas, brokers)
	if err := errors.Join(append(faults, k.checkTopics(ctx, declared, existing, brokers))...); err != nil {
		return err
	}
	return k.awaitTopics(ctx, declared, existing)
}

// awaitTopics waits until the brokers know the topics that were missing. A
// client that asks too early remembers for seconds that a topic is not there.
func (k *Kafka) awaitTopics(ctx context.Context, declared []topic.Topic, existing map[string]int) error {
	for wait := patience.FirstWait / 4; ; wait = min(2*wait, patience.FirstWait*4) {
		missing := slices.ContainsFunc(declared, func(d topic.Topic) bool { return existing[k.Topic(d.Name)] == 0 })
		if !missing {
			return nil
		}
		if err := patience.Sleep(ctx, wait); err != nil {
			return fmt.Errorf("waiting for the topics: %w", err)
		}
		var err error
		if existing, _, _, err = k.layoutOfAll(ctx); err != nil {
			return fmt.Errorf("listing topics: %w", err)
		}
	}
}

// layoutOfAll counts the partitions of every topic there is, the fewest copies of
// one of them, and the brokers. It goes past the client's memory, which would
// answer for seconds that a topic just created is not there.
func (k *Kafka) layoutOfAll(ctx context.Context) (partitions, replicas map[string]int, brokers int, err error) {
	req := kmsg.NewPtrMetadataRequest() // no topics named: all
	resp, err := req.RequestWith(ctx, k.client)
	if err != nil {
		return nil, nil, 0, err
	}
	partitions, replicas = map[string]int{}, map[string]int{}
	for _, t := range resp.Topics {
		if t.Topic == nil || t.ErrorCode != 0 {
			continue
		}
		partitions[*t.Topic] = len(t.Partitions)
		for i, p := range t.Partitions {
			if n := len(p.Replicas); i == 0 || n < replicas[*t.Topic] {
				replicas[*t.Topic] = n
			}
		}
	}
	return partitions, replicas, len(resp.Brokers), nil
}

// copies is how many brokers shall hold what is written: as set, or three where
// there are as many. 0 leaves it to the brokers.
func (k *Kafka) copies(brokers int) int {
	if k.cfg.Replication > 0 || brokers < topic.Replicas {
		return k.cfg.Replication
	}
	return topic.Replicas
}

// warnOfWeakCopies says which topics a lost broker takes records from. They may
// be an operator's will, so they are no fault.
func (k *Kafka) warnOfWeakCopies(declared []topic.Topic, replicas map[string]int, brokers int) {
	var weak []string
	for _, d := range declared {
		if n := replicas[k.Topic(d.Name)]; n > 0 && n < min(topic.Replicas, max(k.copies(brokers), 1)) {
			weak = append(weak, d.Name)
		}
	}
	if len(weak) > 0 {
		k.log.Warn("topics have fewer copies than the brokers could hold: with the loss of a broker accepted documents are lost; raise their replication factor",
			"topics", weak, "want", topic.Replicas)
	}
}

func (k *Kafka) createTopic(ctx context.Context, d topic.Topic, brokers int) error {
	config := map[string]*string{}
	for name, value := range d.Config() {
		config[name] = kadm.StringPtr(value)
	}
	replication := int16(-1)
	if n := k.copies(brokers); n > 0 {
		replication = int16(n)
	}
	if replication >= topic.Replicas {
		config[insyncSetting] = kadm.StringPtr(strconv.Itoa(topic.Insync))
	}
	_, err := k.admin.CreateTopic(ctx, int32(k.cfg.Partitions), replication, config, k.Topic(d.Name))
	if errors.Is(err, kerr.TopicAlreadyExists) { // another process of ours was faster
		return nil
	}
	if err != nil {
		return fmt.Errorf("creating topic %s: %w", d.Name, err)
	}
	k.log.Info("topic created", "topic", d.Name, "partitions", k.cfg.Partitions)
	return nil
}

// checkTopics compares the topics that were there with their declarations.
func (k *Kafka) checkTopics(ctx context.Context, declared []topic.Topic, existing map[string]int, brokers int) error {
	byName := map[string]topic.Topic{}
	for _, d := range declared {
		if name := k.Topic(d.Name); existing[name] > 0 {
			byName[name] = d
		}
	}
	if len(byName) == 0 {
		return nil
	}
	configs, err := k.admin.DescribeTopicConfigs(ctx, slices.Sorted(maps.Keys(byName))...)
	if err != nil {
		return fmt.Errorf("reading the topics' configuration: %w", err)
	}
	var faults []error
	for _, c := range configs {
		d := byName[c.Name]
		if c.Err != nil {
			faults = append(faults, fmt.Errorf("reading the configuration of topic %s: %w", d.Name, c.Err))
			continue
		}
		faults = append(faults, k.checkTopic(d, existing[c.Name], brokers, c.Configs))
	}
	return errors.Join(faults...)
}

// insyncSetting is how many brokers have to have a record before it counts.
const insyncSetting = "min.insync.replicas"

func (k *Kafka) checkTopic(d topic.Topic, partitions, brokers int, configs []kadm.Config) error {
	if partitions != k.cfg.Partitions {
		k.log.Info("topic has another number of partitions than new ones get",
			"topic", d.Name, "partitions", partitions, "new", k.cfg.Partitions)
	}
	actual := map[string]string{}
	for _, c := range configs {
		actual[c.Key] = c.MaybeValue()
	}
	for name, want := range d.Config() {
		if got, ok := actual[name]; ok && got != want {
			k.log.Warn("topic is not configured as declared",
				"topic", d.Name, "setting", name, "declared", want, "actual", got)
		}
	}
	if n, err := strconv.Atoi(actual[insyncSetting]); err == nil && n < topic.Insync && k.copies(brokers) >= topic.Replicas {
		k.log.Warn("a record counts as written when one broker has it: with the loss of that broker it is lost; set min.insync.replicas",
			"topic", d.Name, "actual", n, "want", topic.Insync)
	}
	if size, err := strconv.Atoi(actual["max.message.bytes"]); err == nil && size < batchMaxBytes {
		return fmt.Errorf("topic %s takes records of %d bytes only: max.message.bytes has to be at least %d", d.Name, size, batchMaxBytes)
	}
	return nil
}
