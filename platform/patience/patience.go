// Package patience waits: for a moment, unless the context ends first, for a part
// that is away until it is back, and for a port that a dying process still has.
//
// A part that is away is said in the log once a minute, not once a try. Nothing here
// knows which part it is.
package patience

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// FirstWait and LongWait bound a wait that doubles with each try.
const (
	FirstWait = 100 * time.Millisecond
	LongWait  = 5 * time.Second
)

// Sleep waits for d. Its error is the context's, which ended first.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Final marks an error that waiting does not mend.
func Final(err error) error { return final{err} }

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Until tries until it works, ctx ends or the error is Final. The log gets the
// first failure, then one line a minute, then that the part is back. describe
// makes an error fit for a log line; nil takes its text.
func Until(ctx context.Context, log *slog.Logger, part string, describe func(error) string, try func(context.Context) error) error {
	if describe == nil {
		describe = error.Error
	}
	var since, logged time.Time
	for wait := FirstWait; ; wait = min(2*wait, LongWait) {
		err := try(ctx)
		if err == nil {
			if !since.IsZero() {
				log.Info("part is back", "part", part, "away_for", time.Since(since).Round(time.Millisecond))
			}
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		if f := (final{}); errors.As(err, &f) {
			return f.error
		}
		if since.IsZero() {
			since = time.Now()
		}
		if time.Since(logged) > time.Minute {
			logged = time.Now()
			log.Warn("part is away, waiting for it", "part", part, "error", describe(err))
		}
		if err := Sleep(ctx, wait); err != nil {
			return err
		}
	}
}
