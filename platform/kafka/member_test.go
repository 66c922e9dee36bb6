package kafka_test

import (
	"context"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/topic"
)

// An orchestrator kills what has not ended within its grace, which is over a minute.
func TestAMemberLeavesAGroupThatWaitsForADeadOne(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for 30 s")
	}
	t.Parallel()
	log := kafkatest.New(t)
	log.NeedsMemory(t)
	revoked := make(chan struct{}, 1)
	member, err := log.NewMember("test", "test",
		kgo.ConsumeTopics(log.Topic(topic.Status)),
		kgo.OnPartitionsRevoked(func(context.Context, *kgo.Client, map[string][]int32) {
			select {
			case revoked <- struct{}{}:
			default:
			}
		}))
	if err != nil {
		t.Fatal(err)
	}
	go func() { // ends with the client
		for !member.PollFetches(t.Context()).IsClientClosed() {
		}
	}()
	for {
		if _, generation := member.GroupMetadata(); generation > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}

	joinAndDie(t, log)
	<-revoked // a partition for the dead one: from here on the group waits until both have joined again
	time.Sleep(time.Second)

	started := time.Now()
	member.CloseAllowingRebalance()
	if took := time.Since(started); took > 40*time.Second {
		t.Errorf("leaving took %s", took.Round(time.Second))
	}
}

// joinAndDie joins the group and never says anything again.
func joinAndDie(t *testing.T, log *kafkatest.Log) {
	t.Helper()
	client, err := log.NewConsumer("dies")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	reads := kmsg.NewConsumerMemberMetadata()
	reads.Version, reads.Topics = 1, []string{log.Topic(topic.Status)}
	protocol := kmsg.NewJoinGroupRequestProtocol()
	protocol.Name, protocol.Metadata = "cooperative-sticky", reads.AppendTo(nil)
	join := kmsg.NewPtrJoinGroupRequest()
	join.Group = log.Group("test")
	join.ProtocolType = "consumer"
	join.Protocols = append(join.Protocols, protocol)
	join.SessionTimeoutMillis = 120_000 // else the broker would give it up first
	join.RebalanceTimeoutMillis = 1000
	for {
		resp, err := join.RequestWith(t.Context(), client)
		if err != nil {
			t.Fatal(err)
		}
		switch err := kerr.ErrorForCode(resp.ErrorCode); err {
		case nil:
			return
		case kerr.MemberIDRequired:
			join.MemberID = resp.MemberID
		default:
			t.Fatal(err)
		}
	}
}
