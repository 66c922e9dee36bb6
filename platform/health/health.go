// Package health tells balancers, orchestrators and people how a process is: of
// /livez and /readyz the status code matters, /health has the detail.
//
// In come checks of what the process needs or uses; out go three handlers. A part
// that is only used, as the query store is by those that answer from the log,
// makes a process degraded and leaves it ready. What is wrong with a part is in
// the log: an answer that needs no key has a word of a short list at most.
package health

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Check asks a part whether it is there.
type Check struct {
	Name   string
	Needed bool                        // without it the process cannot do its work
	Ask    func(context.Context) error // nil: the operator went on without it, which is said
}

// Reason is a fault that is told to everybody: one of the few that are declared
// here. Any other is "unavailable".
type Reason string

func (r Reason) Error() string { return string(r) }

// Enough is the room that a disk needs to have left: the largest batch, 200 MiB,
// and what the log and the query store write beside it.
const Enough = 256 << 20

// What can be wrong with a part that answers.
const (
	DiskFull    Reason = "disk_full"
	Behind      Reason = "behind"       // what waits is older than it may be
	RecordsGone Reason = "records_gone" // records were deleted before they were read
)

// State is how a process is.
type State struct {
	version string
	log     *slog.Logger

	mu      sync.Mutex
	checks  []Check
	started bool
	ended   <-chan struct{}
}

// New is of a process that starts and will be told to end by ctx.
func New(ctx context.Context, version string, log *slog.Logger) *State {
	return &State{version: version, log: log, ended: ctx.Done()}
}

// Started says that the process does its work, and what that depends on.
func (s *State) Started(checks ...Check) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checks, s.started = checks, true
}

// Record is the answer of /health and /readyz.
type Record struct {
	Status  string            `json:"status"` // ok, degraded, starting or stopping
	Version string            `json:"version"`
	Checks  map[string]string `json:"checks"`
}

// patience is what a part has to answer in: less than balancers wait.
const patience = 2 * time.Second

// look asks all checks at once.
func (s *State) look(ctx context.Context) (r Record, ready bool) {
	s.mu.Lock()
	checks, started := s.checks, s.started
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	faults := make([]error, len(checks))
	var asked sync.WaitGroup
	for i, c := range checks {
		if c.Ask != nil {
			asked.Go(func() { faults[i] = c.Ask(ctx) })
		}
	}
	asked.Wait()
	r, ready = Record{"ok", s.version, map[string]string{}}, true
	for i, c := range checks {
		r.Checks[c.Name] = "ok"
		if c.Ask == nil {
			r.Checks[c.Name] = "off"
		}
		if faults[i] != nil {
			r.Checks[c.Name], r.Status = "unavailable", "degraded"
			if reason := Reason(""); errors.As(faults[i], &reason) {
				r.Checks[c.Name] = string(reason)
			}
			ready = ready && !c.Needed
			s.log.Debug("a health check failed", "check", c.Name, "error", faults[i])
		}
	}
	if !started {
		r.Status, ready = "starting", false
	}
	select {
	case <-s.ended:
		r.Status, ready = "stopping", false
	default:
	}
	return r, ready
}

// Live answers /livez: the process is there. What it depends on does not matter,
// for nothing gets better by ending it.
func (s *State) Live(w http.ResponseWriter, _ *http.Request) {
	write(w, true, struct {
		Status string `json:"status"`
	}{"ok"})
}

// Ready answers /readyz: whether the process can do its work now.
func (s *State) Ready(w http.ResponseWriter, r *http.Request) {
	record, ready := s.look(r.Context())
	write(w, ready, record)
}

// Detail answers /health: whether everything is well.
func (s *State) Detail(w http.ResponseWriter, r *http.Request) {
	record, _ := s.look(r.Context())
	write(w, record.Status == "ok", record)
}

func write(w http.ResponseWriter, well bool, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	code := http.StatusOK
	if !well {
		code = http.StatusServiceUnavailable
	}
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(body) // a client that is gone needs no answer
}
