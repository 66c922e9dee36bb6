package clickhousehttp

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"lavra.dev/deploy/embedded/chdb"
)

// engine is shared: it works on one path per process.
var engine struct {
	once   sync.Once
	dir    string
	server *Server
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if engine.server != nil {
		engine.server.Close()
	}
	os.RemoveAll(engine.dir)
	os.Exit(code)
}

// serve returns the interface's address as host:port.
func serve(t testing.TB) string {
	t.Helper()
	path := libraryPath(t)
	engine.once.Do(func() {
		if engine.dir, engine.err = os.MkdirTemp("", "clickhousehttp"); engine.err != nil {
			return
		}
		var library *chdb.Library
		if library, engine.err = chdb.Load(path); engine.err != nil {
			return
		}
		engine.server, engine.err = New(Config{
			Library: library, Arguments: []string{"--path=" + engine.dir},
			Settings: []string{"async_insert=0"}, Concurrent: 8, Loopback: true,
		})
	})
	if engine.err != nil {
		t.Fatal(engine.err)
	}
	server := httptest.NewServer(engine.server)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// libraryPath finds libchdb.so where make setup puts it, in .native at the top
// of the work tree.
func libraryPath(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("LAVRA_NATIVE_DIR"); dir != "" {
		return filepath.Join(dir, "libchdb.so")
	}
	path := filepath.Join("..", "..", "..", ".native", "libchdb.so")
	if _, err := os.Stat(path); err != nil {
		t.Skip("libchdb.so is not installed; make setup fetches it")
	}
	return path
}
