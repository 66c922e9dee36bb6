package clickhousehttp

import (
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"lavra.dev/deploy/embedded/chdb"
	"lavra.dev/platform/nativelib/nativelibtest"
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
	path := nativelibtest.Path(t, "libchdb.so")
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
