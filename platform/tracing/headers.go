package tracing

import (
	"context"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
	"go.opentelemetry.io/otel/propagation"
)

// format of the headers: traceparent and tracestate. Baggage would be a client's words.
var format propagation.TraceContext

// Inject adds the trace of ctx to the headers of a record. One that has a trace keeps it.
func Inject(ctx context.Context, headers []kgo.RecordHeader) []kgo.RecordHeader {
	if !On() || slices.ContainsFunc(headers, isParent) {
		return headers
	}
	c := carrier{slices.Clip(headers)} // whoever gave them may append to them too
	format.Inject(ctx, &c)
	return c.headers
}

const parentHeader = "traceparent"

func isParent(h kgo.RecordHeader) bool { return h.Key == parentHeader }

// carrier shows the headers of a record to the format.
type carrier struct{ headers []kgo.RecordHeader }

func (c *carrier) Get(key string) string {
	for _, h := range c.headers {
		if h.Key == key {
			return string(h.Value)
		}
	}
	return ""
}

func (c *carrier) Set(key, value string) {
	c.headers = append(c.headers, kgo.RecordHeader{Key: key, Value: []byte(value)})
}

func (c *carrier) Keys() []string {
	keys := make([]string, len(c.headers))
	for i, h := range c.headers {
		keys[i] = h.Key
	}
	return keys
}
