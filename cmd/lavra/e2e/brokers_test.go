package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/deploy/testbed"
	"lavra.dev/schemas/topic"
)

// Each of three brokers is lost under load and comes back: what was accepted ends, and
// what is sent meanwhile is accepted.
func TestEachOfThreeBrokersLost(t *testing.T) {
	notInContainers(t, "this tier has one broker")
	if javaParts == nil {
		t.Skip("brokers can be lost in the tier kafka only")
	}
	t.Parallel()
	bed, err := testbed.Java(t.Context(), testbed.Options{Dir: t.TempDir(), Log: os.Stderr, Brokers: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bed.Close)
	parts := []string{"LAVRA_KAFKA_BROKERS=" + bed.Kafka, "LAVRA_SCHEMA_REGISTRY_URL=" + bed.Registry}
	admin := adminOf(t, bed.Kafka)
	t.Run("weaker topics are told", func(t *testing.T) { weakerTopicsAreTold(t, admin, parts) })

	began := time.Now()
	s := startOn(t, parts)
	var ids []string
	for i, broker := range bed.Brokers {
		ids = append(ids, s.batchSoon(fmt.Sprint("before ", i))...)
		broker.Kill()
		lost := time.Now()
		ids = append(ids, s.batchSoon(fmt.Sprint("meanwhile ", i))...)
		accepted := time.Since(lost)
		s.allSucceed(ids)
		t.Logf("broker %d lost: the next batch was accepted after %s, all %d documents had ended after %s", i+1, accepted.Round(100*time.Millisecond), len(ids), time.Since(lost).Round(100*time.Millisecond))
		if err := broker.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		eventually(t, 2*time.Minute, "all copies are in sync again", func() bool { return copies(t, admin, 3) })
	}
	s.oneRowEach(len(ids))
	if r := s.audit(began.Add(-time.Minute)); r.Accepted != len(ids) {
		t.Errorf("%d requests are known, %d were accepted", r.Accepted, len(ids))
	}
}

// batchSoon sends documents until they are taken, under one key.
func (s *service) batchSoon(key string) (ids []string) {
	s.t.Helper()
	d := sampleNamed(s.t, "recibo-01.pdf")
	files := make([]upload, 30)
	for i := range files {
		files[i] = upload{fmt.Sprintf("%d-%s", i, d.File), d.data}
	}
	eventually(s.t, 2*time.Minute, "a batch is accepted", func() bool {
		code, answer, _ := s.postOnce("/extract/batch", files, nil, key)
		if code != http.StatusOK {
			return false
		}
		items, _ := answer["items"].([]any)
		for _, item := range items {
			ids = append(ids, item.(object)["request_id"].(string))
		}
		return true
	})
	return ids
}

func adminOf(t *testing.T, brokers string) *kadm.Client {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(brokers, ",")...), kgo.MetadataMinAge(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return kadm.NewClient(client)
}

// copies reports whether every partition has so many copies, all in sync.
func copies(t *testing.T, admin *kadm.Client, want int) bool {
	t.Helper()
	topics, err := admin.ListTopicsWithInternal(t.Context())
	if err != nil {
		return false
	}
	whole := len(topics) > 0
	for _, detail := range topics {
		for _, p := range detail.Partitions {
			whole = whole && len(p.Replicas) == want && len(p.ISR) == want
		}
	}
	return whole
}

// weakerTopicsAreTold has an operator's own topic with a single copy named.
func weakerTopicsAreTold(t *testing.T, admin *kadm.Client, parts []string) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := admin.CreateTopic(ctx, 1, 1, nil, "weak."+topic.Status); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, binary, "topics", "create")
	cmd.Env = append(append(os.Environ(), parts...), "LAVRA_TOPIC_PREFIX=weak.", "LAVRA_TOPIC_PARTITIONS=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "fewer copies than the brokers could hold") || !strings.Contains(string(out), topic.Status) {
		t.Errorf("topics create says %v: %s", err, out)
	}
	topics, err := admin.ListTopics(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range topics {
		if strings.HasPrefix(name, "weak.") {
			names = append(names, name)
		}
	}
	if deleted, err := admin.DeleteTopics(ctx, names...); err != nil || deleted.Error() != nil {
		t.Fatal(err, deleted.Error())
	}
}
