package account_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"lavra.dev/platform/account"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/secret"
)

func TestAProcessWithAnotherSecretIsTold(t *testing.T) {
	log := kafkatest.New(t)
	_, first := process(t, log.Kafka)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	must(t, first.CheckSecret(ctx))
	_, second := process(t, log.Dial(t))
	must(t, second.CheckSecret(ctx))

	keys, err := secret.New("another secret, which somebody mistyped")
	must(t, err)
	wrong := account.NewDirectory(log.Dial(t), keys, slog.New(slog.DiscardHandler))
	tail, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- wrong.Run(tail) }()
	defer func() { stop(); must(t, <-ended) }()
	other := account.NewAdmin(wrong)
	if err := other.CheckSecret(ctx); !errors.Is(err, account.ErrSecret) {
		t.Fatalf("got %v", err)
	}
	if all, err := first.Accounts(ctx); err != nil || len(all) != 0 {
		t.Errorf("the fingerprint shows as an account: %v %v", all, err)
	}
	must(t, other.AdoptSecret(ctx))
	must(t, other.CheckSecret(ctx))
	if err := first.CheckSecret(ctx); !errors.Is(err, account.ErrSecret) {
		t.Errorf("got %v", err)
	}
}
