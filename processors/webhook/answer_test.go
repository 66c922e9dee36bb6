package webhook

import (
	"bufio"
	"bytes"
	"net/http"
	"regexp"
	"testing"

	"lavra.dev/platform/egress"
	"lavra.dev/schemas/event"
)

// wire answers every call with the same bytes.
type wire []byte

func (w wire) RoundTrip(r *http.Request) (*http.Response, error) {
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(w)), r)
}

// Whatever an endpoint answers, only a status of two hundred and some is a
// delivery, and what is kept of the others is a word.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 204\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\n\r\n",
		"HTTP/1.0 999 x\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 x\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	word := regexp.MustCompile(`^[a-z0-9_]{1,40}$`)
	f.Fuzz(func(t *testing.T, answer []byte) {
		client := &http.Client{Transport: wire(answer), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		p := &Processor{deps: Deps{Client: client, Class: egress.Class}}
		status, class := p.call(t.Context(), event.Delivery{Method: http.MethodPost, URL: "https://a.example/", Body: []byte("{}")})
		if delivered := status >= 200 && status <= 299; delivered != (class == "") || class != "" && !word.MatchString(class) {
			t.Errorf("status %d, class %q", status, class)
		}
	})
}
