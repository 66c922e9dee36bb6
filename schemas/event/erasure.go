package event

import "time"

// Why a request is erased.
const (
	ErasedByClient   = "client"   // its account asked for it
	ErasedByOperator = "operator" // somebody who runs the service did, for a person whose data it holds
)

// Erasure says that a request is to be gone. Whatever comes of it later, in whatever
// order, is dropped by whoever reads it.
type Erasure struct {
	EventID   string     `avro:"event_id"`
	RequestID string     `avro:"request_id"`
	Account   string     `avro:"account"`
	BatchID   *string    `avro:"batch_id"`
	File      *string    `avro:"file"`     // key in the blob store; nil: not known
	EndedAt   *time.Time `avro:"ended_at"` // nil: it had not ended, or that was not known
	Reason    string     `avro:"reason"`
	At        time.Time  `avro:"at"`
}
