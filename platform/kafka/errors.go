package kafka

import (
	"errors"

	"github.com/twmb/franz-go/pkg/kerr"
)

var (
	// ErrUndecodable says that a record will never be read: no retry mends it.
	ErrUndecodable = errors.New("undecodable record")

	// ErrTooLarge says that the brokers will never take a record of this size.
	ErrTooLarge = errors.New("record too large")

	// ErrOutcomeUnknown says that the caller stopped waiting, or the answer was
	// lost: what was sent may or may not be written.
	ErrOutcomeUnknown = errors.New("outcome unknown")

	// ErrAway says that the brokers or the registry did not answer, or did not
	// take what was sent: what failed is not the record's fault.
	ErrAway = errors.New("a part is away")

	// ErrGone says that a record is no longer, or not yet, in the log.
	ErrGone = errors.New("no such record")

	// ErrOpenTransaction says that a transaction which has not ended hides the
	// records after its first.
	ErrOpenTransaction = errors.New("an open transaction hides what follows")

	errNoAnswer = errors.New("the broker left the question out of its answer")
)

// codeError is the error of a broker's code; nil for none.
func codeError(code int16) error { return kerr.ErrorForCode(code) }
