package sink

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// errUnrenderable says that an event holds what no row can be made of.
var errUnrenderable = errors.New("no rows can be made of the event")

// rowsOf reads a record and makes its rows; the marker that ends a transaction
// makes none.
func (s *Sink) rowsOf(ctx context.Context, name string, rec *kgo.Record) ([]row, error) {
	if rec.Attrs.IsControl() {
		return nil, nil
	}
	if name == topic.Erasures {
		var ev event.Erasure
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
			return nil, err
		}
		return erasureRows(ev, sourceOf(name, rec)), nil
	}
	if gone, err := s.erased.Drop(ctx, rec); err != nil || gone {
		return nil, err
	}
	switch name {
	case topic.Status:
		var ev event.Status
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
			return nil, err
		}
		return statusRows(ev, sourceOf(name, rec)), nil
	case topic.Completed:
		var ev event.Completed
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
			return nil, err
		}
		return completedRows(ev, sourceOf(name, rec))
	case topic.WebhooksAttempts:
		var ev event.DeliveryAttempt
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil || s.erased.Has(ev.RequestID) {
			return nil, err
		}
		return attemptRows(ev, sourceOf(name, rec)), nil
	case topic.Audit:
		var ev event.AuditEntry
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
			return nil, err
		}
		return auditRows(ev), nil
	case topic.Corrections:
		var ev event.Correction
		if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
			return nil, err
		}
		return correctionRows(ev, sourceOf(name, rec)), nil
	}
	var ev event.Submitted
	if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
		return nil, err
	}
	return submittedRows(ev, sourceOf(name, rec)), nil
}

// source is where in the log a row comes from.
type source struct {
	topic     string // without prefix
	partition int32
	offset    int64
}

func sourceOf(name string, rec *kgo.Record) source { return source{name, rec.Partition, rec.Offset} }

// Bits of a version, from the highest: 4095 runs of a document, 255 steps, and
// what is left counts offsets down, so that the first copy written wins. 2^44
// records are a thousand a second in one partition for 500 years.
const (
	offsetBits = 44
	rankBits   = 8
	offsetMax  = 1<<offsetBits - 1
	rankMax    = 1<<rankBits - 1
	runMax     = 1<<(64-offsetBits-rankBits) - 1
)

// version orders the copies of a row: by run, then by step, then the first one.
func version(revision, rank int32, offset int64) uint64 {
	run := uint64(min(max(revision, 0), runMax))
	step := uint64(min(max(rank, 0), rankMax))
	return run<<(offsetBits+rankBits) | step<<offsetBits | uint64(offsetMax-min(max(offset, 0), offsetMax))
}

// dayOf is the day of a request, from its identifier, which every event of it
// carries unchanged: copies of a row always meet in one partition of the table.
func dayOf(requestID string, acceptedAt time.Time) time.Time {
	at, ok := requestid.Time(requestID)
	if !ok {
		at = acceptedAt
	}
	return stamp(at).Truncate(24 * time.Hour)
}

// The range in which ClickHouse holds both days and times.
var (
	earliest = time.Unix(0, 0).UTC()
	latest   = time.Date(2149, 6, 6, 0, 0, 0, 0, time.UTC)
)

// stamp brings a time into the range of its column.
func stamp(t time.Time) time.Time {
	switch {
	case t.Before(earliest):
		return earliest
	case t.After(latest):
		return latest
	}
	return t.UTC()
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

var eventsTable = newTable("events_raw",
	"event_id", "kind", "request_id", "account", "batch_id", "lane", "revision", "step", "outcome", "document_type",
	"at", "accepted_day", "topic", "kafka_partition", "kafka_offset", "version")

// eventRow is the row of one event in the table of all.
type eventRow struct {
	id, kind, requestID, account, batchID string
	lane                                  event.Lane
	revision                              int32
	step                                  event.Step
	outcome, documentType                 string
	at, acceptedAt                        time.Time
}

func (e eventRow) row(src source) row {
	return row{eventsTable, []any{
		e.id, e.kind, e.requestID, e.account, e.batchID, string(e.lane), e.revision, string(e.step), e.outcome, e.documentType,
		stamp(e.at), dayOf(e.requestID, e.acceptedAt), src.topic, src.partition, src.offset, version(0, 0, src.offset),
	}}
}

func submittedRows(ev event.Submitted, src source) []row {
	r := ev.Request
	state := stateRow{requestID: r.ID, account: r.Account, revision: r.Revision, acceptedAt: r.AcceptedAt, step: event.StepReceived, documentType: text(r.DocumentType),
		at: r.AcceptedAt, version: version(r.Revision, 0, src.offset)}
	return []row{
		eventRow{ev.EventID, "submitted", r.ID, r.Account, batchID(r.Batch), r.Lane, r.Revision, event.StepReceived, "", text(r.DocumentType),
			r.AcceptedAt, r.AcceptedAt}.row(src),
		{requestsTable, appendRequest(make([]any, 0, len(requestColumns)), ev.EventID, r, src)},
		state.row(),
	}
}

// stepRank leaves rank 0 to the submitted event: any status outranks it.
func stepRank(rank int32) int32 { return min(max(rank, 0), rankMax-2) + 1 }

// statusRows leaves the last state to the completed event: whoever sees a
// document as ended then also sees its result.
func statusRows(ev event.Status, src source) []row {
	outcome := ""
	if ev.Outcome != nil {
		outcome = string(*ev.Outcome)
	}
	rows := []row{
		eventRow{ev.EventID, "status", ev.RequestID, ev.Account, text(ev.BatchID), ev.Lane, ev.Revision, ev.Step, outcome, text(ev.DocumentType),
			ev.At, ev.AcceptedAt}.row(src),
	}
	if ev.Outcome != nil {
		return rows
	}
	state := stateRow{requestID: ev.RequestID, account: ev.Account, revision: ev.Revision, acceptedAt: ev.AcceptedAt, step: ev.Step,
		documentType: text(ev.DocumentType), at: ev.At, version: version(ev.Revision, stepRank(ev.Rank), src.offset)}
	return append(rows, state.row())
}

func batchID(b *event.Batch) string {
	if b == nil {
		return ""
	}
	return b.ID
}

var attemptsTable = newTable("webhook_attempts_raw",
	"request_id", "delivery_id", "attempt", "version", "event_id", "account", "accepted_day", "host", "outcome",
	"status_code", "error", "duration_ms", "at")

func attemptRows(ev event.DeliveryAttempt, src source) []row {
	over := int32(1)
	if ev.Outcome == "started" {
		over = 0
	}
	return []row{
		eventRow{id: ev.EventID, kind: "webhook_attempt", requestID: ev.RequestID, account: ev.Account, outcome: ev.Outcome,
			at: ev.At, acceptedAt: ev.At}.row(src),
		{attemptsTable, []any{
			ev.RequestID, ev.DeliveryID, ev.Attempt, version(0, over, src.offset), ev.EventID, ev.Account, dayOf(ev.RequestID, ev.At), ev.Host, ev.Outcome,
			ev.StatusCode, ev.Error, ev.DurationMS, stamp(ev.At),
		}},
	}
}

// unrenderable leaves out what the error says of the content.
func unrenderable(what string) error { return fmt.Errorf("%w: %s", errUnrenderable, what) }
