// Package quality judges a finished extraction: is every required value there and
// valid, do the values agree with each other, how far can the whole be trusted, and
// what does the document say in a sentence.
//
// In come the type, the fields and how the type was decided; out go the quality
// block of the result, the validation errors and the outcome. The fields are changed in
// two ways only, both in one place each: an error is set on a value that fails its check
// (validation.go), and a confidence moves with the witnesses found here (witness.go). No
// value is changed, repaired or dropped.
package quality

import (
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/render"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Options are what stands beside the fields.
type Options struct {
	ReceivedAt time.Time         // tells the future and what has expired; zero: not checked
	Document   document.Document // its barcodes, page sources and warnings; zero for XML
	Warnings   []string          // further inconsistencies, in Portuguese: those of an XML, or that a file holds more than one document
	XML        bool              // the sums were checked on the XML itself
	Failure    string            // why the file could not be processed, in Portuguese; "" where it could
}

// Assess judges fields, which it also completes with errors and witnesses. A typ
// without a name means that the type was neither given nor found.
func Assess(typ catalogue.Type, fields []event.Field, detection event.Detection, opts Options) (event.Quality, []event.ValidationError, event.Outcome) {
	a := newAssessment(typ, fields, opts)
	for _, warning := range opts.Document.Warnings {
		a.note(warning)
	}
	for _, warning := range opts.Warnings {
		a.note(warning)
	}
	a.judgeDetection(detection)
	reason := a.failure()
	if reason != "" {
		a.note(reason)
		return event.Quality{
			MissingFields: a.missing(), Inconsistencies: a.texts(), Summary: failedSummary(reason),
		}, []event.ValidationError{}, event.Failed
	}
	a.validate()
	for _, c := range typ.Checks {
		a.apply(c)
	}
	for i := range a.fields {
		a.fields[i].Confidence = render.Thousandth(a.fields[i].Confidence) // a list moves in smaller steps
	}
	outcome := a.outcome()
	return event.Quality{
		ReliabilityScore: a.reliability(detection),
		MissingFields:    a.missing(),
		Inconsistencies:  a.texts(),
		Summary:          a.summary(),
	}, a.errors, outcome
}

// failure says why there is no result at all, or "".
func (a *assessment) failure() string {
	switch {
	case a.opts.Failure != "":
		return a.opts.Failure
	case a.typ.Name == "":
		return "O tipo do documento não foi informado nem identificado."
	case len(a.fields) == 0:
		return "Nenhum campo foi lido no documento."
	}
	return ""
}

// outcome is success where each required field was read and all its values are
// valid.
func (a *assessment) outcome() event.Outcome {
	for _, f := range a.typ.Fields {
		if f.Required && (!a.has(f.Name) || a.invalid[f.Name]) {
			return event.PartialSuccess
		}
	}
	return event.Success
}

// missing names the required fields that were not read.
func (a *assessment) missing() []string {
	names := []string{}
	for _, f := range a.typ.Fields {
		if f.Required && !a.has(f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// judgeDetection says so where the document looks like another type than the one
// that the client gave.
func (a *assessment) judgeDetection(d event.Detection) {
	if d.Provided == nil || d.Detected == nil || *d.Provided == *d.Detected || d.Accepted {
		return
	}
	a.doubt("O documento foi enviado como " + *d.Provided + ", mas parece ser " + *d.Detected + ".")
}
