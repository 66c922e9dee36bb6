// Package result renders what the interface answers: the extraction result, the
// classification result, the status and markdown records and the callback's
// body, all from the events. Whoever answers a client, from whichever copy of
// the end, gives the same bytes.
//
// Absent values are null, fields stand in catalogue order, times are RFC 3339
// in UTC with milliseconds. Nothing here decides anything.
package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"lavra.dev/schemas/event"
)

// Extraction is the ExtractionResult of a request that has ended. Markdown is
// embedded when asked for and available.
func Extraction(c event.Completed, markdown bool) ([]byte, error) {
	e, err := extraction(c)
	if err != nil {
		return nil, err
	}
	if markdown && MarkdownStatus(c) == MarkdownSuccess {
		e.Markdown = &c.Extraction.Markdown
	}
	return encode(e)
}

// Classification is the answer of /classify. Its status is always success:
// "none of the types" is an answer too.
func Classification(c event.Completed) ([]byte, error) { return encode(classification(c)) }

// Callback is the body of a callback.
func Callback(c event.Completed) ([]byte, error) {
	e, err := extraction(c)
	if err != nil {
		return nil, err
	}
	b := callback{extractionResult: e}
	if c.Request.Callback != nil && c.Request.Callback.IncludeMarkdown {
		status := MarkdownStatus(c)
		b.MarkdownStatus, b.MarkdownGeneratedAt = &status, stamp(c.Extraction.MarkdownAt)
		if status == MarkdownSuccess {
			b.Markdown = &c.Extraction.Markdown
		} else {
			b.MarkdownError = c.Extraction.MarkdownError
		}
	}
	return encode(b)
}

// InProgress is the status record of a request under way. step is the furthest
// one seen; documentType what was given or, later, found.
func InProgress(r event.Request, step event.Step, documentType *string, text Text) ([]byte, error) {
	if documentType == nil {
		documentType = r.DocumentType
	}
	return encode(statusRecord{
		RequestID: r.ID, DocumentType: documentType, Status: "in_progress", CurrentStep: step,
		CallbackURL: callbackURL(r), ReferenceID: r.ReferenceID, ValidationErrors: []validationError{},
		Metadata: metadata(r), CreatedAt: stamp(r.AcceptedAt), MarkdownStatus: text.Status(), MarkdownGeneratedAt: stamp(text.At),
	})
}

// Ended is the status record of a request that has ended.
func Ended(c event.Completed) ([]byte, error) {
	payload, err := payload(c)
	if err != nil {
		return nil, err
	}
	s := statusRecord{
		RequestID: c.Request.ID, DocumentType: c.Detection.Type, Status: string(c.Outcome), CurrentStep: event.StepCompleted,
		CallbackURL: callbackURL(c.Request), ReferenceID: c.Request.ReferenceID, ValidationErrors: []validationError{},
		Payload: payload, Metadata: metadata(c.Request), CreatedAt: stamp(c.Request.AcceptedAt),
		CompletedAt: stamp(c.CompletedAt), ProcessedAt: stamp(c.CompletedAt),
		MarkdownStatus: MarkdownStatus(c), MarkdownGeneratedAt: stamp(c.Extraction.MarkdownAt),
	}
	if c.Outcome == event.Failed {
		s.CurrentStep = event.StepFailed
	}
	for _, v := range c.Extraction.ValidationErrors {
		s.ValidationErrors = append(s.ValidationErrors, validationError(v))
	}
	return encode(s)
}

// payload is the result within the status record.
func payload(c event.Completed) (any, error) {
	if c.Request.Operation == event.Classify {
		return classification(c), nil
	}
	return extraction(c)
}

// The states of the markdown.
const (
	MarkdownPending = "pending"
	MarkdownSuccess = "success"
	MarkdownFailed  = "failed"
)

// NothingReadable is the markdown_error of a document without text.
const NothingReadable = "Nenhum texto legível foi encontrado no documento."

// Text is what is known of the text of a request under way.
type Text struct {
	At       time.Time // when it was read; zero: not yet
	Readable bool
}

// Status is the state of the markdown.
func (t Text) Status() string {
	switch {
	case t.At.IsZero():
		return MarkdownPending
	case t.Readable:
		return MarkdownSuccess
	}
	return MarkdownFailed
}

// MarkdownStatus is the state of the markdown of a request that has ended.
func MarkdownStatus(c event.Completed) string {
	if c.Extraction.MarkdownError == nil && c.Extraction.Markdown != "" {
		return MarkdownSuccess
	}
	return MarkdownFailed
}

// Markdown is the markdown record of a request that has ended.
func Markdown(c event.Completed) ([]byte, error) {
	m := markdownRecord{RequestID: c.Request.ID, DocumentType: c.Detection.Type, RequestStatus: string(c.Outcome),
		MarkdownStatus: MarkdownStatus(c), MarkdownGeneratedAt: stamp(c.Extraction.MarkdownAt), MarkdownError: c.Extraction.MarkdownError}
	if m.MarkdownStatus == MarkdownSuccess {
		m.Markdown = &c.Extraction.Markdown
	}
	return encode(m)
}

// MarkdownInProgress is the markdown record of a request under way. markdown is
// its text where that is read and readable.
func MarkdownInProgress(r event.Request, documentType *string, text Text, markdown string) ([]byte, error) {
	if documentType == nil {
		documentType = r.DocumentType
	}
	m := markdownRecord{RequestID: r.ID, DocumentType: documentType, RequestStatus: "in_progress",
		MarkdownStatus: text.Status(), MarkdownGeneratedAt: stamp(text.At)}
	switch m.MarkdownStatus {
	case MarkdownSuccess:
		m.Markdown = &markdown
	case MarkdownFailed:
		reason := NothingReadable
		m.MarkdownError = &reason
	}
	return encode(m)
}

// Level is the band of a reliability score: high from 85, medium from 60.
func Level(score float64) string {
	switch {
	case score >= 85:
		return "high"
	case score >= 60:
		return "medium"
	}
	return "low"
}

func extraction(c event.Completed) (extractionResult, error) {
	x := c.Extraction
	fields, heatmap, err := renderFields(x.Fields)
	if err != nil {
		return extractionResult{}, err
	}
	score := round(x.Quality.ReliabilityScore, 1)
	return extractionResult{
		RequestID: c.Request.ID, DocumentType: c.Detection.Type, Status: string(c.Outcome), ReferenceID: c.Request.ReferenceID,
		Metadata: metadata(c.Request), Fields: fields, ProcessedAt: stamp(c.CompletedAt),
		Service: service{
			Score: score, Level: Level(score),
			Missing: list(x.Quality.MissingFields), Inconsistencies: list(x.Quality.Inconsistencies), Summary: x.Quality.Summary,
			SchemaVersion: x.CatalogueVersion, Heatmap: heatmap, Detection: detection(c.Detection),
		},
	}, nil
}

func classification(c event.Completed) classificationResult {
	r := classificationResult{RequestID: c.Request.ID, Status: "success", DocumentType: c.Detection.Type, Detection: detection(c.Detection)}
	if c.Detection.Confidence != nil {
		r.Confidence = round(*c.Detection.Confidence, 4)
	}
	if c.Detection.Reason != nil {
		r.Reason = *c.Detection.Reason
	}
	return r
}

func detection(d event.Detection) detectionRecord {
	r := detectionRecord{d.Source, d.Provided, d.Detected, d.Confidence, d.Threshold, d.Accepted, d.Reason}
	if d.Confidence != nil {
		c := round(*d.Confidence, 4)
		r.Confidence = &c
	}
	return r
}

func callbackURL(r event.Request) *string {
	if r.Callback == nil {
		return nil
	}
	return &r.Callback.URL
}

func metadata(r event.Request) json.RawMessage {
	if r.Metadata == nil {
		return nil
	}
	return json.RawMessage(*r.Metadata)
}

func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := Timestamp(t)
	return &s
}

// Timestamp is the form of every time the interface gives.
func Timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func round(v float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(v*p) / p
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("rendering result: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
