package web_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"lavra.dev/platform/account"
	"lavra.dev/platform/web"
)

type accounts map[string]account.State

func (a accounts) Authenticate(key string) account.Grant {
	id, scope, _ := strings.Cut(key, "/")
	g := account.Grant{Account: "acme", State: a[id]}
	if id == "operator" {
		g.Account = "ops"
	}
	if scope != "" {
		g.Scopes = []string{scope}
	}
	return g
}

var known = accounts{"good": account.Active, "operator": account.Active, "sleeping": account.Inactive}

func TestAKeyIsGoodForItsScopes(t *testing.T) {
	h, _ := handler(t, config())
	for _, c := range []struct {
		method, path, key string
		want              int
	}{
		{"GET", "/extract/a", "good/read", 200},
		{"HEAD", "/extract/a", "good/read", 200},
		{"GET", "/extract/a", "good/submit", 403},
		{"POST", "/extract", "good/submit", 200},
		{"POST", "/extract", "good/read", 403},
		{"DELETE", "/extract/a", "good/read", 403},
		{"DELETE", "/extract/a", "good/erase", 405}, // nothing is erased here
		{"GET", "/admin/x", "operator/admin", 200},
		{"GET", "/admin/x", "operator/read", 403},
		{"GET", "/admin/x", "good/admin", 403},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Header.Set("Authorization", "Bearer "+c.key)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s %s with %s: %d, want %d", c.method, c.path, c.key, w.Code, c.want)
		}
	}
}

// auditor notes what it is told, as text.
type auditor []string

func (a *auditor) Note(g account.Grant, action string, status int) {
	*a = append(*a, fmt.Sprint(g.Account, " ", action, " ", status))
}

func TestWhatAKeyIsUsedForIsTold(t *testing.T) {
	var told auditor
	router := web.NewRouter()
	router.Handle("/extract/{requestId}", echo("status")).Methods("GET")
	web.Public(router.Handle("/health", echo("health")).Methods("GET"))
	h, err := web.NewHandler(config(), web.Deps{Accounts: known, Audit: &told, Log: slog.New(slog.DiscardHandler), Registerer: prometheus.NewRegistry()}, router)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ method, path, key string }{
		{"GET", "/extract/a", "good"}, {"DELETE", "/extract/b", "good/read"}, {"GET", "/extract/a", "nobodys"},
		{"GET", "/extract/a", ""}, {"GET", "/health", "good"}, {"GET", "/nowhere/secret", "good"},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		if c.key != "" {
			r.Header.Set("Authorization", "Bearer "+c.key)
		}
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	want := auditor{"acme GET /extract/{requestId} 200", "acme DELETE /extract/{requestId} 403", " GET /extract/{requestId} 401"}
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

func echo(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s for %s", name, web.Account(r.Context()))
	})
}

func config() web.Config {
	return web.Config{
		ReadHeader: time.Second, KeepAlive: time.Second, BodyIdle: 200 * time.Millisecond, BodyTotal: time.Second,
		WriteIdle: time.Second, MaxHeader: 4 << 10, Grace: 3 * time.Second,
	}
}

// handler is a router as both halves of the interface would fill it, the
// readers first: the order must not matter.
func handler(t testing.TB, cfg web.Config) (http.Handler, *prometheus.Registry) {
	t.Helper()
	router := web.NewRouter()
	router.Handle("/extract/{requestId}", echo("status")).Methods("GET")
	router.Handle("/extract/{requestId}/markdown", echo("markdown")).Methods("GET")
	router.Handle("/extract/batch", echo("batch status")).Methods("GET")
	web.ForOperators(router.Handle("/admin/x", echo("admin")).Methods("GET"))
	web.Public(router.Handle("/health", echo("health")).Methods("GET"))
	router.Handle("/extract", echo("async")).Methods("POST")
	router.Handle("/extract/sync", echo("sync")).Methods("POST")
	router.Handle("/extract/batch", echo("batch")).Methods("POST")
	router.HandleFunc("/panics", func(http.ResponseWriter, *http.Request) { panic("tesouro") }).Methods("GET")
	router.HandleFunc("/reads", func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			web.Message(w, http.StatusBadRequest, "cut")
			return
		}
		select {
		case <-r.Context().Done():
			web.Unavailable(w, time.Second)
		case <-time.After(400 * time.Millisecond): // longer than BodyIdle
			web.Message(w, http.StatusOK, "waited")
		}
	}).Methods("POST")
	registry := prometheus.NewRegistry()
	h, err := web.NewHandler(cfg, web.Deps{Accounts: known, IsOperator: func(id string) bool { return id == "ops" },
		Log: slog.New(slog.DiscardHandler), Registerer: registry}, router)
	if err != nil {
		t.Fatal(err)
	}
	return h, registry
}

func TestWhatIsDecidedBeforeAnEndpoint(t *testing.T) {
	h, _ := handler(t, config())
	const (
		unauthorized = `{"error":"Unauthorized"}`
		notFound     = `{"message":"Not found"}`
		wrongMethod  = `{"message":"Método não permitido."}`
	)
	tests := []struct {
		name, method, path, auth string
		status                   int
		body, allow              string
	}{
		{"an endpoint with a key", "POST", "/extract", "Bearer good", 200, "async for acme", ""},
		{"the scheme in any case", "POST", "/extract", "bearer good", 200, "async for acme", ""},
		{"no key", "POST", "/extract", "", 401, unauthorized, ""},
		{"an unknown key", "POST", "/extract", "Bearer bad", 401, unauthorized, ""},
		{"another scheme", "POST", "/extract", "Basic good", 401, unauthorized, ""},
		{"a bare key", "POST", "/extract", "good", 401, unauthorized, ""},
		{"an inactive account", "POST", "/extract", "Bearer sleeping", 403, `{"error":"Forbidden"}`, ""},
		{"an inactive account and a wrong method", "DELETE", "/extract", "Bearer sleeping", 403, `{"error":"Forbidden"}`, ""},
		{"a wrong method without a key", "DELETE", "/extract", "", 401, unauthorized, ""},
		{"a wrong method", "DELETE", "/extract", "Bearer good", 405, wrongMethod, "POST"},
		{"sync is no identifier", "GET", "/extract/sync", "Bearer good", 405, wrongMethod, "POST"},
		{"sync is no identifier, no key", "GET", "/extract/sync", "", 401, unauthorized, ""},
		{"sync", "POST", "/extract/sync", "Bearer good", 200, "sync for acme", ""},
		{"batch is read", "GET", "/extract/batch", "Bearer good", 200, "batch status for acme", ""},
		{"batch is written", "POST", "/extract/batch", "Bearer good", 200, "batch for acme", ""},
		{"both methods are allowed", "PUT", "/extract/batch", "Bearer good", 405, wrongMethod, "GET, HEAD, POST"},
		{"an identifier", "GET", "/extract/x", "Bearer good", 200, "status for acme", ""},
		{"an identifier is not written to", "POST", "/extract/x", "Bearer good", 405, wrongMethod, "GET, HEAD"},
		{"an encoded slash stays one segment", "GET", "/extract/a%2Fmarkdown", "Bearer good", 200, "status for acme", ""},
		{"an encoded sync is an identifier", "GET", "/extract/%73ync", "Bearer good", 200, "status for acme", ""},
		{"an operator's endpoint with a key of another", "GET", "/admin/x", "Bearer good", 403, `{"error":"Forbidden"}`, ""},
		{"an operator's endpoint without a key", "GET", "/admin/x", "", 401, unauthorized, ""},
		{"an operator's endpoint", "GET", "/admin/x", "Bearer operator", 200, "admin for ops", ""},
		{"an unknown path", "GET", "/nowhere", "Bearer good", 404, notFound, ""},
		{"options of the whole server", "OPTIONS", "*", "Bearer good", 404, notFound, ""},
		{"an unknown path without a key", "GET", "/nowhere", "", 404, notFound, ""},
		{"no redirect of a trailing slash", "POST", "/extract/", "Bearer good", 404, notFound, ""},
		{"no redirect of a double slash", "POST", "//extract", "Bearer good", 404, notFound, ""},
		{"no redirect of dots", "POST", "/a/../extract", "Bearer good", 404, notFound, ""},
		{"a public path", "GET", "/health", "", 200, "health for", ""},
		{"a wrong method of a public path", "POST", "/health", "", 405, wrongMethod, "GET, HEAD"},
		{"a preflight while CORS is off", "OPTIONS", "/extract", "Bearer good", 405, wrongMethod, "POST"},
		{"a fault of ours", "GET", "/panics", "Bearer good", 500, `{"message":"Erro inesperado."}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, test.path, nil)
			if test.auth != "" {
				r.Header.Set("Authorization", test.auth)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if got := strings.TrimSpace(w.Body.String()); w.Code != test.status || got != test.body {
				t.Errorf("got %d %s, want %d %s", w.Code, got, test.status, test.body)
			}
			if got := w.Header().Get("Allow"); got != test.allow {
				t.Errorf("Allow is %q, want %q", got, test.allow)
			}
			for _, name := range []string{"X-Request-Id", "X-Content-Type-Options", "Content-Security-Policy", "Cache-Control"} {
				if w.Header().Get(name) == "" {
					t.Errorf("no %s", name)
				}
			}
		})
	}
}

func TestTwoAuthorizationHeadersAreNone(t *testing.T) {
	h, _ := handler(t, config())
	r := httptest.NewRequest("POST", "/extract", nil)
	r.Header["Authorization"] = []string{"Bearer good", "Bearer bad"}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusUnauthorized {
		t.Errorf("got %d", w.Code)
	}
}

func TestTheRequestIDIsEchoedWhereItIsHarmless(t *testing.T) {
	h, _ := handler(t, config())
	for sent, echoed := range map[string]bool{"abc-1.2_3": true, "": false, "a b": false, "<x>": false, strings.Repeat("a", 129): false} {
		r := httptest.NewRequest("GET", "/health", nil)
		r.Header.Set("X-Request-Id", sent)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("X-Request-Id"); (got == sent) != echoed || got == "" {
			t.Errorf("sent %q, got %q", sent, got)
		}
	}
}

func TestCORSIsForTheOriginsThatAreSet(t *testing.T) {
	cfg := config()
	cfg.CORSOrigins = []string{"https://app.example"}
	h, _ := handler(t, cfg)
	preflight := func(origin string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("OPTIONS", "/extract/batch", nil)
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "POST")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	allowed := preflight("https://app.example")
	if allowed.Code != http.StatusNoContent || allowed.Header().Get("Access-Control-Allow-Methods") != "GET, HEAD, POST" ||
		allowed.Header().Get("Access-Control-Allow-Origin") != "https://app.example" {
		t.Errorf("got %d %v", allowed.Code, allowed.Header())
	}
	other := preflight("https://evil.example")
	if other.Code != http.StatusUnauthorized || other.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another origin: %d %v", other.Code, other.Header())
	}
}

func TestMetricLabelsAreBounded(t *testing.T) {
	h, registry := handler(t, config())
	for _, path := range []string{"/extract/1", "/extract/2", "/x", "/y"} {
		for _, method := range []string{"GET", "BREW", "STEW"} {
			r := httptest.NewRequest(method, path, nil)
			r.Header.Set("Authorization", "Bearer good")
			h.ServeHTTP(httptest.NewRecorder(), r)
		}
	}
	// Two routes (one template, "other"), two methods (GET, other), each with one status.
	if n, err := testutil.GatherAndCount(registry, "lavra_http_requests_total"); err != nil || n != 4 {
		t.Errorf("%d series, %v", n, err)
	}
}

// serve runs a server until the test ends.
func serve(t *testing.T, cfg web.Config) (address string, stop func() error) {
	t.Helper()
	h, _ := handler(t, cfg)
	s, err := web.Listen(t.Context(), "127.0.0.1:0", cfg, h, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	stopped := false
	stop = func() error { stopped = true; cancel(); return <-ended }
	t.Cleanup(func() {
		if !stopped {
			if err := stop(); err != nil {
				t.Error(err)
			}
		}
	})
	return s.Addr(), stop
}

// dialogue sends raw text, in pieces with a pause between, and reads one answer.
func dialogue(t *testing.T, address string, pause time.Duration, pieces ...string) (status int, body string, err error) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	for i, piece := range pieces {
		if i > 0 {
			time.Sleep(pause)
		}
		if _, err := io.WriteString(conn, piece); err != nil {
			return 0, "", err
		}
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp.StatusCode, strings.TrimSpace(string(text)), err
}

const post = "POST /reads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n"

func TestSlowAndBrokenClients(t *testing.T) {
	address, _ := serve(t, config())
	t.Run("a wait after the body is not cut by the body's deadline", func(t *testing.T) {
		t.Parallel()
		status, body, err := dialogue(t, address, 0, post+"Content-Length: 3\r\n\r\nabc")
		if status != 200 || body != `{"message":"waited"}` || err != nil {
			t.Errorf("got %d %s %v", status, body, err)
		}
	})
	t.Run("a body that stops", func(t *testing.T) {
		t.Parallel()
		status, _, _ := dialogue(t, address, 0, post+"Content-Length: 30\r\n\r\nabc")
		if status != 400 {
			t.Errorf("got %d", status)
		}
	})
	t.Run("a body that drips", func(t *testing.T) {
		t.Parallel()
		drops := []string{post + "Content-Length: 30\r\n\r\n"}
		for range 15 { // 1.5 s, each drop in time
			drops = append(drops, "a")
		}
		if status, _, err := dialogue(t, address, 100*time.Millisecond, drops...); status != 400 && err == nil {
			t.Errorf("got %d", status)
		}
	})
	t.Run("malformed chunks", func(t *testing.T) {
		t.Parallel()
		status, _, _ := dialogue(t, address, 0, post+"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n")
		if status != 400 {
			t.Errorf("got %d", status)
		}
	})
	t.Run("a header that never ends", func(t *testing.T) {
		t.Parallel()
		start := time.Now()
		_, _, err := dialogue(t, address, 0, "GET /health HTTP/1.1\r\nHost: x\r\n")
		if took := time.Since(start); err == nil || took > 3*time.Second {
			t.Errorf("open for %v, %v", took, err)
		}
	})
	t.Run("a header that is too large", func(t *testing.T) {
		t.Parallel()
		status, _, _ := dialogue(t, address, 0, "GET /health HTTP/1.1\r\nHost: x\r\nA: "+strings.Repeat("a", 16<<10)+"\r\n\r\n")
		if status != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("got %d", status)
		}
	})
}

// A client that looks for the answer only once it has sent all: one with a key sees it
// whatever it sends, a stranger up to 256 KiB.
func TestARefusalReachesAClientThatSendsFirst(t *testing.T) {
	address, _ := serve(t, config())
	for _, c := range []struct {
		who, head string
		size      int
		want      int
	}{
		{"a key", "PUT /extract HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n", 8 << 20, 405},
		{"a stranger", "POST /extract HTTP/1.1\r\nHost: x\r\n", 200 << 10, 401},
	} {
		body := strings.Repeat("a", c.size)
		for how, rest := range map[string]string{
			"length": fmt.Sprintf("Content-Length: %d\r\n\r\n%s", c.size, body),
			"chunks": fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", c.size, body),
		} {
			if status, _, err := dialogue(t, address, 0, c.head+rest); status != c.want || err != nil {
				t.Errorf("%s, %s: got %d, %v", c.who, how, status, err)
			}
		}
	}
}

// What nobody has a key for costs nothing: the answer does not wait for the body, and the
// connection ends.
func TestARefusedStrangerIsNotReadOn(t *testing.T) {
	address, _ := serve(t, config())
	for name, c := range map[string]struct {
		request string
		want    int
	}{
		"expects to be asked, no key":       {"POST /extract HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n", 401},
		"expects to be asked, unknown path": {"POST /nothing HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n", 404},
		"expects to be asked, wrong method": {"PUT /extract HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n", 405},
		"sends nothing of its body":         {"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", 404},
		"sends more than is taken":          {"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n" + strings.Repeat("a", 300<<10), 404},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(3 * time.Second))
			if _, err := io.WriteString(conn, c.request); err != nil {
				t.Fatal(err)
			}
			answers := bufio.NewReader(conn)
			resp, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != c.want {
				t.Errorf("got %d", resp.StatusCode)
			}
			io.Copy(io.Discard, resp.Body)
			if _, err := answers.ReadByte(); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the connection stays open")
			}
		})
	}
}

// Connections that wait make room, those at work for a key do not.
func TestConnectionsAreBounded(t *testing.T) {
	for name, cfg := range map[string]func(*web.Config){
		"in all":      func(c *web.Config) { c.MaxConnections, c.MaxPerAddress = 3, 100 },
		"per address": func(c *web.Config) { c.MaxConnections, c.MaxPerAddress = 100, 3 },
	} {
		t.Run(name, func(t *testing.T) {
			c := config()
			cfg(&c)
			address, _ := serve(t, c)
			working, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer working.Close()
			io.WriteString(working, post+"Content-Length: 1\r\n\r\na") // answers after 400 ms
			time.Sleep(50 * time.Millisecond)
			var idle []net.Conn
			for range 10 {
				conn, err := net.Dial("tcp", address)
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				idle = append(idle, conn)
				time.Sleep(5 * time.Millisecond)
			}
			open := 0 // before their time for a header is over
			for _, conn := range idle {
				conn.SetReadDeadline(time.Now().Add(time.Millisecond))
				if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
					open++
				}
			}
			if open > 3 {
				t.Errorf("%d idle connections are open, where 3 may be", open)
			}
			status, _, err := dialogue(t, address, 0, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
			if status != 200 || err != nil {
				t.Errorf("a new client beside idle ones got %d, %v", status, err)
			}
			working.SetDeadline(time.Now().Add(2 * time.Second))
			resp, err := http.ReadResponse(bufio.NewReader(working), nil)
			if err != nil || resp.StatusCode != 200 {
				t.Errorf("the one at work was cut off: %v", err)
			}
			idle[0].SetReadDeadline(time.Now().Add(time.Second))
			if _, err := idle[0].Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the one that waits longest is still open")
			}
		})
	}
}

// A client that keeps its connection between requests finds it again, however many strangers
// open theirs meanwhile; but idle connections of clients keep nobody from showing a key.
func TestStrangersTakeNoClientsConnection(t *testing.T) {
	c := config()
	c.MaxConnections, c.MaxPerAddress = 4, 100
	address, _ := serve(t, c)
	dial := func() (net.Conn, *bufio.Reader) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		return conn, bufio.NewReader(conn)
	}
	asks := func(conn net.Conn, answers *bufio.Reader) error {
		io.WriteString(conn, post+"Content-Length: 1\r\n\r\na")
		resp, err := http.ReadResponse(answers, nil)
		if err == nil {
			_, err = io.Copy(io.Discard, resp.Body)
		}
		return err
	}
	kept, answers := dial()
	if err := asks(kept, answers); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		dial()
		time.Sleep(5 * time.Millisecond)
	}
	if err := asks(kept, answers); err != nil {
		t.Errorf("its connection was taken: %v", err)
	}
	for range 8 {
		if err := asks(dial()); err != nil {
			t.Errorf("beside idle connections of clients: %v", err)
		}
	}
}

func TestAStoppingServerAnswersWhatIsUnderWay(t *testing.T) {
	address, stop := serve(t, config())
	answered := make(chan string, 1)
	go func() {
		_, body, err := dialogue(t, address, 0, post+"Content-Length: 0\r\n\r\n")
		answered <- fmt.Sprint(body, err)
	}()
	time.Sleep(100 * time.Millisecond)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if got := <-answered; !strings.Contains(got, "waited") {
		t.Errorf("got %s", got)
	}
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("it still takes connections")
	}
}

func TestConfigFaultsAreAllNamed(t *testing.T) {
	err := (&web.Config{TLSCert: "x"}).Validate()
	for _, want := range []string{"LAVRA_HTTP_KEEP_ALIVE", "LAVRA_HTTP_MAX_HEADER", "LAVRA_TLS_CERT"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is not named in %v", want, err)
		}
	}
	cfg := config()
	cfg.TLSCert, cfg.TLSKey = "/nowhere.pem", "/nowhere.key"
	if _, err := web.Listen(t.Context(), "127.0.0.1:0", cfg, nil, slog.New(slog.DiscardHandler)); err == nil || errors.Is(err, net.ErrClosed) {
		t.Errorf("a missing certificate: %v", err)
	}
}

func TestTooManyWrongKeys(t *testing.T) {
	cfg := config()
	cfg.WrongKeys = 3
	h, metrics := handler(t, cfg)
	for i, try := range []struct {
		auth string
		want int
	}{
		{"Bearer good", 200}, {"Bearer bad1", 401}, {"Bearer bad2", 401}, {"", 401}, {"", 401}, {"Bearer sleeping", 403}, {"Bearer bad3", 401},
		{"Bearer bad4", 429}, {"Bearer good", 200}, {"Bearer sleeping", 403}, {"", 401}, {"Bearer operator", 429}, // never seen before
	} {
		r := httptest.NewRequest("POST", "/extract", nil)
		if try.auth != "" {
			r.Header.Set("Authorization", try.auth)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != try.want || (w.Code == 429) != (w.Header().Get("Retry-After") != "") {
			t.Errorf("request %d with %q: %d, Retry-After %q; want %d", i, try.auth, w.Code, w.Header().Get("Retry-After"), try.want)
		}
	}
	want := "# HELP lavra_http_braked_keys_total Requests whose key was refused unseen, after too many wrong ones.\n# TYPE lavra_http_braked_keys_total counter\nlavra_http_braked_keys_total 2\n"
	if err := testutil.GatherAndCompare(metrics, strings.NewReader(want), "lavra_http_braked_keys_total"); err != nil {
		t.Error(err)
	}
}

func TestAnAccountHasNotEveryConnection(t *testing.T) {
	cfg := config()
	cfg.MaxPerAccount = 2
	router := web.NewRouter()
	began, end := make(chan bool), make(chan bool)
	router.HandleFunc("/slow", func(http.ResponseWriter, *http.Request) { began <- true; <-end }).Methods("GET")
	router.Handle("/quick", echo("quick")).Methods("GET")
	h, err := web.NewHandler(cfg, web.Deps{Accounts: known, Log: slog.New(slog.DiscardHandler), Registerer: prometheus.NewRegistry()}, router)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path, key string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Authorization", "Bearer "+key)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	ended := make(chan bool)
	for range 2 {
		go func() { ask("/slow", "good"); ended <- true }()
		<-began
	}
	if w := ask("/quick", "good"); w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("the third of an account: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
	if w := ask("/quick", "operator"); w.Code != 200 {
		t.Errorf("the first of another: %d", w.Code)
	}
	end <- true
	<-ended
	if w := ask("/quick", "good"); w.Code != 200 {
		t.Errorf("after one has ended: %d", w.Code)
	}
	end <- true
	<-ended
}
