package web

import (
	"io"
	"net/http"
	"time"

	"lavra.dev/platform/account"
)

// The server has no deadline for a whole request: a synchronous call may last
// 300 s, and a batch of 200 MiB over a slow line longer. What is bounded is how
// long one side may let the other wait.

// body is a request's body that its client must keep sending: every read has
// its own deadline, and the whole of it another.
type body struct {
	io.ReadCloser
	control *http.ResponseController
	idle    time.Duration
	until   time.Time
	asked   bool // it was read from, which asks a client for it that expects to be asked
	failed  bool // or at its end
}

func newBody(w http.ResponseWriter, b io.ReadCloser, idle, total time.Duration) io.ReadCloser {
	if b == nil || b == http.NoBody {
		return b
	}
	return &body{ReadCloser: b, control: http.NewResponseController(w), idle: idle, until: time.Now().Add(total)}
}

func (b *body) Read(p []byte) (int, error) {
	deadline := time.Now().Add(b.idle)
	if deadline.After(b.until) {
		deadline = b.until
	}
	_ = b.control.SetReadDeadline(deadline) // a test's recorder has none
	b.asked = true
	n, err := b.ReadCloser.Read(p)
	b.failed = err != nil
	if err == io.EOF {
		// The server goes on reading, to see the client leave. Were the deadline
		// left standing, that read would fail and end a request that waits for
		// its result. After any other error it stands, so that the server does
		// not wait for the rest of a body that nobody sends.
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// end gives up the rest of a body, and the connection with it: the server, which reads on
// after an answer so that the connection may serve again, fails at once.
func (b *body) end(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	_ = b.control.SetReadDeadline(time.Unix(1, 0)) // long past
}

// response is an answer that its client must keep taking. It remembers the status.
type response struct {
	http.ResponseWriter
	control  *http.ResponseController
	idle     time.Duration
	request  *http.Request
	status   int
	admitted bool // its client has shown a valid key
	keyed    bool // or one at all
	grant    account.Grant
}

func newResponse(w http.ResponseWriter, r *http.Request, idle time.Duration) *response {
	return &response{ResponseWriter: w, control: http.NewResponseController(w), idle: idle, request: r}
}

func (r *response) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
		if status >= http.StatusBadRequest {
			r.drain()
		}
	}
	r.ResponseWriter.WriteHeader(status)
}

// What is read of a body that is refused before its end. Many clients look for the answer
// only once they have sent everything, and would see a connection that breaks instead of
// why they are refused. For a client with a valid key the bound is above the largest body
// that an endpoint takes: a batch of 200 MiB and what frames it. From anybody else no more
// is taken than net/http itself takes, and for no longer than an honest client needs for that
// much: 256 KiB in 5 s are 52 KB/s.
const (
	drainLimit     = 256 << 20
	strangersLimit = 256 << 10
	strangersTime  = 5 * time.Second
)

func (r *response) drain() {
	b, ok := r.request.Body.(*body)
	if !ok || b.failed {
		return
	}
	if !b.asked && r.request.Header.Get("Expect") != "" {
		b.end(r) // the client was not asked for its body, and perhaps never sends it
		return
	}
	limit := int64(drainLimit)
	if !r.admitted {
		limit = strangersLimit
		if until := time.Now().Add(strangersTime); until.Before(b.until) {
			b.until = until
		}
	}
	if _, err := io.CopyN(io.Discard, b, limit); err == nil { // there is more
		b.end(r)
	}
}

func (r *response) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	_ = r.control.SetWriteDeadline(time.Now().Add(r.idle)) // a test's recorder has none
	return r.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach what is below.
func (r *response) Unwrap() http.ResponseWriter { return r.ResponseWriter }
