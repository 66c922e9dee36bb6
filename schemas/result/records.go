package result

import (
	"encoding/json"

	"lavra.dev/schemas/event"
)

type extractionResult struct {
	RequestID    string          `json:"request_id"`
	DocumentType *string         `json:"document_type"`
	Status       string          `json:"status"`
	ReferenceID  *string         `json:"reference_id"`
	Metadata     json.RawMessage `json:"metadata"`
	Fields       json.RawMessage `json:"fields"`
	Service      service         `json:"service"`
	ProcessedAt  *string         `json:"processed_at"`
	Markdown     *string         `json:"markdown,omitempty"`
}

type service struct {
	Score           float64         `json:"reliability_score"`
	Level           string          `json:"reliability_level"`
	Missing         []string        `json:"missing_fields"`
	Inconsistencies []string        `json:"inconsistencies"`
	Summary         string          `json:"summary"`
	SchemaVersion   string          `json:"schema_version"`
	Heatmap         json.RawMessage `json:"confidence_heatmap"`
	Detection       detectionRecord `json:"document_type_detection"`
}

type detectionRecord struct {
	Source     string   `json:"source"`
	Provided   *string  `json:"provided_document_type"`
	Detected   *string  `json:"detected_document_type"`
	Confidence *float64 `json:"confidence"`
	Threshold  float64  `json:"threshold"`
	Accepted   bool     `json:"accepted"`
	Reason     *string  `json:"reason"`
}

type callback struct {
	extractionResult
	MarkdownStatus      *string `json:"markdown_status,omitempty"`
	MarkdownGeneratedAt *string `json:"markdown_generated_at,omitempty"`
	MarkdownError       *string `json:"markdown_error,omitempty"`
}

type classificationResult struct {
	RequestID    string          `json:"request_id"`
	Status       string          `json:"status"`
	DocumentType *string         `json:"document_type"`
	Confidence   float64         `json:"confidence"`
	Reason       string          `json:"reason"`
	Detection    detectionRecord `json:"document_type_detection"`
}

type statusRecord struct {
	RequestID           string            `json:"request_id"`
	DocumentType        *string           `json:"document_type"`
	Status              string            `json:"status"`
	CurrentStep         event.Step        `json:"current_step"`
	CallbackURL         *string           `json:"callback_url"`
	ReferenceID         *string           `json:"reference_id"`
	ValidationErrors    []validationError `json:"validation_errors"`
	Payload             any               `json:"payload"`
	Metadata            json.RawMessage   `json:"metadata"`
	CreatedAt           *string           `json:"created_at"`
	CompletedAt         *string           `json:"completed_at"`
	ProcessedAt         *string           `json:"processed_at"`
	MarkdownStatus      string            `json:"markdown_status"`
	MarkdownGeneratedAt *string           `json:"markdown_generated_at"`
}

type validationError struct {
	Field string `json:"field"`
	Error string `json:"error"`
}

type markdownRecord struct {
	RequestID           string  `json:"request_id"`
	DocumentType        *string `json:"document_type"`
	RequestStatus       string  `json:"request_status"`
	MarkdownStatus      string  `json:"markdown_status"`
	MarkdownGeneratedAt *string `json:"markdown_generated_at"`
	MarkdownError       *string `json:"markdown_error"`
	Markdown            *string `json:"markdown,omitempty"`
}
