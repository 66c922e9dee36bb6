package event

import "time"

// Step is where a request is on its way.
type Step string

const (
	StepReceived       Step = "received"
	StepOCR            Step = "ocr"
	StepClassification Step = "classification"
	StepExtraction     Step = "extraction"
	StepGeometry       Step = "geometry"
	StepCompleted      Step = "completed"
	StepFailed         Step = "failed"
)

// Outcome is how a request ended.
type Outcome string

const (
	Success        Outcome = "success"
	PartialSuccess Outcome = "partial_success"
	Failed         Outcome = "failed"
)

// StageTime says when a stage worked on the document, for throughput and latency, and
// what that cost.
type StageTime struct {
	Stage     string    `avro:"stage"`
	Started   time.Time `avro:"started"`
	Finished  time.Time `avro:"finished"`
	CPUMicros *int64    `avro:"cpu_us"` // processor time, that of child processes included; nil: not measured
}

// Detection is how the type was decided (DocumentTypeDetection of the contract).
type Detection struct {
	Source     string   `avro:"source"` // provided, detected, model
	Provided   *string  `avro:"provided"`
	Detected   *string  `avro:"detected"`
	Confidence *float64 `avro:"confidence"` // 0 to 1
	Threshold  float64  `avro:"threshold"`
	Accepted   bool     `avro:"accepted"`
	Reason     *string  `avro:"reason"`
	Type       *string  `avro:"type"` // the type that is extracted: given, or detected and accepted
}

// Extraction is what the engine says of a document.
type Extraction struct {
	Fields           []Field           `avro:"fields"` // in catalogue order
	Quality          Quality           `avro:"quality"`
	ValidationErrors []ValidationError `avro:"validation_errors"`
	Markdown         string            `avro:"markdown"`
	MarkdownError    *string           `avro:"markdown_error"` // set when nothing was readable
	MarkdownAt       time.Time         `avro:"markdown_at"`
	CatalogueVersion string            `avro:"catalogue_version"`
	EngineVersion    string            `avro:"engine_version"`
}

// Field is one entry of the result's fields.
type Field struct {
	Name       string  `avro:"name"`
	Value      string  `avro:"value"` // JSON: a scalar, or an array of flat objects
	Confidence float64 `avro:"confidence"`
	Error      *string `avro:"error"` // in Portuguese
	Leaves     []Leaf  `avro:"leaves"`
}

// Leaf is one scalar with where it was read.
type Leaf struct {
	Path       string   `avro:"path"`  // fields.nome, fields.itens[2].ncm
	Value      string   `avro:"value"` // JSON scalar
	Confidence float64  `avro:"confidence"`
	Witnesses  []string `avro:"witnesses"` // what speaks for it: label, check_digit, sum, barcode, repeated, …
	Spans      []Span   `avro:"spans"`     // empty: derived, or read from a barcode or XML
	Error      *string  `avro:"error"`
}

// Span is a run of words on one line: words First to Last, inclusive, of Line
// on Page. Page counts from 1, the others from 0.
type Span struct {
	Page  int32 `avro:"page"`
	Line  int32 `avro:"line"`
	First int32 `avro:"first"`
	Last  int32 `avro:"last"`
}

// Quality is the block `service` of the contract, but for detection and version.
type Quality struct {
	ReliabilityScore float64  `avro:"reliability_score"` // 0 to 100
	MissingFields    []string `avro:"missing_fields"`    // required ones only
	Inconsistencies  []string `avro:"inconsistencies"`   // in Portuguese
	Summary          string   `avro:"summary"`           // in Portuguese
}

// ValidationError is one failed check of a value.
type ValidationError struct {
	Field string `avro:"field"` // path of the leaf
	Error string `avro:"error"` // in Portuguese
}

// Place is the geometry record of one leaf (bounding-box record of the contract).
type Place struct {
	Path     string    `avro:"path"`
	Value    string    `avro:"value"`  // JSON scalar
	Status   string    `avro:"status"` // resolved, ambiguous, unresolved, not_indexed
	Reason   *string   `avro:"reason"`
	Segments []Segment `avro:"segments"`
}

// Segment is one text span on the page as the client sent it. Box is left, top,
// width, height, in fractions of the page, origin top left; Polygon is x, y, x,
// y, … in the same space, empty where the text is level.
type Segment struct {
	Page    int32     `avro:"page"`
	Text    string    `avro:"text"`
	Box     []float64 `avro:"box"`
	Polygon []float64 `avro:"polygon"`
}
