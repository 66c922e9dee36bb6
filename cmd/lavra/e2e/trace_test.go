package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lavra.dev/platform/tracing/tracingtest"
)

// A document is one trace, from the call to the callback and the query store, and nothing of
// what it holds, or of whose it is, is in it. Each of a batch has its own.
func TestADocumentIsOneTrace(t *testing.T) {
	collector := tracingtest.New(t)
	s := start(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+collector.URL, "OTEL_BSP_SCHEDULE_DELAY=200")
	var told atomic.Int32 // endpoints that were told of the trace
	endpoint := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Traceparent") != "" {
			told.Add(1)
		}
	}))
	defer endpoint.Close()
	d := sampleNamed(t, "holerite-02.pdf")
	file := upload{"Holerite de Fulano.pdf", d.data}
	code, answer, _ := s.post("/extract", []upload{file}, map[string]string{"callbackUrl": endpoint.URL + "/segredo", "referenceId": "referencia"})
	if code != http.StatusOK {
		t.Fatalf("%d %v", code, answer)
	}
	s.isTraced(collector, answer["request_id"].(string), "POST /extract", "ocr", "classification", "extraction", "geometry", "webhook", "callback", "sink")

	code, answer, _ = s.post("/extract/batch", []upload{file, file}, nil)
	items, _ := answer["items"].([]any)
	if code != http.StatusOK || len(items) != 2 {
		t.Fatalf("%d %v", code, answer)
	}
	traces := map[string]bool{}
	for _, item := range items {
		traces[s.isTraced(collector, item.(object)["request_id"].(string), "submit", "ocr", "classification", "extraction", "geometry", "sink")] = true
	}
	if len(traces) != 2 {
		t.Errorf("a batch of 2 is %d traces", len(traces))
	}
	secrets := []string{"Fulano", "segredo", "referencia", "127.0.0.1", key}
	for _, value := range d.Fields {
		if text, ok := value.(string); ok && len(text) > 5 {
			secrets = append(secrets, text)
		}
	}
	for _, span := range collector.All() {
		for _, secret := range secrets {
			if strings.Contains(span.String(), secret) {
				t.Errorf("%s has something of the document or its call in it", span.Name)
			}
		}
	}
	if told.Load() != 0 || !collector.Has("lavra-up") {
		t.Errorf("%d callbacks told of the trace; the service said its name: %v", told.Load(), collector.Has("lavra-up"))
	}
}

// isTraced waits for the spans of a request and checks that they are one tree under the first.
func (s *service) isTraced(collector *tracingtest.Collector, id string, names ...string) (trace string) {
	s.t.Helper()
	eventually(s.t, 3*time.Minute, "the trace of a document", func() bool {
		seen := map[string]bool{}
		for _, span := range collector.Of(id) {
			seen[span.Name] = true
		}
		for _, name := range names {
			if !seen[name] {
				return false
			}
		}
		return true
	})
	spans := collector.Of(id)
	there := map[string]bool{}
	for _, span := range spans {
		there[span.ID] = true
	}
	for _, span := range spans {
		isRoot := span.Name == names[0]
		if span.Trace != spans[0].Trace || isRoot != (span.Parent == "") || !isRoot && !there[span.Parent] {
			s.t.Errorf("%s of trace %s hangs under %q", span.Name, span.Trace, span.Parent)
		}
	}
	return spans[0].Trace
}
