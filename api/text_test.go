package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lavra.dev/api"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

// reads has a stage at work on an event that holds the text, as the stage says it.
func (w *world) reads(r event.Request, rank int32, step event.Step, name string, ev any, readable bool) event.Status {
	w.t.Helper()
	at := w.produce(topic.Lane(name, r.Lane), r.ID, ev)
	s := statusOf(r, rank, step)
	s.TextAt = new(r.AcceptedAt.Add(time.Second))
	if readable {
		s.Text = &at
	}
	w.produce(topic.Status, r.ID, s)
	return s
}

// wantText wants the text of a request in progress in each of its three forms.
func (w *world) wantText(what string, r event.Request, step event.Step, markdown string) {
	w.t.Helper()
	path := "/extract/" + r.ID
	text := result.Text{At: r.AcceptedAt.Add(time.Second), Readable: markdown != ""}
	body, err := result.InProgress(r, step, nil, text)
	w.want(what+": its status", w.get("acme", path), 200, mustRender(w.t, body, err))
	body, err = result.MarkdownInProgress(r, nil, text, markdown)
	record := mustRender(w.t, body, err)
	w.want(what+": its markdown", w.get("acme", path+"/markdown"), 200, record)
	raw, kind := record, "application/json; charset=utf-8"
	if markdown != "" {
		raw, kind = markdown, "text/markdown; charset=utf-8"
	}
	got := w.get("acme", path+"/markdown", "Accept", "text/markdown")
	w.want(what+": raw", got, 200, raw)
	if got.header.Get("Content-Type") != kind {
		w.t.Errorf("%s: raw comes as %s", what, got.header.Get("Content-Type"))
	}
}

func TestTheTextIsThereBeforeTheEnd(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	w.produce(topic.Status, r.ID, statusOf(r, 1, event.StepOCR))
	if got := w.get("acme", "/extract/"+r.ID+"/markdown", "Accept", "text/markdown"); !strings.Contains(got.body, `"markdown_status":"pending"`) {
		t.Errorf("before it is read: %s", got.body)
	}
	text := event.Text{Markdown: "# Nota\n\nação <1>", At: r.AcceptedAt}
	w.reads(r, 2, event.StepClassification, topic.Read, event.Read{Request: r, Text: &text}, true)
	w.wantText("while the type is found", r, event.StepClassification, text.Markdown)
	w.reads(r, 3, event.StepExtraction, topic.Classified, event.Classified{Request: r, Text: &text}, true)
	w.wantText("while the fields are found", r, event.StepExtraction, text.Markdown)
	w.reads(r, 4, event.StepGeometry, topic.Extracted, event.Extracted{Request: r, Extraction: event.Extraction{Markdown: text.Markdown}}, true)
	w.wantText("while the fields are placed", r, event.StepGeometry, text.Markdown)
	w.want("another account's", w.get("other", "/extract/"+r.ID+"/markdown"), 404, unknown)

	large := w.request(time.Now())
	w.submit(large)
	var pages strings.Builder // 500 pages, past what a record holds
	for i := range 500 * 60 {
		fmt.Fprintf(&pages, "\nlinha %x de um documento longo", i*i)
	}
	w.reads(large, 2, event.StepClassification, topic.Read, event.Read{Request: large, Text: &event.Text{Markdown: pages.String()}}, true)
	w.wantText("a long one", large, event.StepClassification, pages.String())

	blank := w.request(time.Now())
	w.submit(blank)
	w.reads(blank, 2, event.StepClassification, topic.Read, event.Read{Request: blank, Text: &event.Text{}}, false)
	w.wantText("nothing readable", blank, event.StepClassification, "")
}

func TestATextThatIsNotWhereItShouldBeIsNoFalseAnswer(t *testing.T) {
	w := newWorld(t, options{})
	other, r := w.request(time.Now()), w.request(time.Now())
	w.submit(r)
	at := w.produce(topic.Lane(topic.Read, r.Lane), other.ID, event.Read{Request: other, Text: &event.Text{Markdown: "de outro"}})
	for what, place := range map[string]event.Pointer{
		"another request's":    at,
		"no longer in the log": {Topic: at.Topic, Partition: at.Partition, Offset: at.Offset + 100},
		"another kind":         {Topic: topic.Status, Partition: at.Partition, Offset: at.Offset},
	} {
		s := statusOf(r, 2, event.StepClassification)
		s.Text, s.TextAt = &place, &r.AcceptedAt
		w.produce(topic.Status, r.ID, s)
		if got := w.get("acme", "/extract/"+r.ID+"/markdown"); got.status != 503 {
			t.Errorf("%s: %d %s", what, got.status, got.body)
		}
		r = w.request(time.Now())
		w.submit(r)
	}
}

// TestTheTextIsFoundWhereTheIndexDoesNotReach has an index that starts after
// the requests, and a query store that has all of them, nothing yet, or is away.
func TestTheTextIsFoundWhereTheIndexDoesNotReach(t *testing.T) {
	for name, c := range map[string]struct{ database, settled bool }{
		"in the query store": {true, true}, "in the log only": {true, false}, "while the query store is away": {},
	} {
		t.Run(name, func(t *testing.T) {
			var r, early event.Request
			w := newWorld(t, options{database: c.database, index: status.Config{Back: time.Millisecond}, before: func(w *world) {
				r, early = w.request(time.Now()), w.request(time.Now())
				w.submit(r)
				w.submit(early)
				w.reads(r, 2, event.StepClassification, topic.Read, event.Read{Request: r, Text: &event.Text{Markdown: "primeiro"}}, true)
				w.reads(r, 3, event.StepExtraction, topic.Classified, event.Classified{Request: r, Text: &event.Text{Markdown: "texto"}}, true)
				if c.settled {
					w.settle()
				}
				time.Sleep(10 * time.Millisecond)
			}})
			w.wantText("under way", r, event.StepExtraction, "texto")
			body, err := result.InProgress(early, event.StepReceived, nil, result.Text{})
			w.want("one that waits", w.get("acme", "/extract/"+early.ID), 200, mustRender(t, body, err))
		})
	}
}

// A status of any step has to do for an index that starts after the request was
// accepted: neither the query store nor a scan can be asked here.
func TestALaterStepIsEnoughAfterAStart(t *testing.T) {
	var r event.Request
	var at event.Pointer
	w := newWorld(t, options{index: status.Config{Back: time.Millisecond}, config: api.Config{ScanTimeout: time.Nanosecond}, before: func(w *world) {
		r = w.request(time.Now())
		at = w.produce(topic.Lane(topic.Submitted, r.Lane), r.ID, event.Submitted{Request: r})
		time.Sleep(10 * time.Millisecond)
	}})
	s := statusOf(r, 3, event.StepExtraction)
	s.Submitted = &at
	w.produce(topic.Status, r.ID, s)
	body, err := result.InProgress(r, event.StepExtraction, nil, result.Text{})
	w.want("by its last step", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
}
