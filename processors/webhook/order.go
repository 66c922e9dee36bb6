package webhook

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Headers of a delivery that waits: what it takes to decide whether it may start.
// Its body is neither decoded nor written again meanwhile.
const (
	headerDelivery  = "lavra-delivery"
	headerHost      = "lavra-host"
	headerAttempt   = "lavra-attempt" // attempts made so far
	headerDeferrals = "lavra-deferrals"
	headerNotBefore = "lavra-not-before"
	headerDue       = "lavra-due" // when its run ended: runs of a request are told of by it
)

// order is a delivery as far as it has got.
type order struct {
	id, requestID   string
	host, account   string
	attempt         int32 // attempts made so far
	deferrals       int32
	notBefore, due  time.Time
	written         time.Time          // when its record was
	passed          []kgo.RecordHeader // that are not of this order
	*event.Delivery                    // nil until it is needed
}

// orderOf reads the headers of a record; one that is due for the first time has
// to be decoded.
func (p *Processor) orderOf(ctx context.Context, rec *kgo.Record) (*order, error) {
	o := &order{written: rec.Timestamp}
	for _, h := range rec.Headers {
		value := string(h.Value)
		switch h.Key {
		case headerDelivery:
			o.id = value
		case headerHost:
			o.host = value
		case headerAttempt:
			o.attempt = number(value)
		case headerDeferrals:
			o.deferrals = number(value)
		case headerNotBefore:
			o.notBefore, _ = time.Parse(time.RFC3339Nano, value)
		case headerDue:
			o.due, _ = time.Parse(time.RFC3339Nano, value)
		default:
			switch h.Key {
			case topic.AccountHeader:
				o.account = value
			case topic.RequestHeader:
				o.requestID = value
			}
			o.passed = append(o.passed, h)
		}
	}
	if o.id != "" && o.requestID != "" {
		return o, nil
	}
	if err := p.open(ctx, rec, o); err != nil {
		return nil, err
	}
	d := o.Delivery
	o.id, o.requestID, o.account, o.attempt, o.deferrals, o.notBefore, o.due = d.EventID, d.RequestID, d.Account, d.Attempt, d.Deferrals, d.NotBefore, d.DueAt
	if u, err := url.Parse(d.URL); err == nil {
		o.host = u.Hostname()
	}
	o.passed = append(without(o.passed, topic.AccountHeader, topic.RequestHeader), header(topic.AccountHeader, o.account), header(topic.RequestHeader, o.requestID))
	return o, nil
}

// open decodes the delivery, once.
func (p *Processor) open(ctx context.Context, rec *kgo.Record, o *order) error {
	if o.Delivery != nil {
		return nil
	}
	var d event.Delivery
	if err := p.deps.Kafka.Decode(ctx, rec, &d); err != nil {
		return err
	}
	o.Delivery = &d
	return nil
}

// headers are those of the order as it is now.
func (o *order) headers() []kgo.RecordHeader {
	headers := append(o.passed[:len(o.passed):len(o.passed)], header(headerDelivery, o.id), header(headerHost, o.host),
		header(headerAttempt, strconv.Itoa(int(o.attempt))), header(headerDeferrals, strconv.Itoa(int(o.deferrals))))
	if !o.due.IsZero() {
		headers = append(headers, header(headerDue, o.due.Format(time.RFC3339Nano)))
	}
	if !o.notBefore.IsZero() {
		headers = append(headers, header(headerNotBefore, o.notBefore.Format(time.RFC3339Nano)))
	}
	return headers
}

func header(key, value string) kgo.RecordHeader {
	return kgo.RecordHeader{Key: key, Value: []byte(value)}
}

func without(headers []kgo.RecordHeader, names ...string) (left []kgo.RecordHeader) {
	for _, h := range headers {
		keep := true
		for _, name := range names {
			keep = keep && h.Key != name
		}
		if keep {
			left = append(left, h)
		}
	}
	return left
}

func number(text string) int32 {
	n, _ := strconv.ParseInt(text, 10, 32)
	return int32(n)
}
