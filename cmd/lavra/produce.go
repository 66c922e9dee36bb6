package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/google/uuid"

	"lavra.dev/cmd/lavra/submit"
	"lavra.dev/platform/account"
	"lavra.dev/platform/status"
	"lavra.dev/platform/telemetry"
	"lavra.dev/platform/web"
)

// openDoor starts the writing half of the interface for one account, to be called from this
// process alone.
func openDoor(ctx context.Context, accountID string, stderr io.Writer) (*submit.Door, error) {
	s, err := runningService()
	if err != nil {
		return nil, err
	}
	// Its transactions are not those of the ingest that has this machine's settings.
	s.Instance = "produce-" + uuid.NewString()
	dialing, done := context.WithTimeout(ctx, administration)
	defer done()
	b, err := newBase(dialing, &s.Settings, telemetry.NewLogger(stderr, s.Config), telemetry.NewRegistry())
	if err != nil {
		return nil, s.unanswered(err)
	}
	run := newLayers(context.WithoutCancel(ctx))
	door := &submit.Door{Ending: run.ending, Close: func() error {
		run.end()
		err := run.wait()
		b.Close()
		return err
	}}
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(run.ending, cancel)()
	defer cancel()
	if door.Handler, err = s.writingHalf(ctx, b, accountID, run); err != nil {
		return nil, errors.Join(err, door.Close())
	}
	return door, nil
}

func (s *serviceSettings) writingHalf(ctx context.Context, b *base, accountID string, run *layers) (http.Handler, error) {
	run.start(tails, "accounts", b.accounts.Run)
	admin := account.NewAdmin(b.accounts)
	if err := s.secretFault(admin.CheckSecret(ctx)); err != nil {
		return nil, err
	}
	owner, err := admin.Account(ctx, accountID)
	if err == nil && !owner.Active {
		err = errors.New("it is inactive")
	}
	if err != nil {
		return nil, fmt.Errorf("--account %s: %w", accountID, err)
	}
	index, err := status.New(status.Config{Capacity: s.StatusIndexRequests}, status.Deps{Kafka: b.kafka, Erased: b.erased, Logger: b.log, Registerer: b.metrics})
	if err != nil {
		return nil, err
	}
	run.start(tails, "erasures", b.erased.Run)
	run.start(tails, "status index", index.Run)
	router := web.NewRouter()
	if err := s.registerIngest(b, index, router, run.in(tails)); err != nil {
		return nil, err
	}
	if err := b.erased.Ready(ctx); err != nil {
		return nil, fmt.Errorf("waiting for the erasures: %w", err)
	}
	// Without a bound: a producer that was killed within a transaction hides the end of the log
	// for 15 s, and for up to 10 more until the brokers look.
	if err := index.Ready(ctx); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		router.ServeHTTP(w, r.WithContext(web.WithAccount(r.Context(), accountID)))
	}), nil
}
