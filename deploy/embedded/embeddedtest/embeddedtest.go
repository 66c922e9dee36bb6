// Package embeddedtest runs ClickHouse's engine for tests of the packages that
// write and query it.
package embeddedtest

import (
	"context"
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"lavra.dev/deploy/embedded"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/nativelib/nativelibtest"
)

// Engine runs in the test's own process: one for all of its tests, since it
// takes one directory per process.
type Engine struct {
	url       string
	missing   error // why there is no engine
	databases atomic.Int32
	stop      func() error
}

// Start starts the engine. Without its library, tests that ask for a database
// are skipped.
func Start() *Engine {
	e := &Engine{stop: func() error { return nil }}
	e.missing = e.start()
	return e
}

func (e *Engine) start() error {
	library, err := nativelibtest.Find("libchdb.so")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "lavra-engine")
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	listener.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- embedded.ServeClickHouse(ctx, embedded.ClickHouseConfig{Dir: dir, Listen: address, Library: library})
	}()
	e.url = "http://" + address
	e.stop = func() error {
		defer os.RemoveAll(dir)
		cancel()
		return <-done
	}
	return nil
}

// HTTP is where statements to a database are posted.
func (e *Engine) HTTP(db *clickhouse.Client) string { return e.url + "/?database=" + db.Database() }

// Stop ends the engine.
func (e *Engine) Stop() error { return e.stop() }

// Database gives a test a database of its own.
func (e *Engine) Database(t *testing.T) *clickhouse.Client {
	t.Helper()
	if e.missing != nil {
		t.Skip(e.missing)
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), e.databases.Add(1))
	db, err := clickhouse.Open(clickhouse.Config{DSN: e.url + "/" + name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := db.Patiently(ctx, "starting", func(ctx context.Context) error { return db.CreateDatabase(ctx, "") }); err != nil {
		t.Fatal(err)
	}
	return db
}
