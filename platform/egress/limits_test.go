package egress_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"testing"
	"time"

	"lavra.dev/platform/egress"
)

func TestLimitsNarrowWhereURLsLead(t *testing.T) {
	var redirect string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if redirect != "" {
			http.Redirect(w, r, redirect, http.StatusFound)
		}
	}))
	defer site.Close()
	u, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, _ := strconv.Atoi(u.Port())
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("64:ff9b::/96")}
	for name, c := range map[string]struct {
		limits egress.Limits
		url    string
		want   error
	}{
		"none":                       {egress.Limits{}, site.URL, nil},
		"https only":                 {egress.Limits{HTTPSOnly: true}, site.URL, egress.ErrScheme},
		"the port":                   {egress.Limits{Ports: []uint16{443, uint16(port)}}, site.URL, nil},
		"another port":               {egress.Limits{Ports: []uint16{443}}, site.URL, egress.ErrAddress},
		"a port that goes unsaid":    {egress.Limits{Ports: []uint16{443}}, "http://127.0.0.1/x", egress.ErrAddress},
		"the network":                {egress.Limits{Deny: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}, site.URL, egress.ErrAddress},
		"the network in other words": {egress.Limits{Deny: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}, "http://[64:ff9b::7f00:1]:" + u.Port(), egress.ErrAddress},
	} {
		t.Run(name, func(t *testing.T) {
			g := egress.New(loopback, nil)
			g.Limit(c.limits)
			if err := g.CheckURL(t.Context(), c.url); !errors.Is(err, c.want) {
				t.Errorf("checked: %v, want %v", err, c.want)
			}
			resp, err := g.Client(false).Get(c.url)
			if err == nil {
				resp.Body.Close()
			}
			if !errors.Is(err, c.want) {
				t.Errorf("called: %v, want %v", err, c.want)
			}
		})
	}
	redirect = "http://127.0.0.1:1/elsewhere"
	g := egress.New(loopback, nil)
	g.Limit(egress.Limits{Ports: []uint16{uint16(port)}})
	if _, err := egress.NewDownloader(g, time.Minute).Open(t.Context(), site.URL, 1); !errors.Is(err, egress.ErrAddress) {
		t.Errorf("a redirect to another port: %v", err)
	}
	for _, list := range []string{"0", "65536", "https", "80-90"} {
		if _, err := egress.ParsePorts(list); err == nil {
			t.Errorf("%q is taken for ports", list)
		}
	}
}
