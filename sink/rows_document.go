package sink

import (
	"encoding/json"
	"time"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

var documentsTable = newTable("documents_raw",
	"request_id", "part", "version", "event_id", "revision", "account", "accepted_at", "accepted_day", "lane", "batch_id",
	"operation", "provided_type", "batch_index", "batch_total", "file_name", "file_format", "file_size", "file_sha256",
	"reference_id", "metadata", "callback_url",
	"step", "outcome", "document_type", "at",
	"pages", "record", "markdown", "markdown_error", "markdown_at", "geometry", "reliability_score",
	"detected_type", "detection_confidence", "detection_reason", "missing_fields", "inconsistencies",
	"catalogue_version", "extractor_version")

// Parts of a document.
const (
	partRequest = "request"
	partState   = "state"
	partResult  = "result"
)

// documentRow is one of the three rows of a document; what its part does not
// have stays empty.
type documentRow struct {
	part    string
	version uint64
	eventID string
	request event.Request

	step         event.Step
	outcome      string
	documentType string
	at           time.Time

	record    []byte
	geometry  []byte
	completed event.Completed
}

func (d documentRow) row() row {
	r, x, det := d.request, d.completed.Extraction, d.completed.Detection
	var batch event.Batch
	if r.Batch != nil {
		batch = *r.Batch
	}
	var callbackURL *string
	if r.Callback != nil {
		callbackURL = &r.Callback.URL
	}
	return row{documentsTable, []any{
		r.ID, d.part, d.version, d.eventID, r.Revision, r.Account, stamp(r.AcceptedAt), dayOf(r.ID, r.AcceptedAt), string(r.Lane), batch.ID,
		string(r.Operation), text(r.DocumentType), batch.Index, batch.Total, r.File.Name, string(r.File.Format), r.File.Size, r.File.SHA256,
		r.ReferenceID, r.Metadata, callbackURL,
		string(d.step), d.outcome, d.documentType, stamp(d.at),
		d.completed.PageCount, string(d.record), x.Markdown, x.MarkdownError, stamp(x.MarkdownAt), string(d.geometry), x.Quality.ReliabilityScore,
		text(det.Detected), det.Confidence, text(det.Reason), x.Quality.MissingFields, x.Quality.Inconsistencies,
		x.CatalogueVersion, x.EngineVersion,
	}}
}

func requestRow(eventID string, r event.Request, src source) documentRow {
	return documentRow{part: partRequest, eventID: eventID, request: r, version: version(r.Revision, 0, src.offset)}
}

// completedRows makes all that an end says: the event, the document's three
// rows, a row per leaf and per stage.
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
	head := event.Request{ID: r.ID, Account: r.Account, Revision: r.Revision, Lane: r.Lane, AcceptedAt: r.AcceptedAt, Batch: r.Batch}
	state := documentRow{
		part: partState, eventID: c.EventID, request: head, version: version(r.Revision, rankMax, src.offset),
		step: step, outcome: string(c.Outcome), documentType: text(c.Detection.Type), at: c.CompletedAt,
	}
	end := state
	end.part, end.record, end.geometry, end.completed = partResult, record, geometry, c
	rows := []row{
		eventRow{c.EventID, "completed", r.ID, r.Account, batchID(r.Batch), r.Lane, r.Revision, step, string(c.Outcome), text(c.Detection.Type),
			c.CompletedAt, r.AcceptedAt}.row(src),
		requestRow(c.EventID, r, src).row(),
		state.row(),
		end.row(),
	}
	rows = append(rows, stageRows(c, src)...)
	rows = append(rows, supersededRows(c)...)
	return append(rows, fieldRows(c, src)...), nil
}

var stagesTable = newTable("stages_raw",
	"request_id", "revision", "stage", "version", "event_id", "account", "lane", "document_type", "outcome",
	"accepted_at", "accepted_day", "started_at", "finished_at", "duration_ms")

// stageTotal is the time from acceptance to the end.
const stageTotal = "total"

func stageRows(c event.Completed, src source) []row {
	r := c.Request
	all := append([]event.StageTime{{Stage: stageTotal, Started: r.AcceptedAt, Finished: c.CompletedAt}}, c.Stages...)
	rows := make([]row, 0, len(all))
	for _, s := range all {
		rows = append(rows, row{stagesTable, []any{
			r.ID, r.Revision, s.Stage, version(0, 0, src.offset), c.EventID, r.Account, string(r.Lane), text(c.Detection.Type), string(c.Outcome),
			stamp(r.AcceptedAt), dayOf(r.ID, r.AcceptedAt), stamp(s.Started), stamp(s.Finished), max(s.Finished.Sub(s.Started).Milliseconds(), 0),
		}})
	}
	return rows
}

var supersededTable = newTable("superseded_raw", "request_id", "revision", "accepted_day")

// supersededRows name the runs before this one.
func supersededRows(c event.Completed) []row {
	var rows []row
	for revision := int32(1); revision < min(c.Request.Revision, runMax); revision++ {
		rows = append(rows, row{supersededTable, []any{c.Request.ID, revision, dayOf(c.Request.ID, c.Request.AcceptedAt)}})
	}
	return rows
}
