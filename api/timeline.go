package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

// timelineRecord says when each stage worked on a request, how long the request
// waited for it, and what became of its callback.
type timelineRecord struct {
	RequestID   string            `json:"request_id"`
	Status      string            `json:"status"`
	CurrentStep event.Step        `json:"current_step"`
	CreatedAt   string            `json:"created_at"`
	CompletedAt *string           `json:"completed_at"`
	TotalMS     int64             `json:"total_ms"`   // so far, while in progress
	WorkingMS   *int64            `json:"working_ms"` // null: still in progress
	WaitingMS   *int64            `json:"waiting_ms"`
	Stages      []stageRecord     `json:"stages"`
	Waiting     *waitingRecord    `json:"waiting"` // null: has ended
	Callback    *callbackTimeline `json:"callback"`
}

type stageRecord struct {
	Stage      string  `json:"stage"`
	WaitedMS   *int64  `json:"waited_ms"` // null: not known before the request ends
	StartedAt  string  `json:"started_at"`
	FinishedAt *string `json:"finished_at"`
	WorkedMS   *int64  `json:"worked_ms"`
}

// waitingRecord is why a request has not ended.
type waitingRecord struct {
	Reason  string `json:"reason"`
	Since   string `json:"since"`
	Ahead   *int64 `json:"ahead"`   // records before it in its queue; null: not known
	Message string `json:"message"` // in Portuguese
}

// callbackTimeline is how the result was delivered.
type callbackTimeline struct {
	Host     string            `json:"host"`
	Status   string            `json:"status"` // pending, delivered or exhausted
	Attempts []callbackAttempt `json:"attempts"`
}

type callbackAttempt struct {
	Attempt    int32   `json:"attempt"`
	Outcome    string  `json:"outcome"`
	StatusCode *int32  `json:"status_code"`
	Error      *string `json:"error"`
	DurationMS int64   `json:"duration_ms"`
	At         string  `json:"at"`
}

const (
	callbackPending   = "pending"
	callbackDelivered = "delivered"
	callbackExhausted = "exhausted"
)

// getTimeline answers GET /extract/{requestId}/timeline.
func (s *Service) getTimeline(w http.ResponseWriter, r *http.Request) {
	doc, err := s.lookup(r.Context(), web.Account(r.Context()), mux.Vars(r)["requestId"])
	if err != nil {
		s.fail(w, r, err)
		return
	}
	record, err := s.timeline(r.Context(), doc)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	web.AnswerJSON(w, r, record)
}

func (s *Service) timeline(ctx context.Context, doc document) (timelineRecord, error) {
	r := doc.request
	record := timelineRecord{RequestID: r.ID, CreatedAt: result.Timestamp(r.AcceptedAt)}
	if !doc.ended() {
		record.Status, record.CurrentStep = inProgress, doc.step
		record.TotalMS = max(time.Since(r.AcceptedAt).Milliseconds(), 0)
		record.Stages = startedStages(doc)
		waiting := s.waiting(ctx, doc)
		record.Waiting = &waiting
		record.Callback = callbackOf(r, nil)
		return record, nil
	}
	c := doc.completed
	stages := c.Stages
	if doc.record != nil { // from the query store, which keeps them in a table of their own
		var err error
		if stages, err = s.store.stages(ctx, r.ID, c.Request.Revision); err != nil {
			return record, fmt.Errorf("%w: %w", errUnavailable, err)
		}
	}
	record.Status, record.CurrentStep = string(c.Outcome), event.StepCompleted
	if c.Outcome == event.Failed {
		record.CurrentStep = event.StepFailed
	}
	at := result.Timestamp(c.CompletedAt)
	record.CompletedAt = &at
	record.TotalMS = max(c.CompletedAt.Sub(r.AcceptedAt).Milliseconds(), 0)
	var working int64
	record.Stages, working = finishedStages(r.AcceptedAt, stages)
	waiting := max(record.TotalMS-working, 0)
	record.WorkingMS, record.WaitingMS = &working, &waiting
	if r.Callback == nil {
		return record, nil
	}
	attempts, err := s.store.attempts(ctx, r.ID)
	if err != nil {
		return record, fmt.Errorf("%w: %w", errUnavailable, err)
	}
	record.Callback = callbackOf(r, attempts)
	return record, nil
}

// finishedStages lays the stages out one after the other; what lies between two
// is time that the request waited for the second.
func finishedStages(accepted time.Time, stages []event.StageTime) (records []stageRecord, working int64) {
	records = []stageRecord{}
	stages = slices.Clone(stages)
	slices.SortStableFunc(stages, func(a, b event.StageTime) int { return a.Started.Compare(b.Started) })
	before := accepted
	for _, stage := range stages {
		waited, worked := max(stage.Started.Sub(before).Milliseconds(), 0), max(stage.Finished.Sub(stage.Started).Milliseconds(), 0)
		finished := result.Timestamp(stage.Finished)
		records = append(records, stageRecord{stage.Stage, &waited, result.Timestamp(stage.Started), &finished, &worked})
		working += worked
		before = stage.Finished
	}
	return records, working
}

// startedStages is what is known of the stages before the end: which one is the
// furthest, and when it began.
func startedStages(doc document) []stageRecord {
	if doc.step == event.StepReceived || doc.at.IsZero() {
		return []stageRecord{}
	}
	return []stageRecord{{Stage: string(doc.step), StartedAt: result.Timestamp(doc.at)}}
}

// Why a request has not ended.
const (
	reasonQueued = "queued"
	reasonAtWork = "at_work"
)

// waiting says why a request has not ended: no stage has taken it yet, and then
// how many records stand before it, or one has.
func (s *Service) waiting(ctx context.Context, doc document) waitingRecord {
	since := doc.at
	if since.IsZero() {
		since = doc.request.AcceptedAt
	}
	if doc.step != event.StepReceived {
		return waitingRecord{Reason: reasonAtWork, Since: result.Timestamp(since),
			Message: "Em processamento: etapa " + stageNames[doc.step] + "."}
	}
	w := waitingRecord{Reason: reasonQueued, Since: result.Timestamp(since), Message: "Na fila: a leitura do documento ainda não começou."}
	state, held := s.index.Get(doc.request.ID)
	if !held || state.Submitted == nil {
		return w
	}
	commits, err := s.kafka.Commits(ctx, topic.GroupOCR)
	if err != nil {
		return w
	}
	ahead := state.Submitted.Offset
	if commit, ok := commits.Lookup(s.kafka.Topic(state.Submitted.Topic), state.Submitted.Partition); ok && commit.Err == nil && commit.At >= 0 {
		ahead = max(ahead-commit.At, 0)
		w.Ahead = &ahead
	}
	return w
}

// stageNames are what clients call the steps.
var stageNames = map[event.Step]string{
	event.StepOCR: "de leitura", event.StepClassification: "de classificação", event.StepExtraction: "de extração",
	event.StepGeometry: "de localização dos campos na página",
}

func callbackOf(r event.Request, attempts []callbackAttempt) *callbackTimeline {
	if r.Callback == nil {
		return nil
	}
	c := &callbackTimeline{Status: callbackPending, Attempts: attempts}
	if address, err := url.Parse(r.Callback.URL); err == nil {
		c.Host = address.Host
	}
	if attempts == nil {
		c.Attempts = []callbackAttempt{}
	}
	for _, a := range attempts {
		if a.Outcome == callbackDelivered || a.Outcome == callbackExhausted && c.Status != callbackDelivered {
			c.Status = a.Outcome
		}
	}
	return c
}
