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
}

// delivery is one call of a callback as it came.
type delivery struct {
	method string
	header http.Header
	body   []byte
	at     time.Time
}

func startOutside() *outside {
	o := &outside{files: map[string][]byte{}, calls: map[string][]delivery{}}
	o.Server = httptest.NewServer(o)
	return o
}

// ServeHTTP serves /file/NAME, redirects from /redirect/N N times before it
// does, and answers a callback at /status/CODE/NAME with that code.
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
	case "private":
		http.Redirect(w, r, "http://10.0.0.1/a.pdf", http.StatusFound)
	case "status":
		body, _ := io.ReadAll(r.Body)
		o.mu.Lock()
		o.calls[r.URL.Path] = append(o.calls[r.URL.Path], delivery{r.Method, r.Header.Clone(), body, time.Now()})
		n := len(o.calls[r.URL.Path])
		o.mu.Unlock()
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
