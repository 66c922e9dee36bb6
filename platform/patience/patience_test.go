package patience_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lavra.dev/platform/patience"
)

var errAway = errors.New("away: secret")

func TestUntilWaitsAndSaysSoOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		start := time.Now()
		err := patience.Until(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), "brokers", func(error) string { return "no answer" },
			func(context.Context) error {
				if time.Since(start) < 90*time.Second {
					return errAway
				}
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(log.String(), "is away"); n != 2 {
			t.Errorf("%d lines in 90 s, want 2:\n%s", n, &log)
		}
		if !strings.Contains(log.String(), "is back") || strings.Contains(log.String(), "secret") {
			t.Errorf("log:\n%s", &log)
		}
	})
}

func TestUntilEnds(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		err  error
		want error
	}{
		"at a final error":    {t.Context(), patience.Final(errAway), errAway},
		"with its context":    {cancelled, errAway, context.Canceled},
		"with what it failed": {cancelled, errAway, errAway},
	} {
		t.Run(name, func(t *testing.T) {
			err := patience.Until(c.ctx, slog.New(slog.DiscardHandler), "part", nil, func(context.Context) error { return c.err })
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := patience.Sleep(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if err := patience.Sleep(t.Context(), time.Millisecond); err != nil {
		t.Errorf("got %v", err)
	}
}
