package web_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// However a request is written, only the one header with a good key lets it in,
// and nothing of it comes back but a harmless X-Request-Id.
func FuzzRequest(f *testing.F) {
	f.Add("GET /extract/x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nX-Request-Id: a.b-c\r\n\r\n")
	f.Add("POST /extract/sync HTTP/1.1\r\nHost: a\r\nAuthorization: bearer  good \r\nAuthorization: Bearer bad\r\n\r\n")
	f.Add("OPTIONS //extract/%2e%2e/batch?x=%zz HTTP/1.0\r\nauthorization: Basic Z29vZA==\r\nOrigin: null\r\nx-request-id: <script>\r\n\r\n")
	f.Add("GET http://b/extract/sync HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc")
	h, _ := handler(f, config())
	trace := regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)
	statuses := []int{200, 401, 403, 404, 405, 500}
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw)))
		if err != nil || r.URL.Path == "/reads" { // which waits
			return
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if !slices.Contains(statuses, w.Code) || !trace.MatchString(w.Header().Get("X-Request-Id")) {
			t.Errorf("status %d, headers %v", w.Code, w.Header())
		}
		keys := r.Header.Values("Authorization")
		allowed := len(keys) == 1 && strings.EqualFold(strings.Join(strings.Fields(keys[0]), " "), "Bearer good")
		if strings.Contains(w.Body.String(), "acme") && !allowed {
			t.Errorf("let in by %q", keys)
		}
	})
}
