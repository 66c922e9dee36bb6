package chdb

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lavra.dev/platform/nativelib/nativelibtest"
)

// The engine works on one path per process, so all tests share it.
var library struct {
	once sync.Once
	l    *Library
	args []string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if len(library.args) > 0 {
		os.RemoveAll(strings.TrimPrefix(library.args[0], "--path="))
	}
	os.Exit(code)
}

func open(t *testing.T) *Connection {
	t.Helper()
	path := nativelibtest.Path(t, "libchdb.so")
	library.once.Do(func() {
		dir, err := os.MkdirTemp("", "chdb")
		if err != nil {
			t.Fatal(err)
		}
		library.args = []string{"--path=" + dir}
		library.l, library.err = Load(path)
	})
	if library.err != nil {
		t.Fatal(library.err)
	}
	c, err := library.l.Open(library.args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func query(t *testing.T, c *Connection, sql string, parameters Parameters) string {
	t.Helper()
	out, _, err := c.Query(sql, "TSVRaw", parameters)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}

func TestParametersMayHoldAnyText(t *testing.T) {
	c := open(t)
	got := query(t, c, "SELECT {a:String} || {b:String}", Parameters{"a": `it's; --`, "b": ""})
	if got != "it's; --" {
		t.Errorf("got %q", got)
	}
}

func TestAFailingStatementSaysWhy(t *testing.T) {
	c := open(t)
	_, _, err := c.Query("SELECT nothing FROM system.one", "TSV", nil)
	if err == nil || !strings.HasPrefix(err.Error(), "Code: 47. DB::Exception") {
		t.Errorf("got %v", err)
	}
	if got := query(t, c, "SELECT 1", nil); got != "1" {
		t.Errorf("the connection is unusable after an error: %q", got)
	}
}

func TestAStreamHandsOutChunksAndCanBeLeft(t *testing.T) {
	c := open(t)
	stream, err := c.Stream("SELECT number FROM numbers(300000)", "RowBinary", nil)
	if err != nil {
		t.Fatal(err)
	}
	total, chunks := 0, 0
	for more := true; more; chunks++ {
		if more, _, err = stream.Next(func(b []byte) error { total += len(b); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	stream.Close()
	if total != 300000*8 || chunks < 3 {
		t.Errorf("got %d bytes in %d chunks", total, chunks)
	}

	stream, err = c.Stream("SELECT number FROM system.numbers", "RowBinary", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := stream.Next(func([]byte) error { return nil }); err != nil {
		t.Fatal(err)
	}
	stream.Cancel()
	stream.Close()
	if got := query(t, c, "SELECT 2", nil); got != "2" {
		t.Errorf("the connection is unusable after a cancel: %q", got)
	}
}

func TestAnInsertIsAllOrNothing(t *testing.T) {
	c := open(t)
	query(t, c, "CREATE TABLE inserted (id UInt32, name String) ENGINE = MergeTree ORDER BY id", nil)
	insert := func(data string, end func(*Insert) error) error {
		i, err := c.Insert("INSERT INTO inserted (id, name)", "CSV", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		if _, err := i.Write([]byte(data)); err != nil {
			return err
		}
		return end(i)
	}
	commit := func(i *Insert) error { _, err := i.Commit(); return err }

	if err := insert("1,a\n2,b\n", func(i *Insert) error { i.Cancel(); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := insert("1,a\nx,b\n", commit); err == nil {
		t.Error("a row that does not parse was committed")
	}
	if got := query(t, c, "SELECT count() FROM inserted", nil); got != "0" {
		t.Errorf("%s rows are visible, want none", got)
	}
	if err := insert("1,a\n2,b\n", commit); err != nil {
		t.Fatal(err)
	}
	if got := query(t, c, "SELECT count() FROM inserted", nil); got != "2" {
		t.Errorf("%s rows are visible, want 2", got)
	}
	if _, err := c.Insert("INSERT INTO missing", "CSV", nil); err == nil {
		t.Error("inserting into no table went well")
	}
}

// A handler of the library's in Go's place would kill the process here.
func TestGoKeepsItsSignals(t *testing.T) {
	open(t)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-signals:
	case <-time.After(5 * time.Second):
		t.Error("SIGTERM did not arrive")
	}
	defer func() {
		if recover() == nil {
			t.Error("a nil pointer did not panic")
		}
	}()
	var nothing *Connection
	_ = nothing.conn
}

func TestAMissingLibraryIsAnError(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "libchdb.so")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	broken := filepath.Join(t.TempDir(), "libchdb.so")
	if err := os.WriteFile(broken, []byte("no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(broken); err == nil {
		t.Error("a file that is no library was loaded")
	}
}
