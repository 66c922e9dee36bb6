package audit

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// history is what the log may hold of a request.
type history struct {
	*kafkatest.Log
	t   *testing.T
	ids *requestid.Issuer
}

func (h *history) produce(name, key string, ev any, headers ...kgo.RecordHeader) {
	h.t.Helper()
	if _, err := h.Produce(h.t.Context(), name, key, ev, headers...); err != nil {
		h.t.Fatal(err)
	}
}

func (h *history) submit(at time.Time) event.Request {
	r := event.Request{ID: h.ids.New("acme", at), Account: "acme", Revision: 1, Lane: event.Bulk, AcceptedAt: at}
	r.File.URI = "files/" + r.ID
	if _, err := h.Blobs.Put(h.t.Context(), r.File.URI, strings.NewReader("x")); err != nil {
		h.t.Fatal(err)
	}
	h.produce(topic.Lane(topic.Submitted, r.Lane), r.ID, event.Submitted{EventID: "s", Request: r}, kafka.WayOf(r, nil).Headers()...)
	return r
}

func (h *history) deleteFile(r event.Request) {
	if err := h.Blobs.Delete(h.t.Context(), r.File.URI); err != nil {
		h.t.Fatal(err)
	}
}

func (h *history) end(r event.Request, outcome event.Outcome) string {
	id := event.ID(r.ID, "end", r.Revision)
	h.produce(topic.Completed, r.ID, event.Completed{EventID: id, Request: r, Outcome: outcome})
	h.status(r, &outcome)
	return id
}

func (h *history) status(r event.Request, outcome *event.Outcome) {
	h.produce(topic.Status, r.ID, event.Status{EventID: "t", RequestID: r.ID, Account: r.Account, Revision: r.Revision, Outcome: outcome, AcceptedAt: r.AcceptedAt})
}

func (h *history) attempts(r event.Request, delivery string, outcomes ...string) {
	for n, outcome := range outcomes {
		a := event.DeliveryAttempt{DeliveryID: delivery, RequestID: r.ID, Attempt: int32(n + 1)}
		for _, o := range []string{"started", outcome} {
			a.Outcome, a.EventID = o, fmt.Sprint(delivery, n, o)
			h.produce(topic.WebhooksAttempts, delivery, a)
		}
	}
}

func TestTheAuditFindsWhatShouldNeverBe(t *testing.T) {
	calling := &event.Callback{URL: "https://a.example/", Method: "POST"}
	for name, c := range map[string]struct {
		happens func(h *history, r event.Request)
		want    map[Fault]int
		check   func(*Report) bool
	}{
		"ended once":           {func(h *history, r event.Request) { h.end(r, event.Success) }, nil, func(r *Report) bool { return r.Ended == 1 }},
		"ended twice the same": {func(h *history, r event.Request) { h.end(r, event.Success); h.end(r, event.Success) }, nil, func(r *Report) bool { return r.Ended == 1 }},
		"ended twice":          {func(h *history, r event.Request) { h.end(r, event.Success); h.end(r, event.Failed) }, map[Fault]int{Double: 1}, nil},
		"run again": {func(h *history, r event.Request) {
			h.end(r, event.Failed)
			r.Revision = 2
			h.end(r, event.Success)
		}, nil, func(r *Report) bool { return r.Ended == 1 && r.Failed == 0 }},
		"run again and open": {func(h *history, r event.Request) {
			h.end(r, event.Failed)
			r.Revision = 2
			h.status(r, nil)
		}, map[Fault]int{Stuck: 1}, nil},
		"never ended":                        {func(*history, event.Request) {}, map[Fault]int{Stuck: 1}, nil},
		"its file is missing":                {func(h *history, r event.Request) { h.deleteFile(r) }, map[Fault]int{FileMissing: 1, Stuck: 1}, nil},
		"the file of one that ended is gone": {func(h *history, r event.Request) { h.end(r, event.Success); h.deleteFile(r) }, nil, nil},
		"the file of one that is run again is missing": {func(h *history, r event.Request) {
			h.end(r, event.Failed)
			r.Revision = 2
			h.status(r, nil)
			h.deleteFile(r)
		}, map[Fault]int{FileMissing: 1, Stuck: 1}, nil},
		"a status, no end": {func(h *history, r event.Request) { done := event.Success; h.status(r, &done) }, map[Fault]int{Lost: 1}, nil},
		"no callback":      {func(h *history, r event.Request) { r.Callback = calling; h.end(r, event.Success) }, map[Fault]int{CallbackUnder: 1}, nil},
		"one that was kept": {func(h *history, r event.Request) {
			r.Callback = calling
			h.attempts(r, h.end(r, event.Success), "failed", "delivered")
		}, nil, func(r *Report) bool { return r.Callbacks == 1 }},
		"given up early": {func(h *history, r event.Request) {
			r.Callback = calling
			h.attempts(r, h.end(r, event.Success), "failed")
		},
			map[Fault]int{CallbackUnder: 1}, nil},
		"one that is on its way": {func(h *history, r event.Request) {
			r.Callback = calling
			id := event.ID(r.ID, "end", r.Revision)
			h.produce(topic.Completed, r.ID, event.Completed{EventID: id, Request: r, Outcome: event.Success, CompletedAt: time.Now()})
		}, nil, func(r *Report) bool { return r.Callbacks == 1 && r.Pending == 1 }},
		"four attempts": {func(h *history, r event.Request) {
			r.Callback = calling
			h.attempts(r, h.end(r, event.Success), "failed", "failed", "failed", "exhausted")
		}, map[Fault]int{CallbackOver: 1}, nil},
		"erased under way": {func(h *history, r event.Request) {
			h.deleteFile(r)
			h.produce(topic.Erasures, r.ID, event.Erasure{RequestID: r.ID, Account: r.Account})
		}, nil, func(r *Report) bool { return r.Erased == 1 && r.Open == 0 && r.Settled() }},
		"erased between two attempts": {func(h *history, r event.Request) {
			r.Callback = calling
			h.attempts(r, h.end(r, event.Success), "failed")
			h.produce(topic.Erasures, r.ID, event.Erasure{RequestID: r.ID, Account: r.Account})
		}, nil, func(r *Report) bool { return r.Erased == 1 && r.Settled() }},
		"parked": {func(h *history, r event.Request) {
			if _, err := h.ProduceRecord(h.t.Context(), &kgo.Record{Topic: topic.Parked, Key: []byte(r.ID), Headers: []kgo.RecordHeader{{Key: stage.HeaderClass, Value: []byte("parked")}}}); err != nil {
				h.t.Fatal(err)
			}
		}, nil, func(r *Report) bool { return r.Parked == 1 }},
	} {
		t.Run(name, func(t *testing.T) {
			keys, err := secret.New("a secret for tests only")
			if err != nil {
				t.Fatal(err)
			}
			h := &history{kafkatest.New(t), t, requestid.NewIssuer(keys)}
			now := time.Now()
			h.submit(now.Add(-2 * time.Hour)) // before the period
			c.happens(h, h.submit(now.Add(-30*time.Minute)))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			letters := deadletter.NewIndex(h.Kafka, nil)
			tail, stop := context.WithCancel(ctx)
			ended := make(chan error, 1)
			go func() { ended <- letters.Run(tail) }()
			defer func() { stop(); <-ended }()
			if err := letters.Ready(ctx); err != nil {
				t.Fatal(err)
			}
			report, err := Run(ctx, Config{Since: now.Add(-time.Hour), Deadline: time.Minute}, Deps{Kafka: h.Kafka, Blobs: h.Blobs, Letters: letters})
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(report.Counts, c.want) && len(report.Counts)+len(c.want) > 0 || report.Accepted != 1 || c.check != nil && !c.check(report) {
				t.Errorf("the audit says %+v, want %v", report, c.want)
			}
		})
	}
}
