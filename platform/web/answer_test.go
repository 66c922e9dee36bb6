package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lavra.dev/platform/web"
)

func TestAnswersAreSentOnceAndSmall(t *testing.T) {
	long := strings.Repeat(`{"value":"R$ 1.234,56"}`, 500)
	ask := func(body string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/extract/x", nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Add(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		web.Answer(w, r, "application/json", []byte(body))
		return w
	}
	plain := ask(long)
	tag := plain.Header().Get("ETag")
	if plain.Body.String() != long || tag == "" || plain.Header().Get("Content-Encoding") != "" {
		t.Fatalf("got %d bytes, %v", plain.Body.Len(), plain.Header())
	}
	for _, accept := range []string{"gzip", "br;q=1, GZIP;q=0.5", "deflate, gzip"} {
		small := ask(long, "Accept-Encoding", accept)
		size := small.Body.Len()
		r, err := gzip.NewReader(small.Body)
		if err != nil {
			t.Fatalf("%s: %v", accept, err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != long || size > len(long)/5 || small.Header().Get("ETag") != tag {
			t.Errorf("%s: %v, %d bytes, %v", accept, err, size, small.Header())
		}
	}
	for _, accept := range []string{"", "br", "gzip;q=0", "gzip; q=0.0"} {
		if got := ask(long, "Accept-Encoding", accept); got.Body.String() != long {
			t.Errorf("%q: %v", accept, got.Header())
		}
	}
	if got := ask("{}", "Accept-Encoding", "gzip"); got.Body.String() != "{}" {
		t.Errorf("compressed what one packet carries: %v", got.Header())
	}
	for _, has := range []string{tag, `"x", ` + tag, strings.TrimPrefix(tag, "W/"), "*"} {
		if got := ask(long, "If-None-Match", has); got.Code != http.StatusNotModified || got.Body.Len() != 0 || got.Header().Get("ETag") != tag {
			t.Errorf("%s: %d, %v", has, got.Code, got.Header())
		}
	}
	if got := ask(long+" ", "If-None-Match", tag); got.Code != http.StatusOK {
		t.Errorf("another body has the same tag")
	}
}
