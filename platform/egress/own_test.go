package egress_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"lavra.dev/platform/egress"
)

// Whatever is allowed, what the service itself listens on is not dialled, in no form of its address.
func TestOwnListenersAreNeverCalled(t *testing.T) {
	hits := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits++ }))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	everything := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	for _, listener := range []string{"127.0.0.1:" + port, "0.0.0.0:" + port, "[::]:" + port} {
		g := egress.New(everything, nil)
		if resp, err := g.Client(false).Get(server.URL); err != nil {
			t.Fatalf("before it is refused: %v", err)
		} else {
			resp.Body.Close()
		}
		g.Refuse("not an address", "127.0.0.1:0", listener)
		before := hits
		for _, host := range []string{"127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::]", "[64:ff9b::7f00:1]"} {
			url := "http://" + host + ":" + port + "/"
			if err := g.CheckURL(context.Background(), url); !errors.Is(err, egress.ErrAddress) {
				t.Errorf("%s, listening on %s: checked with %v", url, listener, err)
			}
			resp, err := g.Client(false).Get(url)
			if err == nil {
				resp.Body.Close()
				t.Errorf("%s, listening on %s: called", url, listener)
			}
		}
		if hits != before {
			t.Errorf("listening on %s, it was called %d times", listener, hits-before)
		}
		// Another port of the same machine stays what the allow-list says.
		if err := g.CheckURL(context.Background(), strings.Replace(server.URL, port, "9", 1)); err != nil {
			t.Errorf("another port: %v", err)
		}
	}
}
