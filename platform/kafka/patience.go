package kafka

import (
	"context"
	"errors"
	"time"
)

const (
	firstWait = 100 * time.Millisecond
	longWait  = 5 * time.Second
	// One try: long enough for a slow start of the other side, short enough
	// that the log line comes while somebody is still looking.
	tryFor = 10 * time.Second
)

// final marks an error that waiting does not mend.
type final struct{ error }

func (f final) Unwrap() error { return f.error }

// patiently tries until it works, ctx ends or the error is final. It logs the first
// failure, then one line a minute, then that the part is back.
func (k *Kafka) patiently(ctx context.Context, part string, try func(context.Context) error) error {
	wait := firstWait
	var since, logged time.Time
	for {
		attempt, cancel := context.WithTimeout(ctx, tryFor)
		err := try(attempt)
		cancel()
		if err == nil {
			if !since.IsZero() {
				k.log.Info("part is back", "part", part, "away_for", time.Since(since).Round(time.Millisecond))
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
			k.log.Warn("part is away, waiting for it", "part", part, "error", err)
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, longWait)
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
