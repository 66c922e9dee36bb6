package embedded

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"
)

const (
	// maxFrame is what Kafka's own socket.request.max.bytes is. What a browser or a TLS client
	// sends first is always a longer one.
	maxFrame = 100 << 20
	// Up to this the broker may take the memory of a frame when it is announced. A longer one
	// grows with what has come of it.
	announcedFrame = 1 << 20
	// frameTime is how long a frame may take from its first byte: 100 MiB at 2 MB/s, and no
	// client is further away than this machine, or its network.
	frameTime = time.Minute
	// maxKafkaConnections is some ten times what `lavra up` has itself.
	maxKafkaConnections = 1000

	// A frame is a length, and the key and version of a request with its number.
	frameLength = 4
	frameHeader = frameLength + 2 + 2 + 4
)

var errFrame = errors.New("not a request of Kafka's")

// framedListener gives out connections of which only whole requests of a known kind come: the
// broker behind it takes the memory that a length announces, and ends the process by a kind
// of request that it does not know.
type framedListener struct {
	net.Listener
	open *atomic.Int64
}

func framed(l net.Listener) framedListener { return framedListener{l, new(atomic.Int64)} }

func (l framedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= maxKafkaConnections {
			return &framedConn{Conn: conn, wire: bufio.NewReader(conn), open: l.open}, nil
		}
		l.open.Add(-1)
		_ = conn.Close()
	}
}

// framedConn is a connection whose frames are looked at before they are passed on.
type framedConn struct {
	net.Conn
	wire   *bufio.Reader
	whole  []byte // what was read of a long frame and not passed on
	left   int    // bytes of a frame that are still to come
	open   *atomic.Int64
	closed sync.Once
}

func (c *framedConn) Read(p []byte) (int, error) {
	if len(c.whole) == 0 && c.left == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	if len(c.whole) > 0 {
		n := copy(p, c.whole)
		if c.whole = c.whole[n:]; len(c.whole) == 0 {
			c.whole = nil
		}
		return n, nil
	}
	n, err := c.wire.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

// next waits for a frame, as long as its client likes, and looks at its header.
func (c *framedConn) next() error {
	_ = c.SetReadDeadline(time.Time{}) // one that is closed says so when it is read
	if _, err := c.wire.Peek(1); err != nil {
		return err
	}
	_ = c.SetReadDeadline(time.Now().Add(frameTime))
	header, err := c.wire.Peek(frameHeader)
	if err != nil {
		return err
	}
	size := binary.BigEndian.Uint32(header) + frameLength
	key := int16(binary.BigEndian.Uint16(header[frameLength:]))
	if size < frameHeader || size > maxFrame || kmsg.RequestForKey(key) == nil {
		return errFrame
	}
	if size <= announcedFrame {
		c.left = int(size)
		return nil
	}
	var frame bytes.Buffer
	if _, err := io.CopyN(&frame, c.wire, int64(size)); err != nil {
		return fmt.Errorf("reading a long frame: %w", err)
	}
	c.whole = frame.Bytes()
	return nil
}

func (c *framedConn) Close() error {
	c.closed.Do(func() { c.open.Add(-1) })
	return c.Conn.Close()
}
