package event

// Where the type of a detection comes from.
const (
	sourceProvided = "provided"
	sourceDetected = "detected"
	sourceModel    = "model"
)

// NewDetection is a detection before anybody has looked: where its type will come from.
func NewDetection(provided *string, threshold float64, op Operation) Detection {
	d := Detection{Source: sourceDetected, Provided: provided, Threshold: threshold}
	if op == Classify {
		d.Source = sourceModel
	}
	if provided != nil {
		d.Source = sourceProvided
	}
	return d
}

// NothingDetected is the detection of a file that could not be read: the type that the
// client gave is kept, as no look speaks against it.
func NothingDetected(r Request, threshold float64) Detection {
	d := NewDetection(r.DocumentType, threshold, r.Operation)
	confidence, reason := 0.0, "no_type_detected"
	if r.DocumentType != nil {
		d.Type, d.Accepted, reason = r.DocumentType, true, "provided_type_not_verifiable"
	}
	d.Confidence, d.Reason = &confidence, &reason
	return d
}
