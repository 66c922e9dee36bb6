package deadletter

import (
	"context"
	"strconv"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// revised is an event of the way whose request can be run again.
type revised struct {
	event     any // a pointer
	made      string
	id        *string
	request   *event.Request
	submitted func() *event.Pointer
	found     func() *string // the type
}

// revisedBy gives the event that a letter holds; nil where running it again
// would not be another run of its request: what the sink could not store.
func revisedBy(l Letter) *revised {
	if l.From == nil || l.Stage == topic.GroupSink {
		return nil
	}
	switch topic.Unlane(l.From.Topic) {
	case topic.Submitted:
		var e event.Submitted
		return &revised{&e, "submitted", &e.EventID, &e.Request, func() *event.Pointer { return nil }, func() *string { return e.Request.DocumentType }}
	case topic.Read:
		var e event.Read
		return &revised{&e, "ocr", &e.EventID, &e.Request, func() *event.Pointer { return e.Submitted }, func() *string { return e.Request.DocumentType }}
	case topic.Classified:
		var e event.Classified
		return &revised{&e, "classification", &e.EventID, &e.Request, func() *event.Pointer { return e.Submitted }, func() *string { return e.Detection.Type }}
	case topic.Extracted:
		var e event.Extracted
		return &revised{&e, "extraction", &e.EventID, &e.Request, func() *event.Pointer { return e.Submitted }, func() *string { return e.Detection.Type }}
	}
	return nil
}

// runAgain puts a record back under the next revision of its request.
func (d *Desk) runAgain(ctx context.Context, l Letter, rec *kgo.Record, callbacks bool) error {
	e := revisedBy(l)
	if err := d.kafka.Decode(ctx, rec, e.event); err != nil {
		return err
	}
	e.request.Revision++
	if e.request.Callback != nil && !callbacks {
		silent := *e.request.Callback
		silent.Method = ""
		e.request.Callback = &silent
	}
	*e.id = event.ID(e.request.ID, e.made, e.request.Revision)
	headers := append(kafka.WayOf(*e.request, e.submitted()).OfType(e.found()).Headers(),
		header(stage.HeaderReplays, strconv.Itoa(l.Replays+1)), header(stage.HeaderFor, l.Stage))
	_, err := d.kafka.Produce(ctx, l.From.Topic, string(rec.Key), e.event, headers...)
	return err
}
