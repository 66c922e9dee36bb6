package pipeline

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// However much one account has in the deep lane, what another has in bulk takes turns with it.
// Within one topic turns are taken only among what is queued: there all 4,000 went first.
func TestADeepBacklogIsInNobodysWay(t *testing.T) {
	log := kafkatest.New(t)
	const backlog, others = 4000, 10
	var messages []kafka.Message
	add := func(account string, lane event.Lane, n int) {
		for i := range n {
			messages = append(messages, kafka.Message{Topic: topic.Lane(topic.Read, lane), Key: fmt.Sprint(account, i), Event: &event.Read{},
				Headers: kafka.Way{Account: account, Lane: lane}.Headers()})
		}
	}
	add("greedy", event.Deep, backlog)
	add("modest", event.Bulk, others)
	if err := log.ProduceTx(t.Context(), messages); err != nil {
		t.Fatal(err)
	}
	var greedy, modest atomic.Int32
	done, on := make(chan int32, 1), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- stage.Run(ctx, stage.Config{Kafka: log.Kafka, Name: "test", Lanes: Lanes(topic.Read, 1, 2), QueueBytes: 32 << 10},
			func(_ context.Context, rec *kgo.Record) error {
				time.Sleep(time.Millisecond)
				switch {
				case stage.ByAccount(rec) == "modest" && modest.Add(1) == others:
					done <- greedy.Load()
				case stage.ByAccount(rec) == "greedy" && greedy.Add(1) == backlog/10:
					close(on)
				}
				return nil
			})
	}()
	select {
	case before := <-done:
		if before > backlog/10 {
			t.Errorf("%d of the other account's %d went first", before, backlog)
		}
	case <-time.After(30 * time.Second):
		t.Error("the other account is not done")
	}
	select {
	case <-on:
	case <-time.After(30 * time.Second):
		t.Errorf("of the backlog %d are done", greedy.Load())
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
