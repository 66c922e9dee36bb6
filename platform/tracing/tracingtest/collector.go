// Package tracingtest receives traces as a collector does: OTLP over HTTP.
package tracingtest

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Collector keeps the spans that it is sent.
type Collector struct {
	URL string

	mu       sync.Mutex
	spans    []Span
	services map[string]bool
}

// Span is one that came in.
type Span struct {
	*otlp.Span
	Trace, ID, Parent string            // hexadecimal; Parent is empty for a root
	Attributes        map[string]string // numbers are left out
}

// New starts a collector for the time of a test.
func New(t testing.TB) *Collector {
	c := &Collector{services: map[string]bool{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
			t.Errorf("%s to %s: %v", r.Header.Get("Content-Type"), r.URL.Path, err)
		}
		c.take(&sent)
	}))
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

func (c *Collector) take(sent *collector.ExportTraceServiceRequest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range sent.GetResourceSpans() {
		for _, a := range resource.GetResource().GetAttributes() {
			if a.GetKey() == "service.name" {
				c.services[a.GetValue().GetStringValue()] = true
			}
		}
		for _, scope := range resource.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				span := Span{Span: s, Trace: hex.EncodeToString(s.GetTraceId()), ID: hex.EncodeToString(s.GetSpanId()),
					Parent: hex.EncodeToString(s.GetParentSpanId()), Attributes: map[string]string{}}
				for _, a := range s.GetAttributes() {
					if text := a.GetValue().GetStringValue(); text != "" {
						span.Attributes[a.GetKey()] = text
					}
				}
				c.spans = append(c.spans, span)
			}
		}
	}
}

// Of gives the spans of the trace that a request is named in, in the order in which they came.
func (c *Collector) Of(requestID string) (found []Span) {
	all := c.All()
	traces := map[string]bool{}
	for _, s := range all {
		if s.Attributes["lavra.request_id"] == requestID {
			traces[s.Trace] = true
		}
	}
	for _, s := range all {
		if traces[s.Trace] {
			found = append(found, s)
		}
	}
	return found
}

// All gives every span that came.
func (c *Collector) All() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Span(nil), c.spans...)
}

// Has reports whether a service of a name sent any.
func (c *Collector) Has(service string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.services[service]
}
