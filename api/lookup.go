package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// document is what is known of a request.
type document struct {
	request      event.Request
	step         event.Step       // while in progress
	at           time.Time        // while in progress: when the step was reached; zero: not known
	documentType *string          // while in progress: the type given or found
	text         place            // while in progress
	completed    *event.Completed // once ended; from the query store without what no answer needs
	end          *event.Pointer   // once ended: where in the log; nil: only the query store knows it
	record       []byte           // the status record as the query store keeps it; nil: to be rendered
}

func (d document) ended() bool { return d.completed != nil }

// reached is the document as a state of the index has it.
func (d document) reached(s status.State) document {
	d.step, d.at, d.documentType, d.text = s.Step, s.At, s.DocumentType, place{s.Text, s.TextAt}
	return d
}

// told is the document as a status event has it.
func (d document) told(s event.Status) document {
	d.step, d.at, d.documentType, d.text = s.Step, s.At, s.DocumentType, placeOf(s)
	return d
}

// The places a document is found in, for the metric.
const (
	sourceLog   = "log"
	sourceStore = "store"
	sourceScan  = "scan"
)

// lookup finds a request of an account. An identifier that was made up, or is
// another account's, is told from the account's own before anything is asked.
func (s *Service) lookup(ctx context.Context, account, id string) (document, error) {
	return s.lookupBy(ctx, account, id, s.store.find)
}

// storeLookup asks the query store for a request.
type storeLookup func(ctx context.Context, account, id string) (document, error)

// lookupBy is lookup by another way of asking the query store.
func (s *Service) lookupBy(ctx context.Context, account, id string, ask storeLookup) (document, error) {
	if !s.ids.Valid(id, account) {
		return document{}, errNotFound
	}
	erased := s.erasedAside(ctx, id)
	doc, source, err := s.find(ctx, account, id, ask)
	if <-erased {
		err = errNotFound
	}
	switch {
	case errors.Is(err, errNotFound):
		source = "none"
	case err != nil:
		source = "unavailable"
	}
	s.lookups.WithLabelValues(source).Inc()
	if err != nil {
		return document{}, err
	}
	return s.opened(doc), nil
}

// opened gives the document's callback URL back as the client gave it. One sealed under
// another secret key is shown as it is kept, which gives nothing away.
func (s *Service) opened(doc document) document {
	if doc.request.Callback == nil {
		return doc
	}
	kept := doc.request.Callback.URL
	given, err := s.keys.OpenURL(kept, doc.request.ID)
	if err != nil || given == kept {
		return doc
	}
	callback := *doc.request.Callback
	callback.URL = given
	doc.request.Callback = &callback
	if doc.completed != nil {
		completed := *doc.completed
		completed.Request.Callback = &callback
		doc.completed = &completed
	}
	if doc.record != nil {
		doc.record = bytes.Replace(doc.record, quoted(kept), quoted(given), 1)
	}
	return doc
}

// quoted writes a text as a rendered record has it.
func quoted(text string) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text and a buffer do not fail
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// find asks in turn: the index, the log by pointer, the query store, the log by
// a scan.
func (s *Service) find(ctx context.Context, account, id string, ask storeLookup) (document, string, error) {
	state, held := s.index.Get(id)
	var behind error
	if !held || !state.Terminal() {
		// What was acknowledged before this call has to show in its answer.
		behind = s.index.CaughtUp(ctx, id)
		state, held = s.index.Get(id)
	}
	if held && state.Account != account {
		return document{}, "", errNotFound
	}
	if held && (behind == nil || state.Terminal()) {
		doc, err := s.fromLog(ctx, state)
		if err == nil {
			return doc, sourceLog, nil
		}
		if !errors.Is(err, kafka.ErrGone) {
			s.log.Debug("reading a request from the log", "error", err)
		}
	}
	commits, err := s.kafka.Commits(ctx, topic.GroupSink)
	if err != nil {
		commits = nil
	}
	stored, err := ask(ctx, account, id)
	storeDown := err != nil && !errors.Is(err, errNotFound)
	if err == nil && stored.ended() {
		if !held || stored.completed.Request.Revision >= state.Revision {
			return stored, sourceStore, nil
		}
		stored, err = s.store.find(ctx, account, id) // a newer run is under way: the request itself is needed
	}
	if behind != nil {
		// Neither copy is known to be current.
		return document{}, "", fmt.Errorf("%w: %w", errUnavailable, behind)
	}
	if held {
		return s.inProgress(ctx, state, stored, err)
	}
	return s.beyondIndex(ctx, id, stored, err == nil, storeDown, commits)
}

// fromLog reads the record that a state points to.
func (s *Service) fromLog(ctx context.Context, state status.State) (document, error) {
	if state.Terminal() {
		return s.endAt(ctx, state.RequestID, state.Completed)
	}
	if state.Submitted == nil {
		return document{}, kafka.ErrGone
	}
	rec, err := s.kafka.ReadAt(ctx, *state.Submitted)
	if err != nil {
		return document{}, err
	}
	var ev event.Submitted
	if err := s.kafka.Decode(ctx, rec, &ev); err != nil {
		return document{}, err
	}
	if ev.Request.ID != state.RequestID {
		return document{}, kafka.ErrGone // another topic by the same name
	}
	return document{request: ev.Request}.reached(state), nil
}

func (s *Service) endAt(ctx context.Context, id string, at *event.Pointer) (document, error) {
	if at == nil {
		return document{}, kafka.ErrGone
	}
	rec, err := s.kafka.ReadAt(ctx, *at)
	if err != nil {
		return document{}, err
	}
	var c event.Completed
	if err := s.kafka.Decode(ctx, rec, &c); err != nil {
		return document{}, err
	}
	if c.Request.ID != id {
		return document{}, kafka.ErrGone
	}
	return document{request: c.Request, completed: &c, end: at}, nil
}

// inProgress answers for a request that the index holds, when the log no longer
// has the record it points to, or when it points to none.
func (s *Service) inProgress(ctx context.Context, state status.State, stored document, err error) (document, string, error) {
	if state.Terminal() {
		return document{}, "", fmt.Errorf("%w: the result is in neither copy yet", errUnavailable)
	}
	if err == nil {
		stored.completed, stored.record = nil, nil
		return stored.reached(state), sourceStore, nil
	}
	request, found, err := s.scanRequest(ctx, state.RequestID)
	if err != nil || !found {
		return document{}, "", fmt.Errorf("%w: the request is in neither copy yet", errUnavailable)
	}
	return document{request: request}.reached(state), sourceScan, nil
}

// beyondIndex answers for a request that the index, which has read all there
// is, does not hold: it is older than the index, or there is none. All that the
// sink has committed is in the store; what lies between that and the index is
// scanned, and without the store all from the identifier's own time on.
func (s *Service) beyondIndex(ctx context.Context, id string, stored document, found, storeDown bool, commits kadm.OffsetResponses) (document, string, error) {
	at, _ := requestid.Time(id)
	if storeDown && time.Since(at) > s.cfg.Keep {
		return document{}, "", fmt.Errorf("%w: older than the log, and the query store is away", errUnavailable)
	}
	if storeDown {
		commits = nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.ScanTimeout)
	defer cancel()
	last, err := s.scanState(ctx, id, at, commits)
	if err == nil && !last.ended() && (found || last.status != nil || last.request != nil) && !storeDown {
		err = s.scanEnd(ctx, id, at, commits, &last)
	}
	if err != nil {
		return document{}, "", fmt.Errorf("%w: %w", errUnavailable, err)
	}
	switch {
	case last.completed != nil:
		return document{request: last.completed.Request, completed: last.completed}, sourceScan, nil
	case last.ended():
		doc, err := s.endAt(ctx, id, last.status.Completed)
		if err != nil {
			return document{}, "", fmt.Errorf("%w: %w", errUnavailable, err)
		}
		return doc, sourceScan, nil
	case found && last.status != nil:
		return stored.told(*last.status), sourceStore, nil
	case found:
		if stored.text, err = s.storedPlace(ctx, stored); err != nil {
			return document{}, "", fmt.Errorf("%w: the last status: %w", errUnavailable, err)
		}
		return stored, sourceStore, nil
	case last.request != nil:
		doc := document{request: *last.request, step: event.StepReceived, documentType: last.request.DocumentType}
		if last.status != nil {
			doc = doc.told(*last.status)
		}
		return doc, sourceScan, nil
	case last.status != nil:
		return document{}, "", fmt.Errorf("%w: the request is in neither copy", errUnavailable)
	case storeDown:
		if err := s.reachesBack(ctx, id, at); err != nil {
			return document{}, "", fmt.Errorf("%w: the query store is away, and %w", errUnavailable, err)
		}
	}
	return document{}, "", errNotFound
}
