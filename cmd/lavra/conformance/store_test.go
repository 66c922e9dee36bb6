package conformance

import (
	"io"
	"net"
	"sync"
)

// line is a TCP line to a part of the service that a row can cut.
type line struct {
	net.Listener
	to string

	mu    sync.Mutex
	isCut bool
	open  map[net.Conn]bool
}

func startLine(to string) (*line, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &line{Listener: listener, to: to, open: map[net.Conn]bool{}}
	go l.serve() // ends with the listener
	return l, nil
}

func (l *line) serve() {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go l.join(conn)
	}
}

// join carries bytes both ways until one side ends.
func (l *line) join(conn net.Conn) {
	defer conn.Close()
	far, err := net.Dial("tcp", l.to)
	if err != nil {
		return
	}
	defer far.Close()
	if !l.hold(conn) {
		return
	}
	defer l.let(conn)
	go func() {
		_, _ = io.Copy(far, conn)
		_ = far.Close()
	}()
	_, _ = io.Copy(conn, far)
}

func (l *line) hold(conn net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[conn] = true
	return !l.isCut
}

func (l *line) let(conn net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, conn)
}

// cut ends what is open and lets nothing new through; mend undoes it.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = true
	for conn := range l.open {
		_ = conn.Close()
	}
}

func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = false
}
