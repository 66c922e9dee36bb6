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

// documentRow is one of the up to three rows of a document.
type documentRow struct {
	RequestID     string    `ch:"request_id"`
	Part          string    `ch:"part"`
	Revision      int32     `ch:"revision"`
	AcceptedAt    time.Time `ch:"accepted_at"`
	BatchID       string    `ch:"batch_id"`
	Operation     string    `ch:"operation"`
	ProvidedType  string    `ch:"provided_type"`
	BatchIndex    int32     `ch:"batch_index"`
	BatchTotal    int32     `ch:"batch_total"`
	FileName      string    `ch:"file_name"`
	FileFormat    string    `ch:"file_format"`
	ReferenceID   *string   `ch:"reference_id"`
	Metadata      *string   `ch:"metadata"`
	CallbackURL   *string   `ch:"callback_url"`
	Step          string    `ch:"step"`
	Outcome       string    `ch:"outcome"`
	DocumentType  string    `ch:"document_type"`
	At            time.Time `ch:"at"`
	Record        string    `ch:"record"`
	Markdown      string    `ch:"markdown"`
	MarkdownError *string   `ch:"markdown_error"`
	MarkdownAt    time.Time `ch:"markdown_at"`
	Geometry      string    `ch:"geometry"`
}

const findQuery = `SELECT request_id, toString(part) AS part, revision, accepted_at, batch_id, operation, provided_type, batch_index, batch_total,
    file_name, file_format, reference_id, metadata, callback_url, step, outcome, document_type, at,
    record, markdown, markdown_error, markdown_at, geometry
FROM documents_raw FINAL
WHERE accepted_day = ? AND request_id = ? AND account = ?`

// find gives what the store has of a request; errNotFound where it has nothing.
func (s *store) find(ctx context.Context, account, id string) (document, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []documentRow
	if err := s.db.Select(ctx, &rows, findQuery, dayOf(id), id, account); err != nil {
		return document{}, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	if len(rows) == 0 {
		return document{}, errNotFound
	}
	var request, state, end *documentRow
	for i := range rows {
		switch r := &rows[i]; r.Part {
		case "request":
			request = r
		case "state":
			state = r
		case "result":
			end = r
		}
	}
	switch {
	case end != nil && state != nil && end.Revision >= state.Revision:
		return endedDocument(account, end, request)
	case request != nil && state != nil:
		doc := document{request: requestOf(account, request), step: event.Step(state.Step), at: state.At}
		if state.DocumentType != "" {
			doc.documentType = &state.DocumentType
		}
		return doc, nil
	}
	return document{}, errNotFound // its request is not stored yet
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

func requestOf(account string, r *documentRow) event.Request {
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

// endedDocument puts together as much of a completed event as the answers need.
func endedDocument(account string, end, request *documentRow) (document, error) {
	c := event.Completed{
		Request:     event.Request{ID: end.RequestID, Account: account, Revision: end.Revision},
		Outcome:     event.Outcome(end.Outcome),
		CompletedAt: end.At,
		Extraction:  event.Extraction{Markdown: end.Markdown, MarkdownError: end.MarkdownError},
	}
	if request != nil {
		c.Request = requestOf(account, request)
	}
	if end.DocumentType != "" {
		c.Detection.Type = &end.DocumentType
	}
	if end.MarkdownAt.Unix() > 0 {
		c.Extraction.MarkdownAt = end.MarkdownAt
	}
	var record struct {
		Payload struct {
			Fields map[string]struct {
				Value json.RawMessage `json:"value"`
			} `json:"fields"`
		} `json:"payload"`
	}
	if err := json.Unmarshal([]byte(end.Record), &record); err != nil {
		return document{}, errors.New("a stored record is not JSON")
	}
	for name, f := range record.Payload.Fields {
		c.Extraction.Fields = append(c.Extraction.Fields, event.Field{Name: name, Value: string(f.Value)})
	}
	if err := json.Unmarshal([]byte(end.Geometry), &c.Places); err != nil {
		return document{}, errors.New("a stored geometry is not JSON")
	}
	return document{request: c.Request, completed: &c, record: []byte(end.Record)}, nil
}

const batchQuery = `SELECT request_id, toString(part) AS part, revision, accepted_at, batch_id, batch_index, batch_total,
    file_name, reference_id, step, outcome, document_type, at
FROM documents_raw FINAL
WHERE accepted_day BETWEEN ? AND ? AND account = ? AND batch_id = ?
ORDER BY request_id, part`

// batch gives what the store has of a batch; errNotFound where it has nothing.
// A batch's requests are made with it: at most the day after its own.
func (s *store) batch(ctx context.Context, account, id string) (status.Batch, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []documentRow
	day := dayOf(id)
	if err := s.db.Select(ctx, &rows, batchQuery, day.Add(-24*time.Hour), day.Add(24*time.Hour), account, id); err != nil {
		return status.Batch{}, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	b := status.Batch{ID: id, Account: account}
	items := map[string]*status.Item{}
	var order []string
	for i := range rows {
		r := &rows[i]
		item := items[r.RequestID]
		if item == nil {
			item = &status.Item{State: status.State{RequestID: r.RequestID, Account: account, AcceptedAt: r.AcceptedAt}, Index: -1}
			items[r.RequestID] = item
			order = append(order, r.RequestID)
		}
		switch r.Part {
		case "request":
			item.Index, item.Filename = int(r.BatchIndex), r.FileName
			b.Total, b.ReferenceID = int(r.BatchTotal), r.ReferenceID
			if b.CreatedAt.IsZero() || r.AcceptedAt.Before(b.CreatedAt) {
				b.CreatedAt = r.AcceptedAt
			}
		case "state":
			item.Revision, item.Step, item.Outcome, item.At = r.Revision, event.Step(r.Step), event.Outcome(r.Outcome), r.At
			if r.DocumentType != "" {
				item.DocumentType = &r.DocumentType
			}
		}
	}
	for _, id := range order {
		if items[id].Index >= 0 {
			b.Items = append(b.Items, *items[id])
		}
	}
	if len(b.Items) == 0 {
		return status.Batch{}, errNotFound
	}
	return b, nil
}

const newestBatchQuery = `SELECT max(batch_id) FROM documents_raw WHERE account = ? AND reference_id = ? AND batch_id != ''`

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
