package api_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lavra.dev/deploy/embedded"
	"lavra.dev/platform/clickhouse"
)

// engineURL is where ClickHouse answers, without a database; noEngine is why
// there is none.
var engineURL, noEngine string

func TestMain(m *testing.M) {
	stop := startEngine()
	code := m.Run()
	stop()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// startEngine runs the engine in this process, for all tests: it takes one
// directory per process. Each test has a database of its own.
func startEngine() (stop func()) {
	library, err := findLibrary()
	if err != nil {
		noEngine = err.Error()
		return func() {}
	}
	dir, err := os.MkdirTemp("", "lavra-api-test")
	if err != nil {
		noEngine = err.Error()
		return func() {}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		noEngine = err.Error()
		return func() {}
	}
	address := listener.Addr().String()
	listener.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- embedded.ServeClickHouse(ctx, embedded.ClickHouseConfig{Dir: dir, Listen: address, Library: library})
	}()
	engineURL = "http://" + address
	return func() {
		cancel()
		if err := <-done; err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.RemoveAll(dir)
	}
}

// findLibrary walks up to the folder that `make setup` fills.
func findLibrary() (string, error) {
	if dir := os.Getenv("LAVRA_NATIVE_DIR"); dir != "" {
		return embedded.FindLibrary()
	}
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, ".native", "libchdb.so")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return embedded.FindLibrary()
}

var databases atomic.Int32

// newDatabase gives a test a database of its own.
func newDatabase(t *testing.T) *clickhouse.Client {
	t.Helper()
	if noEngine != "" {
		t.Skip(noEngine)
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	db, err := clickhouse.Open(clickhouse.Config{DSN: engineURL + "/" + name})
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
