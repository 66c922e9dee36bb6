package conformance

import (
	"time"

	"lavra.dev/platform/kafka"
	"lavra.dev/processors/pipeline"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// underWay is a request on the idle topics whose steps a row takes itself.
type underWay struct {
	*world
	event.Request
	log *kafka.Kafka
}

func (w *world) underWay(id string) underWay {
	w.Helper()
	return underWay{w, event.Request{ID: id, Account: "main", Revision: 1, Lane: event.Interactive, AcceptedAt: time.Now().UTC().Truncate(time.Millisecond)}, w.log(idleTopics)}
}

// holds has a step at work on an event that holds the text, as the step says it.
func (u underWay) holds(step event.Step, name string, ev any, markdown string) {
	u.Helper()
	at := u.produce(u.log, topic.Lane(name, event.Interactive), u.ID, ev)
	s := pipeline.StatusOf(u.Request, step, nil, time.Now().UTC())
	if s.TextAt = &u.AcceptedAt; markdown != "" {
		s.Text = &at
	}
	u.produce(u.log, topic.Status, u.ID, s)
}

// wantText wants the state of the text, and the text where it is readable, at
// each place that tells of it.
func (u underWay) wantText(step event.Step, state, markdown string) {
	u.Helper()
	idle, path := u.at(u.idleGet), "/extract/"+u.ID
	a := idle.get(path).ok().want("in_progress", "status").want(string(step), "current_step").want(state, "markdown_status")
	m := idle.get(path+"/markdown").ok().want("in_progress", "request_status").want(state, "markdown_status")
	raw := idle.get(path+"/markdown", "Accept", "text/markdown").ok()
	if (a.value("markdown_generated_at") == nil) != (state == "pending") || (m.value("markdown_generated_at") == nil) != (state == "pending") {
		u.Errorf("%s, but generated at %v and %v", state, a.value("markdown_generated_at"), m.value("markdown_generated_at"))
	}
	if (m.value("markdown_error") == nil) == (state == "failed") {
		u.Errorf("%s, and the error is %v", state, m.value("markdown_error"))
	}
	if markdown == "" {
		m.want(nil, "markdown")
		raw.want(state, "markdown_status")
		return
	}
	m.want(markdown, "markdown")
	if string(raw.body) != markdown || raw.header.Get("Content-Type") != "text/markdown; charset=utf-8" {
		u.Errorf("raw: %s %s", raw.header.Get("Content-Type"), clip(raw.body))
	}
}
