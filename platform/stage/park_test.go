package stage_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/topic"
)

// One file that cannot be read, while others are, is put aside: the records
// behind it are done, and its request is not ended.
func TestAFileThatCannotBeReadLetsOthersPassAndIsParked(t *testing.T) {
	log := kafkatest.New(t)
	for _, key := range []string{"good", "bad"} {
		if _, err := log.Blobs.Put(t.Context(), key, strings.NewReader("file")); err != nil {
			t.Fatal(err)
		}
	}
	broken := &brokenStore{}
	var handled, ended seen
	cfg := config(t, log)
	stage.SetRetry(&cfg, time.Millisecond)
	cfg.OnPermanent = func(_ context.Context, rec *kgo.Record, _ *stage.PermanentError) error {
		ended.add(rec.Key)
		return nil
	}
	stop := run(t, cfg, func(ctx context.Context, rec *kgo.Record) error {
		handled.add(rec.Key)
		if string(rec.Key) == "bad" {
			return broken.read()
		}
		file, err := stage.File(log.Blobs, "good")(ctx)
		if err == nil {
			_, err = io.Copy(io.Discard, file)
			file.Close()
			broken.served.Add(1)
		}
		return err
	})
	produce(t, log, "bad")
	eventually(t, "the bad one failed before the others are served", func() bool { return broken.tries.Load() > 1 })
	produce(t, log, numbered("k", 20)...)
	eventually(t, "the others are done and the bad one is out of the way", func() bool { return handled.keys() == 21 && lag(t, log, "test") == 0 })
	stop()
	if ended.keys() > 0 {
		t.Error("a request was ended")
	}
	h := headersOf(letters(t, log, topic.Parked, 1)[0])
	if h[stage.HeaderClass] != "parked" || h[stage.HeaderTopic] != in || h[stage.HeaderReason] == "" {
		t.Errorf("the parked record says %v", h)
	}
}

// brokenStore gives the error of a store that serves others.
type brokenStore struct{ served, tries atomic.Int64 }

type storeFault struct{ served int64 }

func (f storeFault) Error() string { return "input/output error" }
func (f storeFault) Served() int64 { return f.served }

func (s *brokenStore) read() error {
	s.tries.Add(1)
	return fmt.Errorf("reading: %w", storeFault{s.served.Load()})
}

// While a part is away for all, nothing is parked, however long that lasts, and only a few are tried.
func TestAPartThatIsAwayForAllParksNothing(t *testing.T) {
	log := kafkatest.New(t)
	var handled seen
	var back atomic.Bool
	var tries atomic.Int64
	cfg := config(t, log)
	stage.SetRetry(&cfg, time.Millisecond)
	stop := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		handled.add(rec.Key)
		if !back.Load() {
			tries.Add(1)
			return storeFault{}
		}
		return nil
	})
	produce(t, log, numbered("k", 100)...)
	eventually(t, "the records were tried often", func() bool { return tries.Load() > 200 })
	if n := handled.keys(); n > 2*(8+4+1) {
		t.Errorf("%d records were tried at once in two partitions", n)
	}
	back.Store(true)
	eventually(t, "all are done", func() bool { return handled.keys() == 100 && lag(t, log, "test") == 0 })
	stop()
	if end := parkedRecords(t, log); end != 0 {
		t.Errorf("%d records were parked", end)
	}
}

// Where a store fails now and then, whoever asks, one record fails often in a row while others are
// served: it is not at fault. One that goes on failing when the store is whole again is.
func TestAStoreThatFailsNowAndThenParksNoGoodRecord(t *testing.T) {
	log := kafkatest.New(t)
	broken := &brokenStore{}
	var whole atomic.Bool
	var unlucky atomic.Int64
	var tried, done seen
	cfg := config(t, log)
	stage.SetRetry(&cfg, time.Millisecond)
	stop := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		fails := string(rec.Key) == "bad"
		switch {
		case string(rec.Key) == "unlucky":
			fails = unlucky.Add(1) < 10
		case !fails && !whole.Load():
			fails = tried.add(rec.Key) == 1
		}
		if fails {
			return broken.read()
		}
		broken.served.Add(1)
		done.add(rec.Key)
		return nil
	})
	produce(t, log, append([]string{"unlucky", "bad"}, numbered("k", 40)...)...)
	eventually(t, "the good ones are done", func() bool { return done.keys() == 41 })
	if n := parkedRecords(t, log); n != 0 {
		t.Errorf("%d records were parked while the store failed now and then", n)
	}
	whole.Store(true)
	produce(t, log, numbered("later", 500)...)
	eventually(t, "the bad one is out of the way", func() bool { return lag(t, log, "test") == 0 })
	stop()
	if n := parkedRecords(t, log); n != 1 {
		t.Errorf("%d records were parked in the end", n)
	}
}

func parkedRecords(t *testing.T, log *kafkatest.Log) (n int64) {
	t.Helper()
	for partition := range int32(2) {
		end, err := log.EndOffset(t.Context(), topic.Parked, partition)
		if err != nil {
			t.Fatal(err)
		}
		n += end
	}
	return n
}

// Where nearly nothing can be decoded any more the records are not at fault: a
// stage gives up a few, waits, and does all of them once they can be read.
func TestAStageStopsWhereNearlyEverythingIsPoison(t *testing.T) {
	log := kafkatest.New(t)
	var handled, ended, done seen
	var back atomic.Bool
	cfg := config(t, log)
	cfg.Poison = 10
	stage.SetRetry(&cfg, time.Millisecond)
	cfg.OnPermanent = func(_ context.Context, rec *kgo.Record, _ *stage.PermanentError) error {
		ended.add(rec.Key)
		return nil
	}
	stop := run(t, cfg, func(_ context.Context, rec *kgo.Record) error {
		if handled.add(rec.Key); !back.Load() {
			return fmt.Errorf("reading: %w", kafka.ErrUndecodable)
		}
		done.add(rec.Key)
		return nil
	})
	produce(t, log, numbered("k", 60)...)
	eventually(t, "the stage says that it has stopped", func() bool { return gauge(t, cfg.Registerer.(*prometheus.Registry), "lavra_stage_stopped") == 1 })
	back.Store(true)
	eventually(t, "all others are done", func() bool { return lag(t, log, "test") == 0 })
	stop()
	if n := ended.keys(); n >= 10 {
		t.Errorf("%d requests were ended before the stage stopped", n)
	}
	if done.keys()+ended.keys() != 60 {
		t.Errorf("%d done and %d ended of 60", done.keys(), ended.keys())
	}
}
