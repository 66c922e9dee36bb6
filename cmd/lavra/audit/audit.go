// Package audit proves from what is stored that every accepted request ended
// once, that its rows stand once, and that its callbacks were tried one to three
// times, and that no file is missing that one under way still needs.
//
// In come the log's topics, the query store's views, the letters, and whether files are there,
// as they are at one moment; out goes a count of each fault, with some identifiers. Nothing
// is written, and no content is read into the report. What the log has let go
// (results after 7 days) is audited by the query store alone.
package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/schemas/event"
)

// Config says what is looked at.
type Config struct {
	Since    time.Time     // requests accepted from then on
	Deadline time.Duration // one that is open for longer is stuck
}

// Deps are what is asked. Letters has read all there is.
type Deps struct {
	Kafka   *kafka.Kafka
	Store   *clickhouse.Client // nil: the log alone
	Blobs   *blob.Store        // nil: it is not looked whether files are there
	Letters *deadletter.Index
}

// Fault is a promise that was not kept.
type Fault string

const (
	Lost          Fault = "lost"           // ended, but its result stands nowhere
	Double        Fault = "double"         // ended twice in one run, or differently
	Stuck         Fault = "stuck"          // open past its deadline, and not parked
	FileMissing   Fault = "file missing"   // its run is not over, and its file is not in the blob store
	RowMissing    Fault = "row missing"    // the sink passed its end or an attempt, and a table of the query store lacks it
	RowDouble     Fault = "row double"     // more than one row in documents, or of a field, stage, event or attempt
	RowDiffers    Fault = "row differs"    // the query store says another end, or one of another run, than the log
	Aggregates    Fault = "aggregates"     // a view by hour or day counts others than there are
	CallbackOver  Fault = "callback over"  // tried more than three times
	CallbackUnder Fault = "callback under" // never tried, or given up before three
)

// Faults lists them all, in the order of the report.
func Faults() []Fault {
	return []Fault{Lost, Double, Stuck, FileMissing, RowMissing, RowDouble, RowDiffers, Aggregates, CallbackOver, CallbackUnder}
}

// Report is what an audit found.
type Report struct {
	Since     time.Time          `json:"since"`
	Accepted  int                `json:"accepted"`
	Ended     int                `json:"ended"`
	Failed    int                `json:"failed"` // of those that ended
	Open      int                `json:"open"`   // within their deadline
	Erased    int                `json:"erased"` // not looked at any further
	Parked    int                `json:"parked"` // waiting for somebody to look
	Callbacks int                `json:"callbacks"`
	Pending   int                `json:"callbacks_pending"` // not over yet
	Unread    int                `json:"unread"`            // records that cannot be decoded
	Behind    int                `json:"behind"`            // ends that the sink has still to store
	Counts    map[Fault]int      `json:"faults"`
	Examples  map[Fault][]string `json:"examples"` // some request identifiers
}

// Clean reports whether every promise was kept.
func (r *Report) Clean() bool { return len(r.Counts) == 0 }

// Settled reports whether nothing is under way any more.
func (r *Report) Settled() bool { return r.Open == 0 && r.Pending == 0 && r.Behind == 0 && r.Clean() }

const maxExamples = 20

func (r *Report) fault(f Fault, id string) {
	r.Counts[f]++
	if len(r.Examples[f]) < maxExamples {
		r.Examples[f] = append(r.Examples[f], id)
	}
}

// request is what the log and the letters say of one.
type request struct {
	accepted    bool
	file        string         // key in the blob store
	ends        map[int32]*end // by revision
	newest      int32          // revision that was begun
	terminal    bool           // a status says that it ended
	parked      bool
	erased      bool
	rows        int // in documents
	events      int // ends among the events
	rowStatus   string
	rowRevision int32
}

// end is how one run of a request ended.
type end struct {
	eventID string
	outcome event.Outcome
	stored  bool // the sink has passed it
	calls   bool // a callback was due
	at      time.Time
}

// delivery is what was tried of a callback.
type delivery struct {
	requestID string
	attempts  int32
	starts    map[string]bool // distinct attempts that were begun
	stored    map[int32]bool  // attempts that the sink has passed
	rows      int             // attempts that the query store has
	over      bool            // delivered or given up
	last      time.Time       // when the last attempt was begun or over
}

// audit is one at work.
type audit struct {
	cfg        Config
	deps       Deps
	report     *Report
	requests   map[string]*request
	deliveries map[string]*delivery
	idle       bool // no callback waited when the audit began
	began      time.Time
}

// Run audits.
func Run(ctx context.Context, cfg Config, deps Deps) (*Report, error) {
	if deps.Kafka == nil || deps.Letters == nil {
		return nil, errors.New("audit: kafka and letters are needed")
	}
	a := &audit{cfg: cfg, deps: deps, began: time.Now(), requests: map[string]*request{}, deliveries: map[string]*delivery{},
		report: &Report{Since: cfg.Since, Counts: map[Fault]int{}, Examples: map[Fault][]string{}}}
	for _, step := range []struct {
		what string
		do   func(context.Context) error
	}{{"reading the log", a.readLog}, {"reading the letters", a.readLetters}, {"asking the query store", a.readStore}, {"looking for files", a.lookForFiles}} {
		if err := step.do(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", step.what, err)
		}
	}
	for id, r := range a.requests {
		a.judge(id, r)
	}
	for _, d := range a.deliveries {
		a.judgeDelivery(d)
	}
	return a.report, nil
}

// of gives a request of the period; nil for another.
func (a *audit) of(id string) *request {
	at, ok := requestid.Time(id)
	if !ok || at.Before(a.cfg.Since) {
		return nil
	}
	r := a.requests[id]
	if r == nil {
		r = &request{ends: map[int32]*end{}}
		a.requests[id] = r
	}
	return r
}

// storedOnly reports whether the query store has its end: the log has let it go.
func (r *request) storedOnly() bool {
	return r.rows > 0 && r.rowStatus != "in_progress" && r.rowRevision >= r.newest
}

// underWay reports whether its newest run still has to end, so that its file is needed.
func (r *request) underWay() bool {
	return !r.erased && r.ends[r.newest] == nil && !r.terminal && !r.storedOnly()
}

// judge counts what a request is, and what is wrong with it.
func (a *audit) judge(id string, r *request) {
	report := a.report
	report.Accepted++
	if r.erased {
		report.Erased++
		return
	}
	last := r.ends[r.newest]
	switch {
	case last == nil && r.storedOnly():
		report.Ended++
	case last == nil && r.terminal:
		report.fault(Lost, id)
	case last == nil && r.parked:
		report.Parked++
	case last == nil:
		if at, _ := requestid.Time(id); time.Since(at) > a.cfg.Deadline {
			report.fault(Stuck, id)
		} else {
			report.Open++
		}
	default:
		report.Ended++
		if last.outcome == event.Failed {
			report.Failed++
		}
		a.judgeRow(id, r, last)
	}
	if r.rows > 1 {
		report.fault(RowDouble, id)
	}
	for _, e := range r.ends {
		if !e.calls {
			continue
		}
		report.Callbacks++
		if a.deliveries[e.eventID] == nil {
			a.judgeWaiting(id, e.at)
		}
	}
}

// storedEnds counts the runs whose end the sink has passed.
func (r *request) storedEnds() (n int) {
	for _, e := range r.ends {
		if e.stored {
			n++
		}
	}
	return n
}

func (a *audit) judgeRow(id string, r *request, last *end) {
	switch {
	case a.deps.Store == nil:
	case !last.stored:
		a.report.Behind++
	case r.rows == 0 || r.events < r.storedEnds():
		a.report.fault(RowMissing, id)
	case r.rowStatus != string(last.outcome) || r.rowRevision < r.newest:
		a.report.fault(RowDiffers, id)
	}
}

func (a *audit) judgeDelivery(d *delivery) {
	r := a.requests[d.requestID]
	switch {
	case r != nil && r.erased: // it stops wherever it is
	case d.attempts > maxAttempts || len(d.starts) > maxAttempts:
		a.report.fault(CallbackOver, d.requestID)
	case a.deps.Store != nil && d.rows < len(d.stored):
		a.report.fault(RowMissing, d.requestID)
	case !d.over:
		a.judgeWaiting(d.requestID, d.last)
	}
}

// judgeWaiting is for a callback that is not over, of which the last was heard at
// a time: where that was before the audit began, and no callback waited then, it
// never will be.
func (a *audit) judgeWaiting(requestID string, last time.Time) {
	if a.idle && last.Before(a.began.Add(-clockSkew)) {
		a.report.fault(CallbackUnder, requestID)
		return
	}
	a.report.Pending++
}

// maxAttempts is how often a callback is tried.
const maxAttempts = 3
