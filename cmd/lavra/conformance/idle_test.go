package conformance

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// idleConnections are clients that keep a connection and ask nothing.
const idleConnections = 10_000

func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	if files.Cur < idleConnections+1000 {
		t.Skipf("only %d open files are allowed (ulimit -n), %d connections need more", files.Cur, idleConnections)
	}
	w := &world{T: t, service: startOnce(t), key: mainKey}
	address := strings.TrimPrefix(w.url, "http://")
	for range idleConnections {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		// A request of its own first: what stays open after it is idle.
		_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
		if _, err := io.WriteString(conn, "GET /extract/x HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 1<<10), nil)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	start := time.Now()
	w.form("/extract/sync", []file{w.receipt()}, nil).ok().want("success", "status")
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("beside %d idle connections a document takes %s", idleConnections, took)
	}
}
