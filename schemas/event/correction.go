package event

import "time"

// Verdict is what somebody says of a value.
type Verdict string

const (
	Right     Verdict = "right"     // it stands so on the document
	Corrected Verdict = "corrected" // another value does
	Absent    Verdict = "absent"    // no such value does
	Withdrawn Verdict = "withdrawn" // what was said before does not count
)

// Correction is a verdict on one leaf of a result. It never changes the result; the last
// one of a leaf counts.
type Correction struct {
	EventID      string    `avro:"event_id"`
	RequestID    string    `avro:"request_id"`
	Account      string    `avro:"account"`
	Revision     int32     `avro:"revision"` // of the result it is about
	DocumentType *string   `avro:"document_type"`
	FieldPath    string    `avro:"field_path"`
	Verdict      Verdict   `avro:"verdict"`
	Value        string    `avro:"value"`      // JSON scalar: the right one; null where there is none
	ReadValue    string    `avro:"read_value"` // JSON scalar: the one of the result; null where it has none
	Result       *Pointer  `avro:"result"`     // where in the log the result stands; nil: only the query store had it
	At           time.Time `avro:"at"`
}
