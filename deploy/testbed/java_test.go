package testbed

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"
)

// required says that a tier's absence is a failure here.
func required(tier string) bool {
	return slices.Contains(strings.Split(os.Getenv("LAVRA_REQUIRE"), ","), tier)
}

func skipUnlessAvailable(t *testing.T, tier string, err error) {
	t.Helper()
	var missing *Unavailable
	switch {
	case err == nil:
	case errors.As(err, &missing) && !required(tier):
		t.Skip(err)
	default:
		t.Fatal(err)
	}
}

// checkParts uses both parts as the product does.
func checkParts(t *testing.T, ctx context.Context, addrs Addrs) {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(addrs.Kafka), kgo.DefaultProduceTopic("probe"), kgo.TransactionalID("probe"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := kadm.NewClient(client).CreateTopic(ctx, 1, 1, nil, "probe"); err != nil {
		t.Fatal(err)
	}
	if err := client.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	if err := client.ProduceSync(ctx, kgo.StringRecord("one")).FirstErr(); err != nil {
		t.Fatal(err)
	}
	if err := client.EndTransaction(ctx, kgo.TryCommit); err != nil {
		t.Fatal(err)
	}
	registry, err := sr.NewClient(sr.URLs(addrs.Registry))
	if err != nil {
		t.Fatal(err)
	}
	registered, err := registry.CreateSchema(ctx, "probe-value", sr.Schema{Schema: `"int"`})
	if err != nil || registered.Version != 1 {
		t.Fatalf("got version %d, %v", registered.Version, err)
	}
}

func TestTheJavaPartsRunAndCanBeAwayForAWhile(t *testing.T) {
	if testing.Short() {
		t.Skip("starting two Java servers takes half a minute on a busy machine")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	bed, err := Java(ctx, Options{})
	skipUnlessAvailable(t, "kafka", err)
	defer func() {
		bed.Close()
		if _, err := os.Stat(bed.dir); !os.IsNotExist(err) {
			t.Errorf("the directory is still there: %v", err)
		}
	}()
	checkParts(t, ctx, bed.Addrs)

	bed.KafkaProcess.Kill()
	if err := kafkaAnswers(ctx, bed.Kafka, 1); err == nil {
		t.Error("Kafka answers after it was killed")
	}
	if err := bed.KafkaProcess.Start(ctx); err != nil {
		t.Fatal(err)
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(bed.Kafka))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ends, err := kadm.NewClient(client).ListCommittedOffsets(ctx, "probe")
	if end, _ := ends.Lookup("probe", 0); err != nil || end.Offset == 0 {
		t.Errorf("the record is gone: offset %d, %v", end.Offset, err)
	}
}

func TestAMissingToolIsNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Java(t.Context(), Options{Cache: t.TempDir()})
	var missing *Unavailable
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "Maven") {
		t.Errorf("got %v", err)
	}
}
