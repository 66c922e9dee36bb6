package origin_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"lavra.dev/platform/origin"
)

func TestPagesAndPointedNamesAreRefused(t *testing.T) {
	here, everywhere := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9}, &net.TCPAddr{IP: net.IPv4zero, Port: 9}
	for _, c := range []struct {
		name, host, header, value string
		listener                  net.Addr
		want                      int
	}{
		{"a program", "127.0.0.1:9", "", "", here, 200},
		{"by name", "localhost:9", "", "", here, 200},
		{"by the other loopback address", "[::1]:9", "", "", here, 200},
		{"no name", "", "", "", here, 200},
		{"a name pointed here", "evil.example:9", "", "", here, 403},
		{"a name of no machine that is this one", "0.0.0.0:9", "", "", here, 403},
		{"another machine's address", "10.0.0.7:9", "", "", here, 403},
		{"from elsewhere, where that is meant", "lavra.internal:9", "", "", everywhere, 200},
		{"a page", "127.0.0.1:9", "Origin", "http://evil.example", here, 403},
		{"a page without an origin", "127.0.0.1:9", "Origin", "null", everywhere, 403},
		{"an image of a page", "127.0.0.1:9", "Sec-Fetch-Site", "cross-site", here, 403},
		{"typed into the browser", "127.0.0.1:9", "Sec-Fetch-Site", "none", here, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Host = c.host
			if c.header != "" {
				r.Header.Set(c.header, c.value)
			}
			w := httptest.NewRecorder()
			origin.Guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), c.listener).ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("got %d %s", w.Code, w.Body)
			}
		})
	}
}
