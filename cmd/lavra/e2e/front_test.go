package e2e

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"
)

// front stands before a part that speaks HTTP, and can make it slow, failing or torn.
type front struct {
	URL  string
	mode atomic.Int32
	hit  atomic.Int32 // calls that were not served as they should be
}

const (
	whole   = iota
	slow    // every answer comes up to a second late
	failing // three of four calls are answered 503, the fourth is served
	torn    // a call is cut off in its middle, or served and its answer lost, or served
)

func newFront(t *testing.T, part string) *front {
	t.Helper()
	target, err := url.Parse(part)
	if err != nil {
		t.Fatal(err)
	}
	to := url.URL{Scheme: target.Scheme, Host: target.Host}
	f := &front{}
	pass := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(&to) },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.serve(pass, w, r) }))
	t.Cleanup(server.Close)
	own, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	target.Host = own.Host
	f.URL = target.String()
	return f
}

func (f *front) serve(pass http.Handler, w http.ResponseWriter, r *http.Request) {
	switch f.mode.Load() {
	case slow:
		f.hit.Add(1)
		time.Sleep(rand.N(time.Second))
	case failing:
		if rand.IntN(4) > 0 {
			f.hit.Add(1)
			http.Error(w, "out of order", http.StatusServiceUnavailable)
			return
		}
	case torn:
		switch rand.IntN(3) {
		case 0:
			f.hit.Add(1)
			r.Body = &cut{r.Body, int64(rand.IntN(1 << 14))}
		case 1:
			f.hit.Add(1)
			pass.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
	}
	pass.ServeHTTP(w, r)
}

// cut is a body whose sender dies after some bytes of it.
type cut struct {
	io.ReadCloser
	left int64
}

func (c *cut) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.ReadCloser.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}
