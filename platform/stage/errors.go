package stage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lavra.dev/platform/kafka"
)

// ErrSuperseded says that something newer makes the record pointless: it is dropped.
var ErrSuperseded = errors.New("superseded")

// PermanentError says that a record will never be done and its request has to
// end. Reason is for the client, in Portuguese.
type PermanentError struct {
	Reason string
	Err    error
}

func (e *PermanentError) Error() string { return e.Err.Error() }
func (e *PermanentError) Unwrap() error { return e.Err }

// Permanent marks an error as one that no retry mends. reason goes to the
// client, in Portuguese.
func Permanent(err error, reason string) error {
	if err == nil {
		err = errors.New("permanent failure")
	}
	return &PermanentError{Reason: reason, Err: err}
}

type notBeforeError struct{ at time.Time }

func (e notBeforeError) Error() string {
	return "not before " + e.at.UTC().Format(time.RFC3339)
}

// NotBefore puts a record off: its partition waits until then, and the record
// is handed over again. It counts as no failure. For topics whose records are
// in the order of their times.
func NotBefore(at time.Time) error { return notBeforeError{at} }

// class is what becomes of a record.
type class string

const (
	done       class = "done"
	transient  class = "transient"
	permanent  class = "permanent"
	poison     class = "poison"
	superseded class = "superseded"
	deferred   class = "deferred"
	abandoned  class = "abandoned" // the record is no longer ours: another one's business
	quarantine class = "quarantined"
	parked     class = "parked" // out of the way, its request not ended: somebody has to look
)

const (
	reasonGone      = "O arquivo não está mais disponível."
	reasonTooLarge  = "O documento gerou um resultado grande demais para ser processado."
	reasonUndecoded = "Erro interno: os dados do documento não puderam ser lidos."
	reasonDiscarded = "O processamento do documento foi encerrado pelo operador do serviço."
	reasonCrashed   = "Erro interno: o documento não pôde ser processado."
)

// classify is the one place that decides what an error means. ctx is the one the
// step ran under: an error after its end is our own doing.
func classify(ctx context.Context, err error) class {
	var (
		permanentErr *PermanentError
		notBefore    notBeforeError
		panicked     panicError
	)
	switch {
	case err == nil:
		return done
	case ctx.Err() != nil:
		return abandoned
	case errors.Is(err, ErrSuperseded):
		return superseded
	case errors.As(err, &notBefore):
		return deferred
	case errors.As(err, &panicked):
		return quarantine
	case errors.Is(err, kafka.ErrForgotten):
		return transient // erased this moment: the next try drops it
	case errors.Is(err, kafka.ErrUndecodable):
		return poison
	case errors.As(err, &permanentErr), errors.Is(err, kafka.ErrTooLarge):
		return permanent
	}
	return transient
}

// failureOf is what OnPermanent is told of an error that ends a record.
func failureOf(c class, err error) *PermanentError {
	var p *PermanentError
	switch {
	case errors.As(err, &p):
		return p
	case c == poison:
		return &PermanentError{reasonUndecoded, err}
	case errors.Is(err, kafka.ErrTooLarge):
		return &PermanentError{reasonTooLarge, err}
	}
	return &PermanentError{reasonCrashed, err}
}

// panicError is a handler's panic. Its text is left out: it may hold content.
type panicError struct{ where string }

func (e panicError) Error() string { return fmt.Sprintf("panic at %s", e.where) }
