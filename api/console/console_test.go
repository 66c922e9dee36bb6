package console_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"lavra.dev/api/console"
	"lavra.dev/platform/web"
)

func serve(t *testing.T, s console.Settings) func(path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	c, err := console.New(s)
	if err != nil {
		t.Fatal(err)
	}
	router := web.NewRouter()
	c.Register(router)
	return func(path string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		router.ServeHTTP(w, r)
		return w
	}
}

func TestThePageLoadsFilesOfItsOwnAndNothingElse(t *testing.T) {
	get := serve(t, console.Settings{})
	page := get("/")
	if page.Code != 200 || page.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("the page: %d %s", page.Code, page.Header())
	}
	policy := page.Header().Get("Content-Security-Policy")
	if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("policy %s", policy)
	}
	body := page.Body.String()
	loaded := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(body, -1)
	if len(loaded) < 3 {
		t.Errorf("the page loads %d files: %s", len(loaded), body)
	}
	for _, l := range loaded {
		if !strings.HasPrefix(l[1], "/console/") {
			t.Errorf("the page loads %s", l[1])
			continue
		}
		if f := get(l[1]); f.Code != 200 || f.Header().Get("Content-Type") == "" || f.Body.Len() == 0 {
			t.Errorf("%s: %d %s", l[1], f.Code, f.Header())
		}
	}
	if regexp.MustCompile(`<script(?: [^>]*)?>[^<]`).MatchString(body) || strings.Contains(body, "<style") {
		t.Errorf("the page has scripts or styles inside, which its policy refuses")
	}
}

// The first view is what / and all it names weigh on the wire.
func TestTheFirstViewIsSmall(t *testing.T) {
	get := serve(t, console.Settings{})
	const most = 150_000
	page := get("/", "Accept-Encoding", "gzip")
	total := page.Body.Len()
	for _, l := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(get("/").Body.String(), -1) {
		f := get(l[1], "Accept-Encoding", "gzip")
		if f.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("%s is not packed", l[1])
		}
		total += f.Body.Len()
	}
	if total > most {
		t.Errorf("%d bytes, want at most %d", total, most)
	}
}

func TestOtherFilesAreNotServed(t *testing.T) {
	get := serve(t, console.Settings{})
	for _, path := range []string{"/console/index.html", "/console/nada.js", "/console/..%2fconsole.go"} {
		if got := get(path); got.Code != 404 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

func TestDocumentsMayBeSentToAnotherAddress(t *testing.T) {
	get := serve(t, console.Settings{IngestURL: "https://ingest.example.com"})
	if policy := get("/").Header().Get("Content-Security-Policy"); !strings.Contains(policy, "connect-src 'self' https://ingest.example.com;") {
		t.Errorf("policy %s", policy)
	}
	if body := get("/console/config.json").Body.String(); !strings.Contains(body, `"ingestUrl":"https://ingest.example.com"`) {
		t.Errorf("settings %s", body)
	}
	for _, wrong := range []string{"ftp://x", "ingest:8090", "http://x;script-src *"} {
		if _, err := console.New(console.Settings{IngestURL: wrong}); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
