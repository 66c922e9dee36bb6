package embedded

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

func startKafka(t *testing.T, cfg KafkaConfig) *Kafka {
	t.Helper()
	if cfg.Listen == "" {
		cfg.Listen = "127.0.0.1:0"
	}
	k, err := StartKafka(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return k
}

func newClient(t *testing.T, address string, options ...kgo.Opt) *kgo.Client {
	t.Helper()
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(address))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// createTopic makes a topic as the product does, with a retention of its own.
func createTopic(t *testing.T, address, topic, retention string) {
	t.Helper()
	admin := kadm.NewClient(newClient(t, address))
	created, err := admin.CreateTopics(t.Context(), 1, 1, map[string]*string{"retention.ms": kadm.StringPtr(retention)}, topic)
	if err == nil {
		err = created.Error()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// consume reads a topic from its start up to its end.
func consume(t *testing.T, address, topic string) []string {
	t.Helper()
	client := newClient(t, address, kgo.ConsumeTopics(topic), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords())
	ends, err := kadm.NewClient(client).ListCommittedOffsets(t.Context(), topic)
	if err != nil {
		t.Fatal(err)
	}
	end, _ := ends.Lookup(topic, 0)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var values []string
	for next := int64(0); next < end.Offset && ctx.Err() == nil; {
		client.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
			if !r.Attrs.IsControl() {
				values = append(values, string(r.Value))
			}
			next = r.Offset + 1
		})
	}
	return values
}

func TestRecordsGroupsAndTransactionsAreKept(t *testing.T) {
	dir := t.TempDir()
	k := startKafka(t, KafkaConfig{Dir: dir, Sync: true})
	createTopic(t, k.Addr, "kept", "86400000")
	client := newClient(t, k.Addr, kgo.DefaultProduceTopic("kept"), kgo.TransactionalID("batch"))
	for _, end := range []struct {
		value string
		how   kgo.TransactionEndTry
	}{{"committed", kgo.TryCommit}, {"aborted", kgo.TryAbort}, {"committed too", kgo.TryCommit}} {
		if err := client.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		if err := client.ProduceSync(t.Context(), kgo.StringRecord(end.value)).FirstErr(); err != nil {
			t.Fatal(err)
		}
		if err := client.EndTransaction(t.Context(), end.how); err != nil {
			t.Fatal(err)
		}
	}
	var offsets kadm.Offsets
	offsets.AddOffset("kept", 0, 3, -1)
	if err := kadm.NewClient(client).CommitAllOffsets(t.Context(), "readers", offsets); err != nil {
		t.Fatal(err)
	}
	client.Close()
	k.Close()

	k = startKafka(t, KafkaConfig{Dir: dir})
	if got := consume(t, k.Addr, "kept"); strings.Join(got, "|") != "committed|committed too" {
		t.Errorf("got %q", got)
	}
	fetched, err := kadm.NewClient(newClient(t, k.Addr)).FetchOffsets(t.Context(), "readers")
	if at, found := fetched.Lookup("kept", 0); err != nil || !found || at.At != 3 {
		t.Errorf("the group's offset is %v, %v", at, err)
	}
}

// runBroker is a broker in a process of its own that can be killed.
func runBroker(dir string) error {
	k, err := StartKafka(context.Background(), KafkaConfig{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		return err
	}
	fmt.Println(k.Addr)
	select {}
}

func TestNoAcknowledgedRecordIsLostByAKill(t *testing.T) {
	dir := t.TempDir()
	broker := exec.CommandContext(t.Context(), os.Args[0])
	broker.Env = append(os.Environ(), "TEST_ROLE=broker", "TEST_DIR="+dir)
	out, err := broker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := broker.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	createTopic(t, address, "killed", "86400000")
	client := newClient(t, address, kgo.DefaultProduceTopic("killed"))
	const acknowledged = 500
	for i := range acknowledged {
		if err := client.ProduceSync(t.Context(), kgo.StringRecord(strconv.Itoa(i))).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	broker.Process.Kill()
	broker.Wait()

	k := startKafka(t, KafkaConfig{Dir: dir})
	if got := consume(t, k.Addr, "killed"); len(got) != acknowledged || got[acknowledged-1] != strconv.Itoa(acknowledged-1) {
		t.Errorf("%d of %d records are left", len(got), acknowledged)
	}
}

func TestADirectoryHasOneBroker(t *testing.T) {
	dir := t.TempDir()
	startKafka(t, KafkaConfig{Dir: dir})
	if _, err := StartKafka(t.Context(), KafkaConfig{Dir: dir, Listen: "127.0.0.1:0"}); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v", err)
	}
}

// A child that was being started when its parent was killed has a copy of the lock for a moment.
func TestALockThatADyingChildHasIsWaitedFor(t *testing.T) {
	dir := t.TempDir()
	for _, part := range []string{"kafka", "registry"} {
		lock, err := lockDirectory(filepath.Join(dir, part))
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(300*time.Millisecond, func() { lock.Close() })
	}
	startKafka(t, KafkaConfig{Dir: filepath.Join(dir, "kafka")})
	registry, err := StartRegistry(t.Context(), RegistryConfig{Dir: filepath.Join(dir, "registry"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	registry.Close()
}

func TestATakenPortNamesTheSetting(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	dir := t.TempDir()
	if _, err = StartKafka(t.Context(), KafkaConfig{Dir: dir, Listen: taken.Addr().String()}); err == nil ||
		!strings.Contains(err.Error(), "LAVRA_KAFKA_LISTEN") {
		t.Errorf("got %v", err)
	}
	startKafka(t, KafkaConfig{Dir: dir}) // the lock is free again
}

func TestClientsAreToldAnAddressTheyCanReach(t *testing.T) {
	k := startKafka(t, KafkaConfig{Dir: t.TempDir(), Listen: "0.0.0.0:0", Advertise: "localhost"})
	if !strings.HasPrefix(k.Addr, "localhost:") {
		t.Fatalf("advertised %s", k.Addr)
	}
	metadata, err := kadm.NewClient(newClient(t, k.Addr)).BrokerMetadata(t.Context())
	if err != nil || len(metadata.Brokers) != 1 || metadata.Brokers[0].Host != "localhost" {
		t.Errorf("got %v, %v", metadata.Brokers, err)
	}
}

func TestUnknownTopicsAreNotCreated(t *testing.T) {
	k := startKafka(t, KafkaConfig{Dir: t.TempDir()})
	client := newClient(t, k.Addr, kgo.UnknownTopicRetries(1))
	if err := client.ProduceSync(t.Context(), &kgo.Record{Topic: "unknown", Value: []byte("x")}).FirstErr(); err == nil {
		t.Error("a record for an unknown topic was taken")
	}
}

// crash starts a broker on a copy of a running one's files, as they are after a
// kill at this moment.
func crash(t *testing.T, dir string) *Kafka {
	t.Helper()
	files := t.TempDir()
	if err := os.CopyFS(files, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return startKafka(t, KafkaConfig{Dir: files})
}

func bounds(t *testing.T, address, topic string) (start, end int64) {
	t.Helper()
	admin := kadm.NewClient(newClient(t, address))
	starts, err := admin.ListStartOffsets(t.Context(), topic)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := admin.ListEndOffsets(t.Context(), topic)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := starts.Lookup(topic, 0)
	last, _ := ends.Lookup(topic, 0)
	return first.Offset, last.Offset
}

// A partition that began at 0 again would hide new records from groups that
// have committed beyond them.
func TestOffsetsNeverGoBack(t *testing.T) {
	for name, empty := range map[string]func(*testing.T, *Kafka){
		"all deleted by request": func(t *testing.T, k *Kafka) {
			for _, at := range []int64{10, -1} {
				var all kadm.Offsets
				all.AddOffset("emptied", 0, at, -1)
				answer, err := kadm.NewClient(newClient(t, k.Addr)).DeleteRecords(t.Context(), all)
				if err == nil {
					err = answer.Error()
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		},
		"all too old": func(t *testing.T, k *Kafka) {
			if err := deleteExpired(t.Context(), kadm.NewClient(newClient(t, k.Addr))); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			k := startKafka(t, KafkaConfig{Dir: dir})
			createTopic(t, k.Addr, "emptied", "60000")
			client := newClient(t, k.Addr, kgo.DefaultProduceTopic("emptied"))
			for range 10 {
				record := &kgo.Record{Value: []byte("x"), Timestamp: time.Now().Add(-time.Hour)}
				if err := client.ProduceSync(t.Context(), record).FirstErr(); err != nil {
					t.Fatal(err)
				}
			}
			empty(t, k)
			if start, end := bounds(t, k.Addr, "emptied"); start != 9 || end != 10 {
				t.Errorf("the topic has %d to %d, want its newest record only", start, end)
			}
			if _, end := bounds(t, crash(t, dir).Addr, "emptied"); end != 10 {
				t.Errorf("after a kill the topic ends at %d", end)
			}
			client.Close()
			k.Close()
			if start, end := bounds(t, startKafka(t, KafkaConfig{Dir: dir}).Addr, "emptied"); start != 9 || end != 10 {
				t.Errorf("after a restart the topic has %d to %d", start, end)
			}
		})
	}
}

func TestOnlyOldRecordsOfTopicsThatDeleteAreDeleted(t *testing.T) {
	k := startKafka(t, KafkaConfig{Dir: t.TempDir()})
	admin := kadm.NewClient(newClient(t, k.Addr))
	for topic, config := range map[string]map[string]*string{
		"short":     {"retention.ms": kadm.StringPtr("60000")},
		"work":      {"retention.ms": kadm.StringPtr("-1")},
		"compacted": {"cleanup.policy": kadm.StringPtr("compact"), "retention.ms": kadm.StringPtr("60000")},
	} {
		if _, err := admin.CreateTopic(t.Context(), 1, 1, config, topic); err != nil {
			t.Fatal(err)
		}
		client := newClient(t, k.Addr, kgo.DefaultProduceTopic(topic))
		for _, age := range []time.Duration{time.Hour, time.Hour, 0, 0} {
			record := &kgo.Record{Key: []byte("k"), Value: []byte("x"), Timestamp: time.Now().Add(-age)}
			if err := client.ProduceSync(t.Context(), record).FirstErr(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := deleteExpired(t.Context(), admin); err != nil {
		t.Fatal(err)
	}
	for topic, want := range map[string]int64{"short": 2, "work": 0, "compacted": 0} {
		if start, end := bounds(t, k.Addr, topic); start != want || end != 4 {
			t.Errorf("%s has %d to %d, want %d to 4", topic, start, end, want)
		}
	}
}

// A kill in the middle of a transaction takes that transaction, and none that
// its successor of the same name commits later.
func TestAKillInATransactionHidesNoneAfterIt(t *testing.T) {
	dir := t.TempDir()
	k := startKafka(t, KafkaConfig{Dir: dir})
	createTopic(t, k.Addr, "batches", "86400000")
	transact(t, k.Addr, "before", kgo.TryCommit)
	begin(t, k.Addr, "cut off")

	files := t.TempDir() // as a kill at this moment leaves them
	if err := os.CopyFS(files, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	k = startKafka(t, KafkaConfig{Dir: files})
	transact(t, k.Addr, "after", kgo.TryCommit)
	for name, broker := range map[string]*Kafka{"a kill": k, "another": crash(t, files)} {
		if got := consume(t, broker.Addr, "batches"); strings.Join(got, "|") != "before|after" {
			t.Errorf("after %s: read %q", name, got)
		}
	}
}

// A batch that was written where its entry in the index was not leaves the index to go
// with others, and what a kill cuts off later is told from what was committed all the same.
func TestAnIndexThatLacksAnEntryIsMended(t *testing.T) {
	dir := t.TempDir()
	k := startKafka(t, KafkaConfig{Dir: dir})
	createTopic(t, k.Addr, "batches", "86400000")
	transact(t, k.Addr, "before", kgo.TryCommit)
	files := t.TempDir()
	if err := os.CopyFS(files, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(files, "log", "partitions", "batches-0", "0.idx"), indexEntry); err != nil {
		t.Fatal(err)
	}
	k = startKafka(t, KafkaConfig{Dir: files})
	begin(t, k.Addr, "cut off")
	if got := consume(t, crash(t, files).Addr, "batches"); strings.Join(got, "|") != "before" {
		t.Errorf("read %q", got)
	}
}

// begin opens a transaction with one record.
func begin(t *testing.T, address, value string) *kgo.Client {
	t.Helper()
	client := newClient(t, address, kgo.DefaultProduceTopic("batches"), kgo.TransactionalID("batch"))
	if err := client.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	if err := client.ProduceSync(t.Context(), kgo.StringRecord(value)).FirstErr(); err != nil {
		t.Fatal(err)
	}
	return client
}

func transact(t *testing.T, address, value string, how kgo.TransactionEndTry) {
	t.Helper()
	if err := begin(t, address, value).EndTransaction(t.Context(), how); err != nil {
		t.Fatal(err)
	}
}

// What groups have committed since a disk was full outlives a kill.
func TestGroupsDoNotFallBackToAFullDisk(t *testing.T) {
	dir := t.TempDir()
	k := startKafka(t, KafkaConfig{Dir: dir})
	createTopic(t, k.Addr, "work", "86400000")
	admin := kadm.NewClient(newClient(t, k.Addr))
	commit := func(at int64) {
		var offsets kadm.Offsets
		offsets.AddOffset("work", 0, at, -1)
		if err := admin.CommitAllOffsets(t.Context(), "readers", offsets); err != nil {
			t.Fatal(err)
		}
	}
	commit(1)
	groups := filepath.Join(dir, "log", "groups.log")
	text, err := os.ReadFile(groups)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(groups, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(text[:len(text)/2]); err != nil { // what there was room for
		t.Fatal(err)
	}
	commit(2)
	k = crash(t, dir)
	fetched, err := kadm.NewClient(newClient(t, k.Addr)).FetchOffsets(t.Context(), "readers")
	if at, found := fetched.Lookup("work", 0); err != nil || !found || at.At != 2 {
		t.Errorf("the group's offset is %v, %v", at, err)
	}
}
