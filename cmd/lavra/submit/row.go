package submit

import (
	"encoding/json"
	"time"
)

// Outcomes beside those of the interface.
const (
	outcomeRefused  = "refused"     // by the service, or unreadable here: it was not accepted
	outcomeAccepted = "in_progress" // with --no-wait
)

// Row is what a run writes for each document.
type Row struct {
	File         string          `json:"file"`
	ReferenceID  *string         `json:"reference_id"`
	RequestID    string          `json:"request_id,omitempty"`
	DocumentType *string         `json:"document_type"`
	Status       string          `json:"status"`
	Error        string          `json:"error,omitempty"`
	ProcessedAt  *time.Time      `json:"processed_at,omitempty"`
	Payload      json.RawMessage `json:"payload,omitempty"` // the ExtractionResult
}

// record is what a run reads of GET /extract/{requestId}.
type record struct {
	RequestID    string          `json:"request_id"`
	DocumentType *string         `json:"document_type"`
	Status       string          `json:"status"`
	ProcessedAt  *time.Time      `json:"processed_at"`
	Payload      json.RawMessage `json:"payload"`
}

// payload is what the shorter forms show of a result.
type payload struct {
	Fields map[string]struct {
		Value any `json:"value"`
	} `json:"fields"`
	Service struct {
		Reliability     *float64 `json:"reliability_score"`
		Missing         []string `json:"missing_fields"`
		Inconsistencies []string `json:"inconsistencies"`
	} `json:"service"`
}

func (r Row) payload() (p payload, err error) {
	if len(r.Payload) > 0 {
		err = json.Unmarshal(r.Payload, &p)
	}
	return p, err
}

func rowOf(d Document) Row {
	r := Row{File: d.File}
	if d.Reference != "" {
		r.ReferenceID = &d.Reference
	}
	return r
}

func refusedRow(d Document, err error) Row {
	r := rowOf(d)
	r.Status, r.Error = outcomeRefused, err.Error()
	return r
}

func endedRow(d Document, rec record) Row {
	r := rowOf(d)
	r.RequestID, r.DocumentType, r.Status, r.ProcessedAt, r.Payload = rec.RequestID, rec.DocumentType, rec.Status, rec.ProcessedAt, rec.Payload
	return r
}

// syncRow is endedRow of what /extract/sync answers: the payload itself.
func syncRow(d Document, result json.RawMessage) (Row, error) {
	var rec record
	if err := json.Unmarshal(result, &rec); err != nil {
		return Row{}, err
	}
	rec.Payload = result
	return endedRow(d, rec), nil
}
