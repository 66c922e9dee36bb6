// Package tracing tells an OpenTelemetry collector the way of each document: one
// trace from the call that brought it over the stages and the sink to its callback.
//
// In: a record's headers, which carry the trace from process to process as W3C's
// traceparent. Out: spans, over OTLP, and the headers of what is written next.
// Nothing is traced until Start was called, and that costs nothing then.
//
// A span says where, how long and how it ended, and whose request it was by its
// identifier. No content, no name, no address and no error's words get into one.
package tracing

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"lavra.dev/schemas/topic"
)

// active is nil while nothing is traced.
var active atomic.Pointer[trace.Tracer]

// On reports whether anything is traced.
func On() bool { return active.Load() != nil }

// Attributes that are no one's standard.
const (
	requestKey = attribute.Key("lavra.request_id")
	outcomeKey = attribute.Key("lavra.outcome")
	attemptKey = attribute.Key("lavra.attempt")
)

// Span is a part of a document's way. The zero Span, which all are while nothing is traced, does nothing.
type Span struct{ span trace.Span }

// End ends the span. outcome is one of few words; ok reports whether it is a good one.
func (s Span) End(outcome string, ok bool) {
	if s.span == nil {
		return
	}
	s.span.SetAttributes(outcomeKey.String(outcome))
	if !ok {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// Answered notes the status of an HTTP answer; 0: there was none.
func (s Span) Answered(status int) {
	if s.span != nil && status != 0 {
		s.span.SetAttributes(attribute.Int("http.response.status_code", status))
	}
}

// Receive begins a trace with a call that brings documents. Callers are strangers:
// a traceparent of theirs becomes a link, or they would choose what is sampled and
// write into each other's traces.
func Receive(r *http.Request, route string) (*http.Request, Span) {
	t := active.Load()
	if t == nil {
		return r, Span{}
	}
	options := []trace.SpanStartOption{trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", http.MethodPost), attribute.String("http.route", route))}
	theirs := format.Extract(context.Background(), propagation.HeaderCarrier(r.Header))
	if link := trace.LinkFromContext(theirs); link.SpanContext.IsValid() {
		options = append(options, trace.WithLinks(link))
	}
	ctx, span := (*t).Start(r.Context(), http.MethodPost+" "+route, options...)
	return r.WithContext(ctx), Span{span}
}

// Submit gives the headers of a document's first record. The document of a call that
// brings one is in the trace of its call; those of a batch have traces of their own,
// linked to it.
func Submit(ctx context.Context, requestID string, ofBatch bool, headers []kgo.RecordHeader) []kgo.RecordHeader {
	t := active.Load()
	if t == nil {
		return headers
	}
	call := trace.SpanFromContext(ctx)
	if !ofBatch {
		call.SetAttributes(requestKey.String(requestID))
		return Inject(ctx, headers)
	}
	own, span := (*t).Start(ctx, "submit", trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindProducer),
		trace.WithLinks(trace.Link{SpanContext: call.SpanContext()}), trace.WithAttributes(requestKey.String(requestID)))
	defer span.End()
	return Inject(own, headers)
}

// Process begins what a stage does with a record, in the trace of the record.
func Process(ctx context.Context, stage, topicName string, rec *kgo.Record) (context.Context, Span) {
	t := active.Load()
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := (*t).Start(format.Extract(ctx, &carrier{rec.Headers}), stage, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(recordAttributes(topicName, rec)...))
	return ctx, Span{span}
}

// Stored notes that what a record says was stored between two times. Records without
// a trace leave no word: blocks of them are told of by metrics.
func Stored(topicName string, rec *kgo.Record, from, to time.Time) {
	t := active.Load()
	if t == nil {
		return
	}
	ctx := format.Extract(context.Background(), &carrier{rec.Headers})
	if !trace.SpanContextFromContext(ctx).IsSampled() {
		return
	}
	_, span := (*t).Start(ctx, "sink", trace.WithTimestamp(from), trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(recordAttributes(topicName, rec)...))
	span.End(trace.WithTimestamp(to))
}

// Call begins an attempt to call a client back. The trace is not told to the endpoint.
func Call(ctx context.Context, method string, attempt int32) (context.Context, Span) {
	t := active.Load()
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := (*t).Start(ctx, "callback", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("http.request.method", method), attemptKey.Int(int(attempt))))
	return ctx, Span{span}
}

func recordAttributes(topicName string, rec *kgo.Record) []attribute.KeyValue {
	request := string(rec.Key)
	for _, h := range rec.Headers {
		if h.Key == topic.RequestHeader {
			request = string(h.Value)
		}
	}
	return []attribute.KeyValue{
		requestKey.String(request),
		attribute.String("messaging.system", "kafka"), attribute.String("messaging.operation.type", "process"),
		attribute.String("messaging.destination.name", topicName),
	}
}
