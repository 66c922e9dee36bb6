// Package clamd asks a ClamAV daemon whether a file holds a known signature.
//
// In comes a file, out goes yes or no. The file is streamed (INSTREAM): the
// daemon needs no access to it, and nothing is held in memory here.
package clamd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

const (
	chunkSize = 64 << 10
	// maxReply is longer than the longest name of a signature.
	maxReply = 4 << 10
)

// Client speaks to one daemon, a connection a file.
type Client struct {
	network, address string
	timeout          time.Duration
}

// New takes host:port, or the path of a socket.
func New(address string, timeout time.Duration) *Client {
	network := "tcp"
	if strings.HasPrefix(address, "/") {
		network = "unix"
	}
	return &Client{network: network, address: address, timeout: timeout}
}

// Scan reports whether a signature was found. A daemon that is away or cannot
// finish is an error, never a clean file.
func (c *Client) Scan(ctx context.Context, file io.Reader) (found bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, c.network, c.address)
	if err != nil {
		return false, fmt.Errorf("reaching clamd: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Now()) })()

	sendErr := send(conn, file)
	if errors.Is(sendErr, errFile) {
		return false, sendErr
	}
	// The daemon may answer and hang up in the middle, as with a file over its limit.
	reply, err := bufio.NewReader(io.LimitReader(conn, maxReply)).ReadString(0)
	if err != nil {
		return false, fmt.Errorf("asking clamd: %w", errors.Join(sendErr, err))
	}
	reply = strings.TrimSuffix(reply, "\x00")
	switch {
	case strings.HasSuffix(reply, " FOUND"):
		return true, nil
	case strings.HasSuffix(reply, ": OK") && sendErr == nil:
		return false, nil
	case strings.Contains(reply, "size limit exceeded"):
		return false, errors.New("clamd takes no file of this size; raise its StreamMaxLength")
	}
	return false, errors.New("clamd could not scan the file")
}

var errFile = errors.New("reading the file")

func send(conn io.Writer, file io.Reader) error {
	if _, err := io.WriteString(conn, "zINSTREAM\x00"); err != nil {
		return err
	}
	buf := make([]byte, 4+chunkSize)
	for {
		n, err := io.ReadFull(file, buf[4:])
		if n > 0 {
			binary.BigEndian.PutUint32(buf, uint32(n))
			if _, err := conn.Write(buf[:4+n]); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF) || err == io.ErrUnexpectedEOF:
			_, err = conn.Write([]byte{0, 0, 0, 0})
			return err
		case err != nil:
			return fmt.Errorf("%w: %w", errFile, err)
		}
	}
}
