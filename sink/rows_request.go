package sink

import (
	"time"

	"lavra.dev/schemas/event"
)

var requestColumns = []string{
	"request_id", "version", "event_id", "revision", "account", "accepted_at", "accepted_day", "lane",
	"operation", "provided_type", "batch_id", "batch_index", "batch_total",
	"file_name", "file_format", "file_size", "file_sha256", "reference_id", "metadata", "callback_url", "file_key",
}

var requestsTable = newTable("requests_raw", requestColumns...)

// appendRequest adds what was asked, in the order of requestColumns.
func appendRequest(values []any, eventID string, r event.Request, src source) []any {
	var batch event.Batch
	if r.Batch != nil {
		batch = *r.Batch
	}
	var callbackURL *string
	if r.Callback != nil {
		callbackURL = &r.Callback.URL
	}
	return append(values,
		r.ID, version(r.Revision, 0, src.offset), eventID, r.Revision, r.Account, stamp(r.AcceptedAt), dayOf(r.ID, r.AcceptedAt), string(r.Lane),
		string(r.Operation), text(r.DocumentType), batch.ID, batch.Index, batch.Total,
		r.File.Name, string(r.File.Format), r.File.Size, r.File.SHA256, r.ReferenceID, r.Metadata, callbackURL, r.File.URI)
}

var statesTable = newTable("states_raw",
	"request_id", "version", "revision", "open", "account", "accepted_day", "step", "outcome", "document_type", "at")

// stateRow is how far a request is.
type stateRow struct {
	requestID, account string
	version            uint64
	revision           int32
	acceptedAt         time.Time
	step               event.Step
	outcome            string // empty: it has not ended
	documentType       string
	at                 time.Time
}

func (s stateRow) row() row {
	open := uint8(0)
	if s.outcome == "" {
		open = 1
	}
	return row{statesTable, []any{s.requestID, s.version, s.revision, open, s.account, dayOf(s.requestID, s.acceptedAt), string(s.step), s.outcome, s.documentType, stamp(s.at)}}
}
