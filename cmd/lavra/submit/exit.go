package submit

import (
	"context"
	"errors"
)

// Exit codes, beside 0 (every document was read) and 1 (a fault of the call).
const (
	ExitDocuments    = 2   // some documents failed or were refused
	ExitUnauthorized = 3   // the key or the account is not let in
	ExitAway         = 4   // the service did not answer for --patience
	ExitInterrupted  = 130 // Ctrl-C or TERM
)

// Exit is an error with the code that the program ends with.
type Exit struct {
	Code int
	Err  error
}

func (e *Exit) Error() string { return e.Err.Error() }
func (e *Exit) Unwrap() error { return e.Err }

// exitOf gives an error its code; an error without one stays as it is.
func exitOf(err error) error {
	var code int
	switch {
	case errors.Is(err, errUnauthorized), errors.Is(err, errForbidden):
		code = ExitUnauthorized
	case errors.Is(err, errAway):
		code = ExitAway
	case errors.Is(err, context.Canceled):
		code, err = ExitInterrupted, errors.New("interrupted")
	default:
		return err
	}
	return &Exit{code, err}
}
