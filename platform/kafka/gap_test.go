package kafka_test

import (
	"context"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/topic"
)

const missing = "lavra_kafka_missing_records_total"

// missingRecords is what the metric says.
func missingRecords(t *testing.T, log *kafkatest.Log) (sum float64) {
	t.Helper()
	families, err := log.Registerer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == missing {
			for _, m := range f.GetMetric() {
				sum += m.GetCounter().GetValue()
			}
		}
	}
	return sum
}

// A group whose next records were deleted says how many it will never read, and
// one whose topic merely holds a transaction that was given up says nothing.
func TestRecordsThatWereDeletedUnreadAreCounted(t *testing.T) {
	log := kafkatest.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	write := func(n int) {
		for range n {
			if _, err := log.ProduceRecord(ctx, &kgo.Record{Topic: topic.Status, Key: []byte("k"), Value: []byte("v")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	partition, err := log.PartitionOf(ctx, topic.Status, "k")
	if err != nil {
		t.Fatal(err)
	}
	read := func(until int64) {
		member, err := log.NewMember("test", "test", kgo.ConsumeTopics(log.Topic(topic.Status)), kgo.KeepControlRecords())
		if err != nil {
			t.Fatal(err)
		}
		defer member.Close()
		for at := int64(-1); at < until; {
			for _, rec := range member.PollFetches(ctx).Records() {
				at = rec.Offset + 1
			}
			if ctx.Err() != nil {
				t.Fatal("the records did not come")
			}
		}
		if err := member.CommitUncommittedOffsets(ctx); err != nil {
			t.Fatal(err)
		}
	}
	write(3)
	read(3)
	if n := missingRecords(t, log); n != 0 {
		t.Errorf("%v records are missing of a topic that nobody touched", n)
	}
	if !log.LastGap().IsZero() {
		t.Error("a gap is known that nobody made")
	}
	write(5)
	below := kadm.Offsets{}
	below.AddOffset(log.Topic(topic.Status), partition, 7, -1)
	if _, err := log.Admin().DeleteRecords(ctx, below); err != nil {
		t.Fatal(err)
	}
	read(8)
	if n := missingRecords(t, log); n != 4 { // 3 to 6
		t.Errorf("%v records are missing, want 4", n)
	}
	if at := log.LastGap(); time.Since(at) > time.Minute {
		t.Errorf("the gap was found at %v", at)
	}
	if n, err := testutil.GatherAndCount(log.Registerer, missing); err != nil || n == 0 {
		t.Errorf("the metric is not there: %v", err)
	}
}
