package security

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// hostile is how many connections of a kind are held at once, where this process may have so
// many descriptors; the service has its own.
const hostile = 10_000

// Thousands of connections without a key, of every kind that keeps one open.
func TestHostileConnections(t *testing.T) {
	const post = "POST /extract HTTP/1.1\r\nHost: x\r\n"
	run(t, []attack{
		{"idle connections", "the paying client is served", besideConnections("", "", 0, false)},
		{"headers that never end, a byte each 2 s", "the paying client is served", besideConnections("GET /types HTTP/1.1\r\nX-A: ", "a", 2*time.Second, false)},
		{"bodies that never end, a byte each 2 s", "the paying client is served", besideConnections(post+"Content-Length: 1000000\r\n\r\n", "a", 2*time.Second, false)},
		{"Expect: 100-continue, and nothing more", "the paying client is served", besideConnections(post+"Content-Length: 10\r\nExpect: 100-continue\r\n\r\n", "", 0, false)},
		{"TLS that is never begun in earnest", "the paying client is served", besideConnections("\x16\x03\x01\x02\x00\x01", "", 0, true)},
		{"requests without a key, one each 5 s a connection", "the paying client is served", besideConnections("", post+"Content-Length: 2\r\n\r\n{}", 5*time.Second, false)},
	})
}

// besideConnections measures a paying client alone, and beside connections that say something
// at their start and then something again and again.
func besideConnections(first, again string, each time.Duration, secured bool) func(*testing.T, *target) string {
	return func(t *testing.T, _ *target) string {
		s := startWith(t, secured)
		defer s.stop()
		s.warmUp(t)
		alone := s.repeated(t)
		ctx, stop := context.WithCancel(t.Context())
		f := &flood{}
		f.open(ctx, s.host, first)
		f.goOn(ctx, again, each)
		under := s.repeated(t)
		left := f.alive()
		stop()
		f.close()
		return fmt.Sprintf("%s (%d opened, %d left open)", under.beside(alone, "the paying client"), f.opened.Load(), left)
	}
}

func startWith(t *testing.T, secured bool) *target {
	t.Helper()
	var settings []string
	if secured {
		cert, key := certificate(t)
		settings = []string{"LAVRA_TLS_CERT=" + cert, "LAVRA_TLS_KEY=" + key}
	}
	s, err := startTarget(settings...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// flood is many connections from ten addresses, so that no bound of one address helps.
type flood struct {
	opened atomic.Int64
	mu     sync.Mutex
	held   []net.Conn
	saying sync.WaitGroup
}

func (f *flood) open(ctx context.Context, address, first string) {
	var dialling sync.WaitGroup
	const atOnce = 50
	for lane := range atOnce {
		dialling.Go(func() {
			from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+lane%10))}, Timeout: patience}
			for range hostile / atOnce {
				conn, err := from.DialContext(ctx, "tcp", address)
				if err != nil {
					return // this process may have no more
				}
				f.opened.Add(1)
				_, _ = conn.Write([]byte(first)) // one that was closed counts as such in the end
				f.mu.Lock()
				f.held = append(f.held, conn)
				f.mu.Unlock()
			}
		})
	}
	dialling.Wait()
}

// goOn lets every connection say something each so often, in turn.
func (f *flood) goOn(ctx context.Context, again string, each time.Duration) {
	if again == "" {
		return
	}
	f.saying.Go(func() {
		pause := each / 100
		for i := 0; ctx.Err() == nil; i = (i + 1) % 100 {
			for at := i; at < len(f.held); at += 100 {
				_, _ = f.held[at].Write([]byte(again))
			}
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
		}
	})
}

// alive counts the connections that the service has not closed.
func (f *flood) alive() (n int) {
	for _, conn := range f.held {
		answer := make([]byte, 64<<10)
		for {
			_ = conn.SetReadDeadline(time.Now().Add(time.Millisecond))
			if _, err := conn.Read(answer); os.IsTimeout(err) {
				n++
				break
			} else if err != nil {
				break
			}
		}
	}
	return n
}

func (f *flood) close() {
	f.saying.Wait()
	for _, conn := range f.held {
		conn.Close()
	}
}

// certificate is one for a name that nobody checks.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "lavra"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: encoded}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// anyCertificate is a client's transport for it.
func anyCertificate() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // of this test's own service
	return transport
}
