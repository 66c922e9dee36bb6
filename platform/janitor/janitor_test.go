package janitor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"go.uber.org/goleak"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/janitor"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const old = time.Nanosecond // everything is older than that

func TestOnlyWhatEveryReaderHasDoneWithIsDeleted(t *testing.T) {
	submitted := topic.Lane(topic.Submitted, event.Bulk) // read by ocr and by the sink
	for _, c := range []struct {
		name    string
		keep    time.Duration
		commits map[string]int64
		start   int64 // where the partition begins afterwards
	}{
		{"nobody has committed", old, nil, 0},
		{"one reader never committed", old, map[string]int64{topic.GroupOCR: 5}, 0},
		{"one reader is behind", old, map[string]int64{topic.GroupOCR: 5, topic.GroupSink: 2}, 2},
		{"all have read all", old, map[string]int64{topic.GroupOCR: 5, topic.GroupSink: 5}, 5},
		{"all have read it, but it is young", time.Hour, map[string]int64{topic.GroupOCR: 5, topic.GroupSink: 5}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := kafkatest.New(t)
			at := fill(t, log, submitted, 5)
			for group, offset := range c.commits {
				commit(t, log, group, at, offset)
			}
			j, err := janitor.New(janitor.Config{KeepWork: c.keep}, janitor.Deps{Kafka: log.Kafka, Registerer: log.Registerer})
			if err != nil {
				t.Fatal(err)
			}
			if err := j.SweepTopics(t.Context()); err != nil {
				t.Fatal(err)
			}
			starts, err := log.Admin().ListStartOffsets(t.Context(), log.Topic(submitted))
			if err != nil {
				t.Fatal(err)
			}
			if start, _ := starts.Lookup(log.Topic(submitted), at.Partition); start.Offset != c.start {
				t.Errorf("the partition begins at %d, want %d", start.Offset, c.start)
			}
		})
	}
}

// Results are kept for seven days, and for longer while the query store is away: what
// its sink has not read is nowhere else.
func TestNoResultGoesThatTheSinkHasNotRead(t *testing.T) {
	for _, c := range []struct {
		name  string
		age   time.Duration
		read  int64 // what the sink has committed; -1: nothing ever
		start int64
	}{
		{"young and read", time.Hour, 3, 0},
		{"old, the sink never came", 8 * 24 * time.Hour, -1, 0},
		{"old and not read", 8 * 24 * time.Hour, 0, 0},
		{"old, some of it read", 8 * 24 * time.Hour, 2, 2},
		{"old and read", 8 * 24 * time.Hour, 3, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := kafkatest.New(t)
			client, err := kgo.NewClient(kgo.SeedBrokers(log.Config.Brokers...), kgo.RecordPartitioner(kgo.ManualPartitioner()))
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			for range 3 {
				old := &kgo.Record{Topic: log.Topic(topic.Completed), Value: []byte("a result"), Timestamp: time.Now().Add(-c.age)}
				if err := client.ProduceSync(t.Context(), old).FirstErr(); err != nil {
					t.Fatal(err)
				}
			}
			if c.read >= 0 {
				commit(t, log, topic.GroupSink, event.Pointer{Topic: topic.Completed}, c.read)
			}
			j, err := janitor.New(janitor.Config{}, janitor.Deps{Kafka: log.Kafka})
			if err != nil {
				t.Fatal(err)
			}
			if err := j.SweepTopics(t.Context()); err != nil {
				t.Fatal(err)
			}
			starts, err := log.Admin().ListStartOffsets(t.Context(), log.Topic(topic.Completed))
			if err != nil {
				t.Fatal(err)
			}
			if start, _ := starts.Lookup(log.Topic(topic.Completed), 0); start.Offset != c.start {
				t.Errorf("the partition begins at %d, want %d", start.Offset, c.start)
			}
		})
	}
}

// A request's key outlives every record that it opens.
func TestKeysOfRequestsStayLongerThanTheirRecords(t *testing.T) {
	log, dir := kafkatest.New(t), t.TempDir()
	store, err := blob.Open(t.Context(), "file://"+dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for key, age := range map[string]time.Duration{"young": 0, "ofLetters": 38 * 24 * time.Hour, "ofNothing": 40 * 24 * time.Hour} {
		if _, err := store.Put(t.Context(), kafka.KeyPrefix+key, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(dir, kafka.KeyPrefix, key), at, at); err != nil {
			t.Fatal(err)
		}
	}
	j, err := janitor.New(janitor.Config{KeepFiles: old, KeepBodies: old}, janitor.Deps{Kafka: log.Kafka, Blobs: store})
	if err == nil {
		err = j.SweepBlobs(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for b, err := range store.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, strings.TrimPrefix(b.Key, kafka.KeyPrefix))
	}
	if fmt.Sprint(left) != "[ofLetters young]" {
		t.Errorf("left: %v", left)
	}
}

func TestBlobsStayAsLongAsWorkMayNeedThem(t *testing.T) {
	read := topic.Lane(topic.Read, event.Interactive)
	log := kafkatest.New(t)
	for _, key := range []string{"files/a", kafka.BodyPrefix + "b"} {
		if _, err := log.Blobs.Put(t.Context(), key, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	at := fill(t, log, read, 1)
	sweep := func(keep janitor.Config) (left []string) {
		t.Helper()
		time.Sleep(2 * time.Millisecond) // the store's clock is coarse
		j, err := janitor.New(keep, janitor.Deps{Kafka: log.Kafka, Blobs: log.Blobs})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.SweepBlobs(t.Context()); err != nil {
			t.Fatal(err)
		}
		for b, err := range log.Blobs.List(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			left = append(left, b.Key)
		}
		return left
	}
	if left := sweep(janitor.Config{KeepFiles: old, KeepBodies: old}); len(left) != 2 {
		t.Errorf("with work undone only %v are left", left)
	}
	commit(t, log, topic.GroupClassification, at, 1)
	if left := sweep(janitor.Config{}); len(left) != 2 {
		t.Errorf("of young blobs only %v are left", left)
	}
	if left := sweep(janitor.Config{KeepFiles: old}); len(left) != 1 || left[0] != kafka.BodyPrefix+"b" {
		t.Errorf("with old files %v is left", left)
	}
	if left := sweep(janitor.Config{KeepBodies: old}); len(left) != 0 {
		t.Errorf("with old bodies %v is left", left)
	}
}

// fill writes records of one key and gives where the last one went.
func TestWhatALetterNeedsStaysAsLongAsTheLetter(t *testing.T) {
	log := kafkatest.New(t)
	body := kafka.BodyPrefix + "ab/" + strings.Repeat("ab", 32)
	for _, key := range []string{"files/of-a-letter", "files/of-nobody", body} {
		if _, err := log.Blobs.Put(t.Context(), key, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	letter := &kgo.Record{Topic: topic.Parked, Key: []byte("r"), Value: []byte("refers to " + body), Headers: kafka.Way{File: "files/of-a-letter"}.Headers()}
	at, err := log.ProduceRecord(t.Context(), letter)
	if err != nil {
		t.Fatal(err)
	}
	sweep := func() (left int) {
		t.Helper()
		time.Sleep(2 * time.Millisecond) // the store's clock is coarse
		j, err := janitor.New(janitor.Config{KeepFiles: old, KeepBodies: old}, janitor.Deps{Kafka: log.Kafka, Blobs: log.Blobs})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.SweepBlobs(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, err := range log.Blobs.List(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			left++
		}
		return left
	}
	if left := sweep(); left != 2 {
		t.Errorf("%d blobs are left while the letter is open", left)
	}
	settled := &kgo.Record{Topic: topic.Settled, Key: fmt.Appendf(nil, "parked-%d-%d", at.Partition, at.Offset), Headers: []kgo.RecordHeader{{Key: "lavra-state", Value: []byte("discarded")}}}
	if _, err := log.ProduceRecord(t.Context(), settled); err != nil {
		t.Fatal(err)
	}
	if left := sweep(); left != 0 {
		t.Errorf("%d blobs are left of a letter that was given up", left)
	}
}

func fill(t *testing.T, log *kafkatest.Log, name string, n int) (at event.Pointer) {
	t.Helper()
	for range n {
		var err error
		if at, err = log.Produce(t.Context(), name, "key", &event.Submitted{}); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(2 * time.Millisecond) // the log tells times by whole milliseconds: what is of this one is not older than now
	return at
}

func commit(t *testing.T, log *kafkatest.Log, group string, at event.Pointer, offset int64) {
	t.Helper()
	offsets := kadm.Offsets{}
	offsets.AddOffset(log.Topic(at.Topic), at.Partition, offset, -1)
	if err := log.Admin().CommitAllOffsets(t.Context(), log.Group(group), offsets); err != nil {
		t.Fatal(err)
	}
}
