package stage

import (
	"context"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/topic"
)

// The first dead letter of a process is an increase: its series is there before it.
func TestOutcomesAreCountedFromZero(t *testing.T) {
	registry := prometheus.NewRegistry()
	cfg, err := Config{Kafka: kafkatest.New(t).Kafka, Name: "born", Topics: []string{topic.Erasures}, Registerer: registry}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(t.Context(), cfg, func(context.Context, *kgo.Record) error { return nil })
	for _, outcome := range []class{poison, quarantine, parked} {
		if n := testutil.CollectAndCount(r.metrics.records, "lavra_stage_records_total"); n != 7 {
			t.Fatalf("%d series", n)
		}
		if v := testutil.ToFloat64(r.metrics.records.WithLabelValues("born", "all", string(outcome))); v != 0 {
			t.Errorf("%s begins at %v", outcome, v)
		}
	}
}
