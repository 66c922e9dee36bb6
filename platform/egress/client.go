package egress

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// maxRedirects that a download follows; each target is checked like the first.
const maxRedirects = 3

// errRedirects ends a chain of redirects that is too long.
var errRedirects = errors.New("too many redirects")

// Client is an http.Client whose every connection goes through the guard. It
// has no total deadline of its own: callers set one by context. Its errors name
// the URL, as http.Client's do: log and keep their Class, not them.
func (g *Guard) Client(redirects bool) *http.Client {
	c := &http.Client{
		Transport: limited{guard: g, Transport: &http.Transport{
			Proxy:                  nil, // a proxy would dial in our place
			DialContext:            g.DialContext,
			ForceAttemptHTTP2:      true, // a dialler of one's own turns it off
			TLSHandshakeTimeout:    5 * time.Second,
			ResponseHeaderTimeout:  30 * time.Second,
			ExpectContinueTimeout:  time.Second,
			IdleConnTimeout:        90 * time.Second,
			MaxIdleConns:           100,
			MaxIdleConnsPerHost:    4,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true, // what is limited is what comes over the wire
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if redirects {
		c.CheckRedirect = checkRedirect
	}
	return c
}

func checkRedirect(next *http.Request, made []*http.Request) error {
	if len(made) > maxRedirects {
		return errRedirects
	}
	if _, err := parseURL(next.URL.String()); err != nil {
		return err
	}
	// The path of a signed URL is a secret; the next host has no need of it.
	next.Header.Del("Referer")
	return nil
}

func statusError(status int) error { return fmt.Errorf("answer has status %d", status) }
