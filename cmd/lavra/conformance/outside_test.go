package conformance

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"
)

// outside is the world that the service calls: files by URL, and endpoints of
// clients.
type outside struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string][]byte
	calls map[string][]delivery
	held  map[string][]time.Duration // how long a client waited at /slow
	taken map[string]int64           // bytes that a client took at /endless
}

// delivery is one call of a callback as it came.
type delivery struct {
	method string
	header http.Header
	body   []byte
	at     time.Time
}

func startOutside() *outside {
	o := &outside{files: map[string][]byte{}, calls: map[string][]delivery{}, held: map[string][]time.Duration{}, taken: map[string]int64{}}
	o.Server = httptest.NewServer(o)
	o.Server.Config.SetKeepAlivesEnabled(false) // each call is a connection, and each connection a check of its address
	return o
}

// ServeHTTP serves /file/NAME, redirects from /redirect/N N times before it
// does, and serves it SECONDS late at /late/SECONDS/NAME. A callback is answered
// with CODE at /status/CODE/NAME, late at /slow/SECONDS/NAME, and without an end
// at /endless/NAME.
func (o *outside) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch parts[0] {
	case "file":
		o.mu.Lock()
		data, ok := o.files[parts[1]]
		o.mu.Unlock()
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data)
	case "redirect":
		n, _ := strconv.Atoi(parts[1])
		to := "/file/" + parts[2]
		if n > 1 {
			to = "/redirect/" + strconv.Itoa(n-1) + "/" + parts[2]
		}
		http.Redirect(w, r, to, http.StatusFound)
	case "late":
		wait(r, parts[1])
		http.Redirect(w, r, "/file/"+parts[2], http.StatusFound)
	case "slow":
		o.record(r)
		began := time.Now()
		wait(r, parts[1])
		o.mu.Lock()
		o.held[r.URL.Path] = append(o.held[r.URL.Path], time.Since(began))
		o.mu.Unlock()
	case "endless":
		o.record(r)
		block := make([]byte, 64<<10)
		var sent int64
		for sent < 1<<30 {
			n, err := w.Write(block)
			if sent += int64(n); err != nil {
				break
			}
		}
		o.mu.Lock()
		o.taken[r.URL.Path] = sent
		o.mu.Unlock()
	case "to":
		http.Redirect(w, r, "http://"+parts[1]+"/"+strings.Join(parts[2:], "/"), http.StatusFound)
	case "private":
		http.Redirect(w, r, "http://10.0.0.1/a.pdf", http.StatusFound)
	case "status":
		n := o.record(r)
		code, _ := strconv.Atoi(parts[1])
		if parts[1] == "third" { // fails twice
			code = http.StatusNoContent
			if n < 3 {
				code = http.StatusInternalServerError
			}
		}
		if code/100 == 3 {
			w.Header().Set("Location", o.URL+"/status/200/redirected")
		}
		w.WriteHeader(code)
	default:
		http.NotFound(w, r)
	}
}

// record keeps a callback and says how many have come to its path.
func (o *outside) record(r *http.Request) int {
	body, _ := io.ReadAll(r.Body)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls[r.URL.Path] = append(o.calls[r.URL.Path], delivery{r.Method, r.Header.Clone(), body, time.Now()})
	return len(o.calls[r.URL.Path])
}

// wait lets seconds pass, or returns when the client is gone.
func wait(r *http.Request, seconds string) {
	n, _ := strconv.Atoi(seconds)
	select {
	case <-time.After(time.Duration(n) * time.Second):
	case <-r.Context().Done():
	}
}

// waits says how long clients waited at a path of /slow.
func (o *outside) waits(path string) []time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]time.Duration{}, o.held[path]...)
}

// took says how many bytes a client took at a path of /endless.
func (o *outside) took(path string) int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.taken[path]
}

// port is where the outside listens, behind whatever name.
func (o *outside) port() string { return o.URL[strings.LastIndex(o.URL, ":")+1:] }

// put serves data at the URL given back.
func (o *outside) put(name string, data []byte) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.files[name] = data
	return o.URL + "/file/" + name
}

func (o *outside) received(path string) []delivery {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]delivery{}, o.calls[path]...)
}
