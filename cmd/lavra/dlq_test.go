package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// letters is an index over a log with parked records, each of a request of its own.
func letters(t *testing.T, n int) (*deadletter.Index, *deadletter.Desk) {
	t.Helper()
	log := kafkatest.New(t)
	for i := range n {
		headers := kafka.Way{Account: "acme", Lane: event.Bulk}.Headers()
		for key, value := range map[string]string{stage.HeaderTopic: topic.Lane(topic.Read, event.Bulk), stage.HeaderPartition: "0", stage.HeaderOffset: "7",
			stage.HeaderStage: topic.GroupClassification, stage.HeaderClass: "parked", stage.HeaderReason: fmt.Sprintf("page %d: input/output error", i)} {
			headers = append(headers, kgo.RecordHeader{Key: key, Value: []byte(value)})
		}
		if _, err := log.ProduceRecord(t.Context(), &kgo.Record{Topic: topic.Parked, Key: fmt.Appendf(nil, "0191a0b0-0000-7000-8000-%012d", i), Headers: headers}); err != nil {
			t.Fatal(err)
		}
	}
	x := deadletter.NewIndex(log.Kafka, nil)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- x.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	ready, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := x.Ready(ready); err != nil {
		t.Fatal(err)
	}
	return x, deadletter.NewDesk(log.Kafka, x)
}

func TestLettersArePutBackOnceThoughTheCommandIsStopped(t *testing.T) {
	x, desk := letters(t, 5)
	ctx, stop := context.WithCancel(t.Context())
	replayed := 0
	replay := func(ctx context.Context, id string) error {
		if replayed++; replayed == 2 {
			stop()
		}
		return desk.Replay(context.WithoutCancel(ctx), id, deadletter.Replay{})
	}
	var out bytes.Buffer
	r := round{rate: 1000, choice: choice{Filter: deadletter.Filter{Account: "acme"}}}
	if err := r.over(ctx, x, nil, &out, "put back", replay); err == nil || !strings.Contains(err.Error(), "after 2 of 5") {
		t.Fatalf("stopped with %v", err)
	}
	r.dryRun = true
	if err := r.over(t.Context(), x, nil, &out, "put back", replay); err != nil || replayed != 2 {
		t.Fatalf("a dry run did something: %d, %v", replayed, err)
	}
	if text := out.String(); !strings.Contains(text, "3 letters would be put back") || !strings.Contains(text, "page #: input/output error") {
		t.Errorf("a dry run says %q", text)
	}
	r.dryRun = false
	if err := r.over(t.Context(), x, nil, &out, "put back", replay); err != nil || replayed != 5 {
		t.Errorf("%d put back, %v", replayed, err)
	}
}

func TestAllLettersHaveToBeAskedFor(t *testing.T) {
	x, _ := letters(t, 1)
	r := round{rate: 1}
	if _, err := r.letters(x, nil); !errors.Is(err, errNoChoice) {
		t.Errorf("without a choice: %v", err)
	}
	r.all = true
	if got, err := r.letters(x, nil); err != nil || len(got) != 1 {
		t.Errorf("all are %d, %v", len(got), err)
	}
	if _, err := r.letters(x, []string{"dead-0-0"}); !errors.Is(err, deadletter.ErrUnknown) {
		t.Errorf("one that is not there: %v", err)
	}
}

func TestTimesAreGivenThreeWays(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{"": {}, "2h": now.Add(-2 * time.Hour), "2026-03-01": now.Add(-36 * time.Hour), "2026-03-02T11:00:00Z": now.Add(-time.Hour)} {
		if got, err := instant(text, now); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"-2h", "yesterday", "2026-03"} {
		if _, err := instant(text, now); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}
