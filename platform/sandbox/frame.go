package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"
)

// The protocol is one request, one answer. A request is two strings (header,
// path of the file), an answer a status byte and one string; a string is its
// length as four bytes, big-endian, and its bytes. The first answer is a
// child's hello.
const (
	maxRequest = 1 << 20
	maxAnswer  = 64 << 20 // 200 dense pages packed are some 10 MB

	statusDone     = 0
	statusError    = 1
	statusProgress = 2
)

var codePattern = regexp.MustCompile(`^[a-z_]{1,40}$`)

func writeRequest(w io.Writer, header []byte, path string) error {
	buf := appendString(nil, header)
	_, err := w.Write(appendString(buf, []byte(path)))
	return err
}

func readRequest(r io.Reader) (header []byte, path string, err error) {
	if header, err = readString(r, maxRequest); err != nil {
		return nil, "", err
	}
	name, err := readString(r, maxRequest)
	return header, string(name), err
}

func writeAnswer(w io.Writer, status byte, body []byte) error {
	if len(body) > maxAnswer {
		return fmt.Errorf("an answer of %d bytes is over the limit of %d", len(body), maxAnswer)
	}
	_, err := w.Write(appendString([]byte{status}, body))
	return err
}

// errProgress is an answer that says that a step of a job is done.
var errProgress = errors.New("a step is done")

// readAnswer trusts nothing: the other side may be in a stranger's hands.
func readAnswer(r io.Reader) ([]byte, error) {
	var head [5]byte // the status and the length, in one read
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	body, err := readBytes(r, binary.BigEndian.Uint32(head[1:]), maxAnswer)
	switch status := head[0]; {
	case err != nil:
		return nil, err
	case status == statusDone:
		return body, nil
	case status == statusProgress && len(body) == 0:
		return nil, errProgress
	case status == statusError && codePattern.Match(body):
		return nil, &JobError{Code: string(body)}
	}
	return nil, errors.New("answer is not of the protocol")
}

func appendString(buf, s []byte) []byte {
	return append(binary.BigEndian.AppendUint32(buf, uint32(len(s))), s...)
}

func readString(r io.Reader, limit uint32) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	return readBytes(r, binary.BigEndian.Uint32(size[:]), limit)
}

func readBytes(r io.Reader, n, limit uint32) ([]byte, error) {
	if n > limit {
		return nil, fmt.Errorf("a string of %d bytes is over the limit of %d", n, limit)
	}
	// Grown as it comes, so that a length alone costs nothing.
	s, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(s) < int(n) {
		err = io.ErrUnexpectedEOF
	}
	return s, err
}

// patient reads from a pipe and calls onPause whenever nothing came for a while.
type patient struct {
	file    *os.File
	onPause func() error
}

func (p *patient) Read(b []byte) (int, error) {
	for {
		if err := p.file.SetReadDeadline(time.Now().Add(watchInterval)); err != nil {
			return 0, err
		}
		if err := p.onPause(); err != nil {
			return 0, err
		}
		n, err := p.file.Read(b)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}
