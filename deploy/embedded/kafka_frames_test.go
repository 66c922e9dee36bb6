package embedded

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// frame announces a length and sends some bytes of it after the header of a request.
func frame(announced uint32, key int16, sent int) []byte {
	b := binary.BigEndian.AppendUint32(nil, announced)
	b = binary.BigEndian.AppendUint16(b, uint16(key))
	b = append(b, make([]byte, 6)...)
	return append(b, bytes.Repeat([]byte("x"), sent)...)
}

// Whatever a program sends that speaks no Kafka, the broker goes on.
func TestFramesThatAreNone(t *testing.T) {
	k := startKafka(t, KafkaConfig{Dir: t.TempDir()})
	for name, sent := range map[string][]byte{
		"a page":                     []byte("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
		"TLS":                        {22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3, 0},
		"a kind that nobody knows":   frame(100, 30_000, 92),
		"a kind below all":           frame(100, -1, 92),
		"the longest length":         frame(1<<32-1, int16(kmsg.Metadata), 0),
		"a length above the bound":   frame(maxFrame+1, int16(kmsg.Produce), 0),
		"a length without a request": frame(4, int16(kmsg.Metadata), 0),
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, k.Addr)
			if _, err := conn.Write(sent); err != nil {
				t.Fatal(err)
			}
			if n, err := conn.Read(make([]byte, 1)); n > 0 || err == nil {
				t.Error("was answered")
			} else if wait, ok := err.(net.Error); ok && wait.Timeout() {
				t.Error("was kept open")
			}
		})
	}
	if err := newClient(t, k.Addr).Ping(t.Context()); err != nil {
		t.Errorf("the broker is gone: %v", err)
	}
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	return conn
}

// What is only announced takes no memory.
func TestAnnouncedFramesTakeNoMemory(t *testing.T) {
	k := startKafka(t, KafkaConfig{Dir: t.TempDir()})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		if _, err := dial(t, k.Addr).Write(frame(maxFrame-4, int16(kmsg.Produce), 1000)); err != nil {
			t.Fatal(err)
		}
	}
	if err := newClient(t, k.Addr).Ping(t.Context()); err != nil { // by then the others were looked at
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 { // 100 frames of 100 MiB were announced
		t.Errorf("took %d MiB", took>>20)
	}
}

func TestKafkaConnectionsAreBounded(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	bound := framed(listener)
	bound.open.Store(maxKafkaConnections - 1)
	accepted := make(chan net.Conn, 2)
	go func() {
		for {
			conn, err := bound.Accept()
			if err != nil {
				return
			}
			accepted <- conn
		}
	}()
	dial(t, listener.Addr().String())
	fits := <-accepted
	if _, err := dial(t, listener.Addr().String()).Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("one too many: %v, want its end", err)
	}
	fits.Close()
	fits.Close() // counts once
	dial(t, listener.Addr().String())
	select {
	case conn := <-accepted:
		conn.Close()
	case <-time.After(30 * time.Second):
		t.Error("a connection that is closed still counts")
	}
}

// Frames of any length, one after the other, pass as they are.
func TestFramesPass(t *testing.T) {
	var sent []byte
	for _, size := range []int{8, 100, 5000, announcedFrame - 4, announcedFrame - 3, 3 << 20, 8} {
		sent = append(sent, frame(uint32(size), int16(kmsg.Produce), size-8)...)
	}
	client, server := net.Pipe()
	go func() {
		for rest := sent; len(rest) > 0; { // in pieces that fit no frame
			n := min(len(rest), 70_001)
			if _, err := client.Write(rest[:n]); err != nil {
				return
			}
			rest = rest[n:]
		}
		client.Close()
	}()
	got, err := io.ReadAll(&framedConn{Conn: server, wire: bufio.NewReader(server), open: new(atomic.Int64)})
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d bytes of %d, the same: %v; %v", len(got), len(sent), bytes.Equal(got, sent), err)
	}
}
