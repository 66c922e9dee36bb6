package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
)

// store asks the query store. It reads the storage tables instead of the views,
// by the key they are sorted by, so that one request costs one granule.
type store struct {
	db      *clickhouse.Client
	timeout time.Duration
}

// dayOf is the partition of a request or a batch, by its identifier.
func dayOf(id string) time.Time {
	at, _ := requestid.Time(id)
	return at.Truncate(24 * time.Hour)
}

const requestColumns = `request_id, revision, accepted_at, batch_id, operation, provided_type, batch_index, batch_total,
    file_name, file_format, reference_id, metadata, callback_url`

// requestRow is what was asked.
type requestRow struct {
	RequestID    string    `ch:"request_id"`
	Revision     int32     `ch:"revision"`
	AcceptedAt   time.Time `ch:"accepted_at"`
	BatchID      string    `ch:"batch_id"`
	Operation    string    `ch:"operation"`
	ProvidedType string    `ch:"provided_type"`
	BatchIndex   int32     `ch:"batch_index"`
	BatchTotal   int32     `ch:"batch_total"`
	FileName     string    `ch:"file_name"`
	FileFormat   string    `ch:"file_format"`
	ReferenceID  *string   `ch:"reference_id"`
	Metadata     *string   `ch:"metadata"`
	CallbackURL  *string   `ch:"callback_url"`
}

// resultRow is a request that has ended, with the newest run of it that was begun.
type resultRow struct {
	requestRow
	Outcome       string    `ch:"outcome"`
	DocumentType  string    `ch:"document_type"`
	CompletedAt   time.Time `ch:"completed_at"`
	Record        string    `ch:"record"`
	Markdown      string    `ch:"markdown"`
	MarkdownError *string   `ch:"markdown_error"`
	MarkdownAt    time.Time `ch:"markdown_at"`
	Geometry      string    `ch:"geometry"`
	Newest        int32     `ch:"newest"`
}

// newestQuery gives the run that was begun and has not ended, 0 where there is none. An index
// leaves out what has ended: the 8,192 rows around it are not read for it.
const newestQuery = `SELECT max(revision) FROM states_raw WHERE accepted_day = ? AND request_id = ? AND open`

const resultQuery = `SELECT ` + requestColumns + `, outcome, document_type, completed_at,
    record, markdown, markdown_error, markdown_at, geometry,
    (` + newestQuery + `) AS newest
FROM results_raw
WHERE accepted_day = ? AND request_id = ? AND account = ?
ORDER BY version DESC
LIMIT 1`

// stateRow is a request of which nothing is stored but that it is under way.
type stateRow struct {
	requestRow
	Step         string    `ch:"step"`
	DocumentType string    `ch:"document_type"`
	At           time.Time `ch:"at"`
}

const stateQuery = `SELECT ` + requestColumns + `, s.step AS step, s.document_type AS document_type, s.at AS at
FROM (SELECT * FROM requests_raw WHERE accepted_day = ? AND request_id = ? AND account = ? ORDER BY version DESC LIMIT 1) AS r
INNER JOIN (SELECT request_id, step, document_type, at FROM states_raw WHERE accepted_day = ? AND request_id = ? ORDER BY version DESC LIMIT 1) AS s
    ON s.request_id = r.request_id`

// find gives what the store has of a request; errNotFound where it has nothing.
func (s *store) find(ctx context.Context, account, id string) (document, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	day := dayOf(id)
	var ends []resultRow
	if err := s.db.Select(ctx, &ends, resultQuery, day, id, day, id, account); err != nil {
		return document{}, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	if len(ends) == 1 && ends[0].Newest <= ends[0].Revision {
		return ends[0].document(account)
	}
	return s.underWay(ctx, account, id)
}

// answerQuery gives the answers of a request, and the runs that were begun and have not ended: half
// of what find costs, since the engine spends its time on columns and on queries within queries.
// An identifier leaves one granule of each table: to read that in two steps, what is asked by before
// what is asked for, takes a fifth longer than to read it at once.
const answerQuery = `SELECT record, callback_url, revision, version, 0 AS open FROM results_raw WHERE accepted_day = ? AND request_id = ? AND account = ?
UNION ALL SELECT '', NULL, revision, version, 1 FROM states_raw WHERE accepted_day = ? AND request_id = ? AND open
SETTINGS optimize_move_to_prewhere = 0`

// answer is find for who wants the status record alone: of a request that has ended it gives no more.
func (s *store) answer(ctx context.Context, account, id string) (document, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []struct {
		Record      string  `ch:"record"`
		CallbackURL *string `ch:"callback_url"`
		Revision    int32   `ch:"revision"`
		Version     uint64  `ch:"version"`
		Open        uint8   `ch:"open"`
	}
	day := dayOf(id)
	if err := s.db.Select(ctx, &rows, answerQuery, day, id, account, day, id); err != nil {
		return document{}, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	var doc document
	var version uint64
	var begun int32
	for _, r := range rows {
		switch {
		case r.Open == 1:
			begun = max(begun, r.Revision)
		case doc.record == nil || r.Version > version: // copies that are not merged yet
			request := requestRow{RequestID: id, Revision: r.Revision, CallbackURL: r.CallbackURL}
			doc = document{request: request.request(account), record: []byte(r.Record)}
			version = r.Version
		}
	}
	if doc.record == nil || begun > doc.request.Revision {
		return s.underWay(ctx, account, id)
	}
	doc.completed = &event.Completed{Request: doc.request}
	return doc, nil
}

// underWay gives what the store has of a request without a result, or whose newest run has none.
func (s *store) underWay(ctx context.Context, account, id string) (document, error) {
	var states []stateRow
	day := dayOf(id)
	if err := s.db.Select(ctx, &states, stateQuery, day, id, account, day, id); err != nil {
		return document{}, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	if len(states) == 0 {
		return document{}, errNotFound // its request is not stored yet
	}
	doc := document{request: states[0].request(account), step: event.Step(states[0].Step), at: states[0].At}
	if states[0].DocumentType != "" {
		doc.documentType = &states[0].DocumentType
	}
	return doc, nil
}

const statusQuery = `SELECT topic, kafka_partition, kafka_offset
FROM events_raw
WHERE accepted_day = ? AND request_id = ? AND kind = 'status' AND revision = ? AND step = ?
ORDER BY kafka_offset LIMIT 1`

// statusOf gives the place in the log of the status by which a request reached
// its step; errNotFound where the store has none.
func (s *store) statusOf(ctx context.Context, r event.Request, step event.Step) (event.Pointer, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []struct {
		Topic     string `ch:"topic"`
		Partition int32  `ch:"kafka_partition"`
		Offset    int64  `ch:"kafka_offset"`
	}
	if err := s.db.Select(ctx, &rows, statusQuery, dayOf(r.ID), r.ID, r.Revision, string(step)); err != nil {
		return event.Pointer{}, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	if len(rows) == 0 {
		return event.Pointer{}, errNotFound
	}
	return event.Pointer(rows[0]), nil
}

func (r *requestRow) request(account string) event.Request {
	out := event.Request{
		ID: r.RequestID, Account: account, Revision: r.Revision, Operation: event.Operation(r.Operation),
		File:        event.File{Name: r.FileName, Format: event.Format(r.FileFormat)},
		ReferenceID: r.ReferenceID, Metadata: r.Metadata, AcceptedAt: r.AcceptedAt,
	}
	if r.ProvidedType != "" {
		out.DocumentType = &r.ProvidedType
	}
	if r.CallbackURL != nil {
		out.Callback = &event.Callback{URL: *r.CallbackURL}
	}
	if r.BatchID != "" {
		out.Batch = &event.Batch{ID: r.BatchID, Index: r.BatchIndex, Total: r.BatchTotal}
	}
	return out
}

// document puts together as much of a completed event as the answers need.
func (r *resultRow) document(account string) (document, error) {
	c := event.Completed{
		Request:     r.request(account),
		Outcome:     event.Outcome(r.Outcome),
		CompletedAt: r.CompletedAt,
		Extraction:  event.Extraction{Markdown: r.Markdown, MarkdownError: r.MarkdownError},
	}
	if r.DocumentType != "" {
		c.Detection.Type = &r.DocumentType
	}
	if r.MarkdownAt.Unix() > 0 {
		c.Extraction.MarkdownAt = r.MarkdownAt
	}
	var record struct {
		Payload struct {
			Fields map[string]struct {
				Value json.RawMessage `json:"value"`
			} `json:"fields"`
		} `json:"payload"`
	}
	if err := json.Unmarshal([]byte(r.Record), &record); err != nil {
		return document{}, errors.New("a stored record is not JSON")
	}
	for name, f := range record.Payload.Fields {
		c.Extraction.Fields = append(c.Extraction.Fields, event.Field{Name: name, Value: string(f.Value)})
	}
	if err := json.Unmarshal([]byte(r.Geometry), &c.Places); err != nil {
		return document{}, errors.New("a stored geometry is not JSON")
	}
	return document{request: c.Request, completed: &c, record: []byte(r.Record)}, nil
}

// batchRow is a request of a batch, ended or not.
type batchRow struct {
	RequestID    string    `ch:"request_id"`
	Revision     int32     `ch:"revision"`
	AcceptedAt   time.Time `ch:"accepted_at"`
	BatchIndex   int32     `ch:"batch_index"`
	BatchTotal   int32     `ch:"batch_total"`
	FileName     string    `ch:"file_name"`
	ReferenceID  *string   `ch:"reference_id"`
	Step         string    `ch:"step"`
	Outcome      string    `ch:"outcome"`
	DocumentType string    `ch:"document_type"`
	At           time.Time `ch:"at"`
}

const batchQuery = `SELECT r.request_id AS request_id, s.revision AS revision, r.accepted_at AS accepted_at, r.batch_index AS batch_index, r.batch_total AS batch_total,
    r.file_name AS file_name, r.reference_id AS reference_id, s.step AS step, s.outcome AS outcome, s.document_type AS document_type, s.at AS at
FROM
(
    SELECT request_id, accepted_at, batch_index, batch_total, file_name, reference_id FROM requests_raw
    WHERE accepted_day BETWEEN ? AND ? AND account = ? AND batch_id = ?
    ORDER BY version DESC LIMIT 1 BY request_id
) AS r
INNER JOIN
(
    SELECT request_id, revision, step, outcome, document_type, at FROM states_raw
    WHERE accepted_day BETWEEN ? AND ? AND request_id IN
        (SELECT request_id FROM requests_raw WHERE accepted_day BETWEEN ? AND ? AND account = ? AND batch_id = ?)
    ORDER BY version DESC LIMIT 1 BY request_id
) AS s ON s.request_id = r.request_id
ORDER BY batch_index`

// batch gives what the store has of a batch; errNotFound where it has nothing.
// A batch's requests are made with it: at most the day after its own.
func (s *store) batch(ctx context.Context, account, id string) (status.Batch, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []batchRow
	day := dayOf(id)
	first, last := day.Add(-24*time.Hour), day.Add(24*time.Hour)
	if err := s.db.Select(ctx, &rows, batchQuery, first, last, account, id, first, last, first, last, account, id); err != nil {
		return status.Batch{}, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	if len(rows) == 0 {
		return status.Batch{}, errNotFound
	}
	b := status.Batch{ID: id, Account: account, Total: int(rows[0].BatchTotal), ReferenceID: rows[0].ReferenceID, CreatedAt: rows[0].AcceptedAt}
	for i := range rows {
		r := &rows[i]
		item := status.Item{Index: int(r.BatchIndex), Filename: r.FileName, State: status.State{
			RequestID: r.RequestID, Account: account, AcceptedAt: r.AcceptedAt, Revision: r.Revision, Step: event.Step(r.Step), Outcome: event.Outcome(r.Outcome), At: r.At}}
		if r.DocumentType != "" {
			item.DocumentType = &r.DocumentType
		}
		if r.AcceptedAt.Before(b.CreatedAt) {
			b.CreatedAt = r.AcceptedAt
		}
		b.Items = append(b.Items, item)
	}
	return b, nil
}

const newestBatchQuery = `SELECT max(batch_id) FROM requests_raw WHERE account = ? AND reference_id = ? AND batch_id != ''`

// newestBatch finds the account's newest batch with a reference: identifiers
// sort by time.
func (s *store) newestBatch(ctx context.Context, account, referenceID string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var id string
	if err := s.db.QueryRow(ctx, newestBatchQuery, account, referenceID).Scan(&id); err != nil {
		return "", fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	if id == "" {
		return "", errNotFound
	}
	return id, nil
}
