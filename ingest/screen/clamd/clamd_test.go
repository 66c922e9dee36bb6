package clamd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve answers one client the way the daemon does and gives what it was sent.
func serve(t *testing.T, network, address, reply string) (at string, got chan []byte) {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	got = make(chan []byte, 1)
	go func() {
		defer close(got)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		in := bufio.NewReader(conn)
		if command, err := in.ReadString(0); err != nil || command != "zINSTREAM\x00" {
			return
		}
		var file bytes.Buffer
		for {
			var size [4]byte
			if _, err := io.ReadFull(in, size[:]); err != nil {
				return
			}
			n := binary.BigEndian.Uint32(size[:])
			if n == 0 {
				break
			}
			if _, err := io.CopyN(&file, in, int64(n)); err != nil {
				return
			}
		}
		got <- file.Bytes()
		io.WriteString(conn, reply)
	}()
	return l.Addr().String(), got
}

func TestScanTellsWhatTheDaemonFound(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		found       bool
		err         string
	}{
		{"a clean file", "stream: OK\x00", false, ""},
		{"a known signature", "stream: Eicar-Test-Signature FOUND\x00", true, ""},
		{"a file over the daemon's limit", "INSTREAM size limit exceeded. ERROR\x00", false, "StreamMaxLength"},
		{"a daemon in trouble", "stream: lstat() failed ERROR\x00", false, "could not scan"},
		{"a daemon that hangs up", "", false, "asking clamd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			address, got := serve(t, "tcp", "127.0.0.1:0", c.reply)
			file := bytes.Repeat([]byte("documento "), 20_000)
			found, err := New(address, 5*time.Second).Scan(t.Context(), bytes.NewReader(file))
			if found != c.found || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("found %v, error %v", found, err)
			}
			if sent := <-got; !bytes.Equal(sent, file) {
				t.Errorf("%d of %d bytes arrived", len(sent), len(file))
			}
		})
	}
}

func TestScanOverASocketFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clamd.sock")
	serve(t, "unix", path, "stream: OK\x00")
	if found, err := New(path, 5*time.Second).Scan(t.Context(), strings.NewReader("x")); found || err != nil {
		t.Errorf("found %v, error %v", found, err)
	}
}

func TestScanWithoutAnAnswerIsNoCleanFile(t *testing.T) {
	address, _ := serve(t, "tcp", "127.0.0.1:0", "stream: OK\x00")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(address, time.Second).Scan(ctx, strings.NewReader("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	broken := errors.New("disk on fire")
	if _, err := New(address, time.Second).Scan(t.Context(), iotest.ErrReader(broken)); err == nil {
		t.Error("a file that cannot be read passed for clean")
	}
	if _, err := New("127.0.0.1:1", time.Second).Scan(t.Context(), strings.NewReader("x")); err == nil {
		t.Error("no daemon passed for a clean file")
	}
}
