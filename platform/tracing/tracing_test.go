package tracing_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/tracing"
	"lavra.dev/platform/tracing/tracingtest"
)

// What is not traced costs nothing on the way of a document.
func TestNothingIsAllocatedWhereNothingIsTraced(t *testing.T) {
	rec := &kgo.Record{Key: []byte("id"), Headers: []kgo.RecordHeader{{Key: "account", Value: []byte("a")}}}
	call := httptest.NewRequest(http.MethodPost, "/extract", nil)
	ctx, now := t.Context(), time.Now()
	n := testing.AllocsPerRun(1000, func() {
		_, received := tracing.Receive(call, "/extract")
		headers := tracing.Submit(ctx, "id", false, rec.Headers)
		processing, stage := tracing.Process(ctx, "ocr", "documents.submitted", rec)
		_, attempt := tracing.Call(processing, http.MethodPost, 1)
		if len(tracing.Inject(processing, headers)) != 1 {
			t.Fatal("a header was added")
		}
		attempt.Answered(200)
		attempt.End("delivered", true)
		stage.End("done", true)
		tracing.Stored("documents.completed", rec, now, now)
		received.End("accepted", true)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A record carries the trace to the next process, and what a caller says of one is only a link.
func TestARecordCarriesTheTrace(t *testing.T) {
	collector := trace(t)
	call := httptest.NewRequest(http.MethodPost, "/extract", nil)
	call.Header.Set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00") // theirs, and not sampled
	call, received := tracing.Receive(call, "/extract")
	account := []kgo.RecordHeader{{Key: "account", Value: []byte("a")}}
	rec := &kgo.Record{Key: []byte("id-1"), Headers: tracing.Submit(call.Context(), "id-1", false, account)}
	batch := &kgo.Record{Key: []byte("id-2"), Headers: tracing.Submit(call.Context(), "id-2", true, account)}
	received.End("accepted", true)
	for _, r := range []*kgo.Record{rec, batch} {
		ctx, stage := tracing.Process(t.Context(), "ocr", "documents.submitted", r)
		r.Headers = tracing.Inject(ctx, account)
		stage.End("transient", false)
		tracing.Stored("documents.completed", r, time.Now().Add(-time.Second), time.Now())
	}
	stop(t)
	one, other := collector.Of("id-1"), collector.Of("id-2")
	if names(one) != "POST /extract, ocr, sink" || names(other) != "submit, ocr, sink" {
		t.Fatalf("traces of %s and of %s", names(one), names(other))
	}
	root := one[0]
	if root.Parent != "" || len(root.Links) != 1 || one[1].Parent != root.ID || one[2].Parent != one[1].ID {
		t.Errorf("parents %q, %q, %q with %d links", root.Parent, one[1].Parent, one[2].Parent, len(root.Links))
	}
	if other[0].Parent != "" || len(other[0].Links) != 1 || !bytes.Equal(other[0].Links[0].SpanId, root.SpanId) {
		t.Errorf("the trace of a document of a batch is not linked to its call: %v", other[0].Links)
	}
	if one[1].Status.GetCode() == 0 || one[2].EndTimeUnixNano-one[2].StartTimeUnixNano < uint64(time.Second) {
		t.Errorf("a failure is %v, a store of a second took %d ns", one[1].Status, one[2].EndTimeUnixNano-one[2].StartTimeUnixNano)
	}
	if !collector.Has("lavra-test") {
		t.Error("the process did not say its name")
	}
}

// What the first process did not choose is not traced behind it.
func TestSamplingCountsForTheWholeWay(t *testing.T) {
	t.Setenv("OTEL_TRACES_SAMPLER", "parentbased_always_off")
	collector := trace(t)
	call, received := tracing.Receive(httptest.NewRequest(http.MethodPost, "/extract", nil), "/extract")
	rec := &kgo.Record{Key: []byte("id"), Headers: tracing.Submit(call.Context(), "id", false, nil)}
	received.End("accepted", true)
	if len(rec.Headers) != 1 || !strings.HasSuffix(string(rec.Headers[0].Value), "-00") {
		t.Errorf("headers %s", rec.Headers)
	}
	_, stage := tracing.Process(t.Context(), "ocr", "documents.submitted", rec)
	stage.End("done", true)
	tracing.Stored("documents.completed", rec, time.Now(), time.Now())
	stop(t)
	if all := collector.All(); len(all) != 0 {
		t.Errorf("traced: %s", names(all))
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	for name, settings := range map[string][]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT":        {"OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"},
		"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "ftp://collector"},
		"OTEL_EXPORTER_OTLP_PROTOCOL":        {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317"},
		"OTEL_TRACES_EXPORTER":               {"OTEL_TRACES_EXPORTER", "zipkin", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318"},
		"OTEL_SDK_DISABLED":                  {"OTEL_SDK_DISABLED", "perhaps"},
	} {
		t.Run(name, func(t *testing.T) {
			for i := 0; i < len(settings); i += 2 {
				t.Setenv(settings[i], settings[i+1])
			}
			if _, err := tracing.Load(); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("got %v", err)
			}
		})
	}
}

var stopTracing func()

// trace starts tracing into a collector of the test's own.
func trace(t *testing.T) *tracingtest.Collector {
	collector := tracingtest.New(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	cfg, err := tracing.Load()
	if err != nil {
		t.Fatal(err)
	}
	if stopTracing, err = tracing.Start(t.Context(), cfg, "test", "1", slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t) })
	return collector
}

// stop sends what there is.
func stop(t *testing.T) {
	t.Helper()
	stopTracing()
	if tracing.On() {
		t.Error("still on")
	}
}

func names(spans []tracingtest.Span) string {
	var all []string
	for _, s := range spans {
		all = append(all, s.Name)
	}
	return strings.Join(all, ", ")
}
