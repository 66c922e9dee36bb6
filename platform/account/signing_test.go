package account_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"lavra.dev/platform/account"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/standardwebhooks"
)

func TestSigningSecretsOverlap(t *testing.T) {
	log := kafkatest.New(t)
	_, admin := process(t, log.Kafka)
	elsewhere, _ := process(t, log.Dial(t))
	ctx := t.Context()
	must(t, admin.CreateAccount(ctx, "acme"))
	create := func(overlap time.Duration) (string, []byte) {
		t.Helper()
		text, kept, err := admin.CreateSigningSecret(ctx, "acme", overlap)
		must(t, err)
		secret, err := standardwebhooks.ParseSecret(text)
		must(t, err)
		return kept.ID, secret
	}
	signs := func(want ...[]byte) {
		t.Helper()
		ready(t, elsewhere)
		got, err := elsewhere.SigningSecrets("acme")
		must(t, err)
		if len(got) != len(want) {
			t.Fatalf("signs with %d secrets, want %d", len(got), len(want))
		}
		for i := range got {
			if !bytes.Equal(got[i], want[i]) {
				t.Errorf("secret %d is another", i)
			}
		}
	}
	signs()
	_, first := create(time.Hour)
	signs(first)
	secondID, second := create(time.Hour)
	signs(second, first)
	_, third := create(0) // the others leaked
	signs(third)
	fourthID, fourth := create(time.Hour)
	signs(fourth, third)
	must(t, admin.EndSigningSecret(ctx, "acme", fourthID))
	signs(third)
	for name, c := range map[string]struct{ got, want error }{
		"one that has gone":  {admin.EndSigningSecret(ctx, "acme", secondID), account.ErrNoSigningSecret},
		"of another account": {admin.EndSigningSecret(ctx, "other", fourthID), account.ErrNoAccount},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v", name, c.got)
		}
	}
	records, _ := of(t, log.Kafka, "acme")
	for _, rec := range records {
		if bytes.Contains(rec.Value, first) || bytes.Contains(rec.Value, []byte("whsec_")) {
			t.Error("a secret stands in the log")
		}
	}
}
