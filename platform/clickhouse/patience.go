package clickhouse

import (
	"context"
	"errors"
	"time"
)

const (
	firstWait = 100 * time.Millisecond
	longWait  = 5 * time.Second
)

// Final marks an error that waiting does not mend.
func Final(err error) error { return final{err} }

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Patiently tries until it works, ctx ends, the server refuses what it was
// given, or the error is Final. It logs the first failure, then one line a minute, then that the
// server is back.
func (c *Client) Patiently(ctx context.Context, doing string, try func(context.Context) error) error {
	wait := firstWait
	var since, logged time.Time
	for {
		err := try(ctx)
		if err == nil {
			if !since.IsZero() {
				c.log.Info("clickhouse is back", "doing", doing, "away_for", time.Since(since).Round(time.Millisecond))
			}
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		if f := (final{}); errors.As(err, &f) {
			return f.error
		}
		if Refused(err) {
			return err
		}
		if since.IsZero() {
			since = time.Now()
		}
		if time.Since(logged) > time.Minute {
			logged = time.Now()
			c.log.Warn("clickhouse is away, waiting for it", "doing", doing, "error", Describe(err))
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
