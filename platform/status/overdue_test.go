package status_test

import (
	"context"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// One request that does not move is seen, however many others are well.
func TestARequestThatDoesNotMoveIsCounted(t *testing.T) {
	log := kafkatest.New(t)
	registry := prometheus.NewRegistry()
	x, err := status.New(status.Config{Patience: time.Minute}, status.Deps{Kafka: log.Kafka, Registerer: registry})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- x.Run(ctx) }()
	defer func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	old := time.Now().Add(-20 * time.Minute)
	for _, c := range []struct {
		step    event.Step
		rank    int32
		at      time.Time
		outcome *event.Outcome
	}{
		{event.StepOCR, 1, old, nil}, // this one
		{event.StepExtraction, 3, time.Now(), nil},
		{event.StepCompleted, 100, old, new(event.Success)},
	} {
		s := at(newID(t), c.rank, c.step)
		s.At, s.Outcome = c.at, c.outcome
		produce(t, log, topic.Status, s.RequestID, s)
	}
	waiting := submitted(newID(t)) // its turn has not come
	waiting.Request.AcceptedAt = old
	produce(t, log, topic.Lane(topic.Submitted, event.Bulk), waiting.Request.ID, waiting)
	ready, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := x.Ready(ready); err != nil {
		t.Fatal(err)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "lavra_status_index_overdue_requests" {
			if n := f.GetMetric()[0].GetGauge().GetValue(); n != 1 {
				t.Errorf("%v requests are overdue, want 1", n)
			}
			return
		}
	}
	t.Error("the metric is not there")
}
