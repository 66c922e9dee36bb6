package account_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"lavra.dev/platform/account"
	"lavra.dev/platform/config"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/secret"
)

// process is one process of an installation: a directory of its own.
func process(t *testing.T, k *kafka.Kafka) (*account.Directory, *account.Admin) {
	t.Helper()
	keys, err := secret.New("0123456789abcdef0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	d := account.NewDirectory(k, keys, slog.New(slog.DiscardHandler))
	follow(t, d)
	ready(t, d)
	return d, account.NewAdmin(d)
}

// follow keeps a directory up to date until the test ends.
func follow(t *testing.T, d *account.Directory) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func ready(t *testing.T, d *account.Directory) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := d.Ready(ctx); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, d *account.Directory, key, wantAccount string, want account.State) {
	t.Helper()
	ready(t, d)
	if got := d.Authenticate(key); got.Account != wantAccount || got.State != want {
		t.Errorf("the key stands for %q in state %v, want %q in %v", got.Account, got.State, wantAccount, want)
	}
}

func TestAKeyLivesAndDiesInEveryProcess(t *testing.T) {
	log := kafkatest.New(t)
	_, admin := process(t, log.Kafka)
	elsewhere, _ := process(t, log.Dial(t))
	ctx := t.Context()

	must(t, admin.CreateAccount(ctx, "acme"))
	key, kept, err := admin.CreateKey(ctx, "acme", account.KeyLimits{})
	must(t, err)
	second, _, err := admin.CreateKey(ctx, "acme", account.KeyLimits{})
	must(t, err)
	expect(t, elsewhere, key, "acme", account.Active)

	must(t, admin.SetActive(ctx, "acme", false))
	expect(t, elsewhere, key, "acme", account.Inactive)
	must(t, admin.SetActive(ctx, "acme", true))

	must(t, admin.RevokeKey(ctx, "acme", kept.ID))
	must(t, admin.RevokeKey(ctx, "acme", kept.ID))
	expect(t, elsewhere, key, "", account.Unknown)
	expect(t, elsewhere, second, "acme", account.Active)

	// A process that starts later reads the same.
	later, laterAdmin := process(t, log.Dial(t))
	expect(t, later, second, "acme", account.Active)
	expect(t, later, key, "", account.Unknown)
	acc, err := laterAdmin.Account(ctx, "acme")
	must(t, err)
	if len(acc.Keys) != 2 || acc.Keys[0].RevokedAt == nil || acc.Keys[1].RevokedAt != nil {
		t.Errorf("listed %+v", acc.Keys)
	}
	if !strings.HasSuffix(key, acc.Keys[0].Hint) || strings.Contains(fmt.Sprint(acc), key) {
		t.Error("the list does not tell keys apart, or gives one away")
	}
}

func TestAForgedKeyIsUnknown(t *testing.T) {
	log := kafkatest.New(t)
	d, admin := process(t, log.Kafka)
	must(t, admin.CreateAccount(t.Context(), "acme"))
	key, kept, err := admin.CreateKey(t.Context(), "acme", account.KeyLimits{})
	must(t, err)
	for name, forged := range map[string]string{
		"another end": key[:len(key)-1] + "?",
		"the id only": "lavra_" + kept.ID + "_",
		"no random":   "lavra_" + kept.ID,
		"the bare id": kept.ID,
		"empty":       "",
		"capitals":    strings.ToUpper(key),
		"and more":    key + "x",
	} {
		if g := d.Authenticate(forged); g.State != account.Unknown {
			t.Errorf("%s: state %v", name, g.State)
		}
	}
}

func TestFaultyChangesAreRefused(t *testing.T) {
	log := kafkatest.New(t)
	_, admin := process(t, log.Kafka)
	ctx := t.Context()
	must(t, admin.CreateAccount(ctx, "acme"))
	_, _, noAccount := admin.CreateKey(ctx, "other", account.KeyLimits{})
	for name, test := range map[string]struct{ got, want error }{
		"an account twice":          {admin.CreateAccount(ctx, "acme"), account.ErrExists},
		"a name with a colon":       {admin.CreateAccount(ctx, "a:b"), account.ErrName},
		"disabling what is not":     {admin.SetActive(ctx, "other", false), account.ErrNoAccount},
		"a key for what is not":     {noAccount, account.ErrNoAccount},
		"revoking a key of no one":  {admin.RevokeKey(ctx, "acme", "x"), account.ErrNoKey},
		"revoking where no account": {admin.RevokeKey(ctx, "other", "x"), account.ErrNoAccount},
	} {
		if !errors.Is(test.got, test.want) {
			t.Errorf("%s: got %v", name, test.got)
		}
	}
}

func bootstrap(t *testing.T, list string) []account.BootstrapKey {
	t.Helper()
	keys, err := account.ParseBootstrap(config.Secret(list))
	must(t, err)
	return keys
}

func TestBootstrapKeysAreMadeOnceAndNotRevived(t *testing.T) {
	log := kafkatest.New(t)
	keys := bootstrap(t, "acme:chave-numero-1-da-acme,acme:lavra_like_a_made_one,other:ação-42-da-outra-conta,acme:chave-numero-1-da-acme")

	// Three processes start at once with the same settings.
	var started sync.WaitGroup
	var directories [3]*account.Directory
	var admins [3]*account.Admin
	for i := range directories {
		directories[i], admins[i] = process(t, log.Dial(t))
	}
	for i := range admins {
		started.Go(func() {
			if err := admins[i].Bootstrap(t.Context(), keys); err != nil {
				t.Error(err)
			}
		})
	}
	started.Wait()
	for _, d := range directories {
		expect(t, d, "chave-numero-1-da-acme", "acme", account.Active)
		expect(t, d, "lavra_like_a_made_one", "acme", account.Active)
		expect(t, d, "ação-42-da-outra-conta", "other", account.Active)
	}
	acc, err := admins[0].Account(t.Context(), "acme")
	must(t, err)
	if len(acc.Keys) != 2 {
		t.Fatalf("acme has %d keys, want 2", len(acc.Keys))
	}

	must(t, admins[1].RevokeKey(t.Context(), "acme", acc.Keys[0].ID))
	must(t, admins[2].SetActive(t.Context(), "other", false))
	must(t, admins[0].Bootstrap(t.Context(), keys))
	expect(t, directories[0], "chave-numero-1-da-acme", "", account.Unknown)
	expect(t, directories[0], "ação-42-da-outra-conta", "other", account.Inactive)

	if err := admins[0].Bootstrap(t.Context(), bootstrap(t, "third:ação-42-da-outra-conta")); err == nil || strings.Contains(err.Error(), "ação") {
		t.Errorf("a key of another account: %v", err)
	}
}

func TestChangesOfSeveralProcessesAtOnceAllStand(t *testing.T) {
	log := kafkatest.New(t)
	_, admin := process(t, log.Kafka)
	must(t, admin.CreateAccount(t.Context(), "acme"))
	var working sync.WaitGroup
	made := make(chan string, 12)
	for range 4 {
		_, other := process(t, log.Dial(t))
		working.Go(func() {
			for range 3 {
				key, _, err := other.CreateKey(t.Context(), "acme", account.KeyLimits{})
				if err != nil {
					t.Error(err)
				}
				made <- key
			}
		})
	}
	working.Wait()
	close(made)
	d, _ := process(t, log.Dial(t))
	for key := range made {
		expect(t, d, key, "acme", account.Active)
	}
}

func TestBootstrapListFaultsNeverQuoteAKey(t *testing.T) {
	for _, list := range []string{"acme", "acme:", ":o-tesouro-enterrado", "a b:o-tesouro-enterrado", "acme:o te souro enterrado",
		"acme:o-tesouro-enterrado,other:o-tesouro-enterrado", "acme:tesouro", "acme:tesourotesouro", "acme:ttttttttesouro-ttttttt"} {
		if _, err := account.ParseBootstrap(config.Secret(list)); err == nil || strings.Contains(err.Error(), "souro") {
			t.Errorf("%q: %v", list, err)
		}
	}
	if keys := bootstrap(t, " , "); len(keys) != 0 {
		t.Errorf("got %d keys of nothing", len(keys))
	}
}
