// Package classification decides what type a document is, or that it is none of
// the types.
//
// In come the read pages; out goes a detection: the likeliest type, how probable
// it is, and whether that is enough. What speaks for a type stands in its
// catalogue entry as weighted features; here they are only found and weighed. A
// type that the client gave is kept, never overruled.
package classification

import (
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

// Detect weighs the types against each other and against none of them. provided is
// the type that the client gave; receivedAt tells an income tax declaration of
// this year from an older one.
func Detect(doc document.Document, provided *string, receivedAt time.Time, threshold float64, op event.Operation) event.Detection {
	d := event.NewDetection(provided, threshold, op)
	name, probability := best(doc, receivedAt)
	if name != "" {
		d.Detected, d.Confidence = &name, &probability
	} else {
		zero := 0.0
		d.Confidence = &zero
	}
	enough := name != "" && probability >= threshold
	settle(&d, name, enough)
	return d
}

// settle reports whether the detection is accepted, for what reason, and which type
// is extracted.
func settle(d *event.Detection, name string, enough bool) {
	reason := ""
	switch {
	case d.Provided != nil:
		d.Type = d.Provided
		switch {
		case !enough:
			reason, d.Accepted = "provided_type_not_verifiable", true
		case name == *d.Provided:
			reason, d.Accepted = "provided_type_matches_detected", true
		default:
			reason = "provided_type_differs_from_detected"
		}
	case name == "":
		reason = "no_type_detected"
	case enough:
		reason, d.Accepted, d.Type = "detected_above_threshold", true, &name
	default:
		reason = "detected_below_threshold"
	}
	d.Reason = &reason
}
