package instance_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"lavra.dev/platform/instance"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

var quiet = slog.New(slog.DiscardHandler)

func TestANameBelongsToOneLiveProcess(t *testing.T) {
	log := kafkatest.New(t)
	first, err := instance.Take(t.Context(), log.Kafka, "pod-0", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := instance.Take(t.Context(), log.Dial(t), "pod-0", quiet); !errors.Is(err, instance.ErrTaken) {
		t.Errorf("a second process gets %v", err)
	}
	other, err := instance.Take(t.Context(), log.Kafka, "pod-1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	other.Release()
	first.Release()
	again, err := instance.Take(t.Context(), log.Kafka, "pod-0", quiet)
	if err != nil {
		t.Fatalf("after it was given back: %v", err)
	}
	again.Release()
}

func TestANameOfADeadProcessIsTaken(t *testing.T) {
	log := kafkatest.New(t)
	if _, err := log.Produce(t.Context(), topic.Instances, "pod-0", event.Instance{Process: "killed", At: time.Now().UTC()}); err != nil {
		t.Fatal(err)
	}
	c, err := instance.Take(t.Context(), log.Kafka, "pod-0", quiet)
	if err != nil {
		t.Fatal(err)
	}
	c.Release()
}
