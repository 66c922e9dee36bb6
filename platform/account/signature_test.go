package account_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/account"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// records are all of the topic, as whoever reads it has them.
func records(t *testing.T, k *kafka.Kafka) []*kgo.Record {
	t.Helper()
	var all []*kgo.Record
	for partition := range int32(2) {
		end, err := k.EndOffset(t.Context(), topic.Accounts, partition)
		must(t, err)
		for rec, err := range k.Scan(t.Context(), kafka.Stretch{Topic: topic.Accounts, Partition: partition, To: end}) {
			must(t, err)
			all = append(all, rec)
		}
	}
	return all
}

// of gives the records of an account, and the account in the last one.
func of(t *testing.T, k *kafka.Kafka, id string) ([]*kgo.Record, event.Account) {
	t.Helper()
	var all []*kgo.Record
	for _, rec := range records(t, k) {
		if string(rec.Key) == id {
			all = append(all, rec)
		}
	}
	var acc event.Account
	must(t, k.Decode(t.Context(), all[len(all)-1], &acc))
	return all, acc
}

func write(t *testing.T, k *kafka.Kafka, rec *kgo.Record) {
	t.Helper()
	_, err := k.ProduceRecord(t.Context(), &kgo.Record{Topic: topic.Accounts, Key: rec.Key, Value: rec.Value, Headers: rec.Headers})
	must(t, err)
}

func TestWhoCanWriteTheTopicIsNoAccount(t *testing.T) {
	log := kafkatest.New(t)
	d, admin := process(t, log.Kafka)
	ctx := t.Context()
	must(t, admin.CheckSecret(ctx))
	must(t, admin.CreateAccount(ctx, "victim"))
	good, _, err := admin.CreateKey(ctx, "victim", account.KeyLimits{})
	must(t, err)
	must(t, admin.CreateAccount(ctx, "thief"))
	own, _, err := admin.CreateKey(ctx, "thief", account.KeyLimits{})
	must(t, err)
	leaked, kept, err := admin.CreateKey(ctx, "victim", account.KeyLimits{})
	must(t, err)
	must(t, admin.RevokeKey(ctx, "victim", kept.ID))

	all, thief := of(t, log.Kafka, "thief")
	renamed := *all[len(all)-1]
	renamed.Key = []byte("victim")
	thief.ID, thief.Revision = "victim", 100
	moved, err := log.NewRecord(ctx, kafka.Message{Topic: topic.Accounts, Key: "victim", Event: thief})
	must(t, err)
	borrowed := *moved
	borrowed.Headers = renamed.Headers
	victims, _ := of(t, log.Kafka, "victim")
	replayed := *victims[len(victims)-2] // of before its key was revoked
	made, err := log.NewRecord(ctx, kafka.Message{Topic: topic.Accounts, Key: "new", Event: event.Account{ID: "new", Active: true, Keys: thief.Keys}})
	must(t, err)

	for _, forged := range []*kgo.Record{&renamed, moved, &borrowed, &replayed, made} {
		write(t, log.Kafka, forged)
	}
	later, laterAdmin := process(t, log.Dial(t))
	for name, d := range map[string]*account.Directory{"running": d, "started later": later} {
		t.Run(name, func(t *testing.T) {
			expect(t, d, good, "victim", account.Active)
			expect(t, d, own, "thief", account.Active)
			expect(t, d, leaked, "", account.Unknown)
		})
	}
	if all, err := laterAdmin.Accounts(ctx); err != nil || len(all) != 2 {
		t.Errorf("%d accounts, want 2: %v", len(all), err)
	}
	// A change is made on what is known, whatever stands in the log.
	must(t, laterAdmin.SetActive(ctx, "victim", false))
	expect(t, d, good, "victim", account.Inactive)
}

func TestAccountsOfABuildBeforeAreSignedOnce(t *testing.T) {
	log := kafkatest.New(t)
	keys, err := secret.New("0123456789abcdef0123456789abcdef")
	must(t, err)
	ctx := t.Context()
	const key = "lavra_abcdefabcdef_0123456789"
	salt := []byte("0123456789abcdef")
	old := func(id, keyID string) {
		_, err := log.Produce(ctx, topic.Accounts, id, event.Account{ID: id, Active: true,
			Keys: []event.Key{{ID: keyID, Salt: salt, Hash: keys.MAC(secret.APIKey, string(salt), key)}}})
		must(t, err)
	}
	old("acme", "abcdefabcdef")

	running, _ := process(t, log.Dial(t))
	expect(t, running, key, "acme", account.Active)
	_, admin := process(t, log.Dial(t))
	must(t, admin.CheckSecret(ctx))
	must(t, admin.CheckSecret(ctx))
	rewritten, _ := of(t, log.Kafka, "acme")
	if len(rewritten) != 2 {
		t.Errorf("%d records of acme, want the old one and one that is signed", len(rewritten))
	}

	old("thief", "abcdefabcdef") // too late
	later, _ := process(t, log.Dial(t))
	for _, d := range []*account.Directory{running, later} {
		expect(t, d, key, "acme", account.Active)
	}
	var said bytes.Buffer
	stranger := account.NewDirectory(log.Dial(t), keys, slog.New(slog.NewTextHandler(&said, nil)))
	follow(t, stranger)
	ready(t, stranger)
	if !strings.Contains(said.String(), "no process of this installation wrote it") || strings.Contains(said.String(), "thief") {
		t.Errorf("the log says %q", said.String())
	}
}

func TestAccountsOutliveALostSecret(t *testing.T) {
	log := kafkatest.New(t)
	_, admin := process(t, log.Kafka)
	ctx := t.Context()
	must(t, admin.CheckSecret(ctx))
	must(t, admin.CreateAccount(ctx, "acme"))
	old, _, err := admin.CreateKey(ctx, "acme", account.KeyLimits{})
	must(t, err)

	keys, err := secret.New("another secret, since the first is lost")
	must(t, err)
	d := account.NewDirectory(log.Dial(t), keys, slog.New(slog.DiscardHandler))
	d.TakeAll()
	follow(t, d)
	adopting := account.NewAdmin(d)
	must(t, adopting.AdoptSecret(ctx))

	fresh := account.NewDirectory(log.Dial(t), keys, slog.New(slog.DiscardHandler))
	follow(t, fresh)
	after := account.NewAdmin(fresh)
	must(t, after.CheckSecret(ctx))
	expect(t, fresh, old, "", account.Unknown)
	key, _, err := after.CreateKey(ctx, "acme", account.KeyLimits{})
	must(t, err)
	expect(t, fresh, key, "acme", account.Active)
}

func TestAKeyHasItsLimits(t *testing.T) {
	log := kafkatest.New(t)
	d, admin := process(t, log.Kafka)
	ctx := t.Context()
	must(t, admin.CreateAccount(ctx, "acme"))
	over, _, err := admin.CreateKey(ctx, "acme", account.KeyLimits{ExpiresAt: time.Now().Add(-time.Second)})
	must(t, err)
	expect(t, d, over, "", account.Unknown)
	reads, _, err := admin.CreateKey(ctx, "acme", account.KeyLimits{Scopes: []account.Scope{account.Read}, ExpiresAt: time.Now().Add(time.Hour)})
	must(t, err)
	expect(t, d, reads, "acme", account.Active)
	if g := d.Authenticate(reads); !g.May(account.Read) || g.May(account.Submit) || g.May(account.Manage) {
		t.Errorf("a key to read with is good for %v", g.Scopes)
	}
	if _, err := account.ParseScopes([]string{"read", "write"}); err == nil {
		t.Error("a scope that there is not is taken")
	}
}
