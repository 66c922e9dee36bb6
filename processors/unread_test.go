package processors_test

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Whatever a record of the way holds, its request ends, and its callback is made.
func TestARecordThatCannotBeReadEndsItsRequestByItsKey(t *testing.T) {
	l := start(t, nil)
	ids := requestid.NewIssuer(l.keys)
	for _, name := range []string{topic.Submitted, topic.Read, topic.Classified, topic.Extracted} {
		t.Run(name, func(t *testing.T) {
			now := time.Now().UTC()
			r := event.Request{ID: ids.New("conta", now), Account: "conta", Revision: 1, Operation: event.Extract, Lane: event.Interactive,
				AcceptedAt: now, ReferenceID: ptr("R-1"), Callback: &event.Callback{URL: l.url, Method: "POST"}}
			// The request stands where no stage reads, so that only the broken record moves it.
			at, err := l.Produce(t.Context(), topic.Parked, r.ID, event.Submitted{EventID: event.ID(r.ID, "submitted", 1), Request: r})
			if err != nil {
				t.Fatal(err)
			}
			if name == topic.Submitted {
				at = event.Pointer{} // the broken record is where it stood
			}
			broken := &kgo.Record{Topic: topic.Lane(name, r.Lane), Key: []byte(r.ID), Value: []byte("nothing of ours")}
			broken.Headers = kafka.WayOf(r, nil).Headers()
			if at.Topic != "" {
				broken.Headers = kafka.WayOf(r, &at).Headers()
			}
			if _, err := l.ProduceRecord(t.Context(), broken); err != nil {
				t.Fatal(err)
			}
			end := l.wait(t, r.ID)
			if end.Outcome != event.Failed || end.Request.Account != "conta" || !end.Request.AcceptedAt.Equal(now.Truncate(time.Millisecond)) && !end.Request.AcceptedAt.Equal(now) {
				t.Errorf("the request ended as %+v", end.Request)
			}
			if at.Topic == "" {
				return // nobody knows its callback any more
			}
			select {
			case <-l.calls:
			case <-time.After(time.Minute):
				t.Error("no callback was made")
			}
		})
	}
}

// A record under a key that nobody was given ends nothing and stops nothing.
func TestARecordUnderAStrangersKeyEndsNothing(t *testing.T) {
	l := start(t, nil)
	ids := requestid.NewIssuer(l.keys)
	strange := ids.New("outra", time.Now())
	broken := &kgo.Record{Topic: topic.Lane(topic.Read, event.Interactive), Key: []byte(strange), Value: []byte("nothing of ours"),
		Headers: kafka.Way{Account: "conta", Lane: event.Interactive}.Headers()}
	if _, err := l.ProduceRecord(t.Context(), broken); err != nil {
		t.Fatal(err)
	}
	own := &kgo.Record{Topic: broken.Topic, Key: []byte(ids.New("conta", time.Now())), Value: []byte("nothing of ours"), Headers: broken.Headers}
	own.Topic = topic.Lane(topic.Read, event.Interactive)
	if _, err := l.ProduceRecord(t.Context(), own); err != nil {
		t.Fatal(err)
	}
	l.wait(t, string(own.Key))
	for {
		select {
		case c := <-l.ended:
			if c.Request.ID == strange {
				t.Error("a key of another account was ended")
			}
		default:
			return
		}
	}
}
