package installation_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/installation"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

var quiet = slog.New(slog.DiscardHandler)

func open(t *testing.T, dir string) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), "file://"+filepath.ToSlash(dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// waits reports whether Bind is still waiting after a moment.
func waits(t *testing.T, log *kafkatest.Log, dir string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	return errors.Is(installation.Bind(ctx, log.Kafka, open(t, dir), quiet), context.DeadlineExceeded)
}

func bind(t *testing.T, log *kafkatest.Log, dir string) *blob.Store {
	t.Helper()
	s := open(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := installation.Bind(ctx, log.Kafka, s, quiet); err != nil {
		t.Fatal(err)
	}
	return s
}

// use puts a document into the log.
func use(t *testing.T, log *kafkatest.Log) {
	t.Helper()
	if _, err := log.Produce(t.Context(), topic.Lane(topic.Submitted, event.Bulk), "k", event.Submitted{EventID: "e"}); err != nil {
		t.Fatal(err)
	}
}

func TestAStoreThatIsNotTheLogsIsWaitedForOrRefused(t *testing.T) {
	log, other := kafkatest.New(t), kafkatest.New(t)
	dir, foreign := filepath.Join(t.TempDir(), "blobs"), t.TempDir()
	bind(t, log, dir)
	bind(t, log, dir) // a restart
	use(t, log)
	bind(t, other, foreign)

	if !waits(t, log, t.TempDir()) {
		t.Error("an empty folder in place of the store was taken")
	}
	if err := installation.Bind(t.Context(), log.Kafka, open(t, foreign), quiet); err == nil || !strings.Contains(err.Error(), "LAVRA_BLOB_URL") {
		t.Errorf("another installation's store: %v, want what to do", err)
	}

	// It comes back while a service waits for it.
	away := dir + "-away"
	if err := os.Rename(dir, away); err != nil {
		t.Fatal(err)
	}
	bound := make(chan error, 1)
	s := open(t, dir)
	go func() { bound <- installation.Bind(t.Context(), log.Kafka, s, quiet) }()
	if err := errors.Join(os.RemoveAll(dir), os.Rename(away, dir)); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-bound:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the store is back and is still waited for")
	}
}

func TestManyThatStartAtOnceAgree(t *testing.T) {
	log := kafkatest.New(t)
	dir := t.TempDir()
	var group sync.WaitGroup
	stores := make([]*blob.Store, 8)
	for i := range stores {
		group.Go(func() { stores[i] = bind(t, log, dir) })
	}
	group.Wait()
	for _, s := range append(stores, bind(t, log, dir)) {
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// A log of a build that named no store takes the one it used, and no empty one.
func TestAnOlderInstallationKeepsItsStore(t *testing.T) {
	log := kafkatest.New(t)
	use(t, log)
	if !waits(t, log, t.TempDir()) {
		t.Error("an empty store was taken beside a log with documents")
	}
	dir := t.TempDir()
	if _, err := open(t, dir).Put(t.Context(), "files/a", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	bind(t, log, dir)
}

func TestALostStoreIsReplacedOnlyWhereSomebodySaysSo(t *testing.T) {
	log := kafkatest.New(t)
	bind(t, log, t.TempDir())
	use(t, log)
	fresh := t.TempDir()
	if !waits(t, log, fresh) {
		t.Error("it was taken unasked")
	}
	if err := installation.Adopt(t.Context(), log.Kafka, open(t, fresh)); err != nil {
		t.Fatal(err)
	}
	bind(t, log, fresh)
}
