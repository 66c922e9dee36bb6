package sink

import (
	"encoding/json"
	"slices"
	"time"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

var resultColumns = slices.Concat(requestColumns, []string{
	"step", "outcome", "document_type", "completed_at", "duration_ms", "working_ms", "waiting_ms", "cpu_ms", "pages",
	"page_source", "layout_key", "duplicate_key",
	"record", "markdown", "markdown_error", "markdown_at", "geometry", "reliability_score",
	"detected_type", "detection_confidence", "detection_reason", "missing_fields", "invalid_fields", "inconsistencies",
	"catalogue_version", "extractor_version",
	"stages.stage", "stages.started_at", "stages.finished_at", "stages.waited_ms", "stages.cpu_us"}, leafColumns)

var resultsTable = newTable("results_raw", resultColumns...)

// completedRows makes all that an end says: the event, the result whole, and the
// state that takes the request out of those under way.
func completedRows(c event.Completed, src source) ([]row, error) {
	record, err := result.Ended(c)
	if err != nil {
		return nil, unrenderable("its result is not JSON")
	}
	places := c.Places
	if places == nil {
		places = []event.Place{}
	}
	geometry, err := json.Marshal(places)
	if err != nil {
		return nil, unrenderable("its geometry is not JSON")
	}
	step := event.StepCompleted
	if c.Outcome == event.Failed {
		step = event.StepFailed
	}
	r := c.Request
	state := stateRow{requestID: r.ID, account: r.Account, revision: r.Revision, acceptedAt: r.AcceptedAt, step: step, outcome: string(c.Outcome),
		documentType: text(c.Detection.Type), at: c.CompletedAt, version: version(r.Revision, rankMax, src.offset)}
	return []row{
		eventRow{c.EventID, "completed", r.ID, r.Account, batchID(r.Batch), r.Lane, r.Revision, step, string(c.Outcome), text(c.Detection.Type),
			c.CompletedAt, r.AcceptedAt}.row(src),
		{resultsTable, resultValues(c, step, record, geometry, src)},
		state.row(),
	}, nil
}

func resultValues(c event.Completed, step event.Step, record, geometry []byte, src source) []any {
	r, x, det := c.Request, c.Extraction, c.Detection
	stages := stagesOf(c)
	total := max(c.CompletedAt.Sub(r.AcceptedAt).Milliseconds(), 0)
	leaves := leavesOf(c)
	values := append(appendRequest(make([]any, 0, len(resultColumns)), c.EventID, r, src),
		string(step), string(c.Outcome), text(det.Type), stamp(c.CompletedAt), total, stages.working, max(total-stages.working, 0), stages.cpuMS(), c.PageCount,
		pageSource(c), layoutKey(c), leaves.duplicateKey,
		record, x.Markdown, x.MarkdownError, stamp(x.MarkdownAt), geometry, x.Quality.ReliabilityScore,
		text(det.Detected), det.Confidence, text(det.Reason), x.Quality.MissingFields, leaves.invalid, x.Quality.Inconsistencies,
		x.CatalogueVersion, x.EngineVersion,
		stages.names, stages.started, stages.finished, stages.waited, stages.cpu)
	return leaves.appendTo(values)
}

// stageTimes are the stages of a result, each column a list.
type stageTimes struct {
	names             []string
	started, finished []time.Time
	waited            []int64
	cpu               []*int64 // microseconds; nil: not measured
	working           int64
}

// cpuMS is the processor time of all stages; nil where one of them measured none, since a
// part of a cost is no cost.
func (t stageTimes) cpuMS() *int64 {
	var micros int64
	for _, used := range t.cpu {
		if used == nil {
			return nil
		}
		micros += *used
	}
	if len(t.cpu) == 0 {
		return nil
	}
	millis := (micros + 500) / 1000
	return &millis
}

// stagesOf lays the stages out in the order in which they worked; what lies
// between two is time that the request waited for the second.
func stagesOf(c event.Completed) stageTimes {
	all := slices.Clone(c.Stages)
	slices.SortStableFunc(all, func(a, b event.StageTime) int { return a.Started.Compare(b.Started) })
	var t stageTimes
	before := c.Request.AcceptedAt
	for _, s := range all {
		t.names = append(t.names, s.Stage)
		t.started, t.finished = append(t.started, stamp(s.Started)), append(t.finished, stamp(s.Finished))
		t.waited = append(t.waited, max(s.Started.Sub(before).Milliseconds(), 0))
		t.cpu = append(t.cpu, s.CPUMicros)
		t.working += max(s.Finished.Sub(s.Started).Milliseconds(), 0)
		before = s.Finished
	}
	return t
}

// pageSource is where the text of the pages comes from; empty where the event
// does not say.
func pageSource(c event.Completed) string {
	if c.Request.File.Format == event.XML {
		return string(event.XML)
	}
	return c.PageSource
}
