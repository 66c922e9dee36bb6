package security

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// patience of an attack that waits for an answer: far above what any takes.
const patience = 2 * time.Minute

// Before a key is checked nothing costs.
func TestBeforeAKeyIsChecked(t *testing.T) {
	run(t, []attack{
		{"Expect: 100-continue without a key, 300 at once", "all refused", expectContinue},
		{"64 MiB to a path that is not there, without a key", "cut off", endlessBody},
		{"1,500 idle connections without a key", "a client with a key is served", idleConnections},
		{"wrong keys, 2,000 in a row", "braked, and right ones are served", wrongKeys},
	})
}

func expectContinue(t *testing.T, s *target) string {
	type end struct {
		status string
		err    error
	}
	const n = 300
	ends := make(chan end, n)
	for range n {
		go func() {
			conn, err := net.Dial("tcp", s.host)
			if err != nil {
				ends <- end{"", err}
				return
			}
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(patience))
			fmt.Fprintf(conn, "POST /extract HTTP/1.1\r\nHost: %s\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n", s.host)
			status, err := bufio.NewReader(conn).ReadString('\n')
			ends <- end{status, err}
		}()
	}
	refused := 0
	for range n {
		if e := <-ends; strings.Contains(e.status, " 401 ") {
			refused++
		}
	}
	if refused == n {
		return "all refused"
	}
	return fmt.Sprintf("%d of %d refused", refused, n)
}

func endlessBody(t *testing.T, s *target) string {
	conn, err := net.Dial("tcp", s.host)
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	const announced = 64 << 20
	fmt.Fprintf(conn, "POST /nowhere HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n", s.host, announced)
	block := make([]byte, 64<<10)
	sent := 0
	for sent < announced {
		n, err := conn.Write(block)
		sent += n
		if err != nil {
			break
		}
	}
	if sent < 16<<20 { // 256 KiB are read; the rest is what the sockets of both sides hold
		return fmt.Sprintf("cut off after %d KiB, sockets included", sent>>10)
	}
	return fmt.Sprintf("took %d KiB", sent>>10)
}

func idleConnections(t *testing.T, s *target) string {
	var held []net.Conn
	defer func() {
		for _, c := range held {
			c.Close()
		}
	}()
	for range 1500 {
		conn, err := net.Dial("tcp", s.host)
		if err != nil {
			break // the listener's own bound, or this process's
		}
		held = append(held, conn)
	}
	status, _ := s.get(t, "/health", modestKey)
	if status == http.StatusOK {
		return fmt.Sprintf("a client with a key is served beside %d connections", len(held))
	}
	return fmt.Sprintf("/health answers %d", status)
}

func wrongKeys(t *testing.T, s *target) string {
	if status, _ := s.get(t, "/types", modestKey); status != http.StatusOK { // it was right before
		return fmt.Sprintf("a right key is answered %d", status)
	}
	const n = 2000
	braked := 0
	for i := range n {
		switch status, _ := s.get(t, "/types", fmt.Sprintf("lavra_%012d_wrong", i)); status {
		case http.StatusUnauthorized:
		case http.StatusTooManyRequests:
			braked++
		default:
			return fmt.Sprintf("answer %d is %d", i, status)
		}
	}
	if status, _ := s.get(t, "/types", modestKey); status != http.StatusOK {
		return fmt.Sprintf("a right key is answered %d after them", status)
	}
	if braked < n/2 {
		return fmt.Sprintf("%d of %d braked", braked, n)
	}
	return fmt.Sprintf("braked, and right ones are served: %d of %d keys refused unseen", braked, n)
}

var client = &http.Client{Timeout: patience, Transport: anyCertificate(), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (s *target) get(t *testing.T, path, key string) (int, string) {
	t.Helper()
	return send(t, http.MethodGet, s.url+path, nil, "Authorization", "Bearer "+key)
}

// send makes a request and gives status and body; 0 where there was no answer.
func send(t *testing.T, method, url string, body []byte, headers ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(text)
}
