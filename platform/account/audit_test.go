package account_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"lavra.dev/platform/account"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// audited are the entries in the log: action, key and uses.
func audited(t *testing.T, log *kafkatest.Log) (entries []event.AuditEntry) {
	t.Helper()
	for rec, err := range log.Kafka.ScanSince(t.Context(), topic.Audit, time.Now().Add(-time.Hour)) {
		must(t, err)
		var entry event.AuditEntry
		must(t, log.Kafka.Decode(t.Context(), rec, &entry))
		entries = append(entries, entry)
	}
	return entries
}

func TestWhatKeysWereUsedForIsKnown(t *testing.T) {
	log := kafkatest.New(t)
	_, admin := process(t, log.Kafka)
	audit := account.NewAudit(log.Kafka, slog.New(slog.DiscardHandler))
	used := account.Grant{Account: "acme", KeyID: "first"}
	for range 1000 {
		audit.Note(used, "GET /extract/{requestId}", 200)
	}
	audit.Note(used, "DELETE /extract/{requestId}", 403)
	audit.Note(account.Grant{}, "GET /types", 401)
	audit.Note(account.Grant{Account: "other", KeyID: "second"}, "GET /types", 200)
	audit.Write(t.Context())
	audit.Write(t.Context()) // nothing is written twice

	got := map[string]int64{}
	for _, e := range audited(t, log) {
		got[e.Account+" "+e.KeyID+" "+e.Action] += e.Uses
	}
	want := map[string]int64{"acme first GET /extract/{requestId}": 1000, "acme first DELETE /extract/{requestId}": 1, "  GET /types": 1, "other second GET /types": 1}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
	for what, n := range want {
		if got[what] != n {
			t.Errorf("%s: %d uses, want %d", what, got[what], n)
		}
	}
	last, err := admin.LastUses(t.Context(), "acme")
	must(t, err)
	if at := last["first"]; len(last) != 1 || time.Since(at) > time.Minute {
		t.Errorf("last uses: %v", last)
	}
}

// A flood of different uses takes no memory without end; what the log does not take is kept.
func TestTheAuditIsBounded(t *testing.T) {
	log := kafkatest.New(t)
	audit := account.NewAudit(log.Kafka, slog.New(slog.DiscardHandler))
	for status := range 30_000 {
		audit.Note(account.Grant{Account: "acme"}, "GET /types", status)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	audit.Write(gone)
	audit.Note(account.Grant{Account: "acme"}, "GET /types", 1)
	audit.Write(t.Context())
	entries := audited(t, log)
	var uses int64
	for _, e := range entries {
		uses += e.Uses
	}
	if len(entries) > 20_001 || uses != 30_001 {
		t.Errorf("%d entries of %d uses", len(entries), uses)
	}
}

// A service that is told to stop has seconds for what it counted, however much that is, and one
// that counts much does not keep it for a minute.
func TestTheAuditIsWrittenInBatches(t *testing.T) {
	log := kafkatest.New(t)
	audit := account.NewAudit(log.Kafka, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- audit.Run(ctx) }()
	note := func(from, to int) {
		for n := from; n < to; n++ {
			audit.Note(account.Grant{Account: "acme", KeyID: fmt.Sprint(n)}, "GET /types", 200)
		}
	}
	note(0, 3_000)
	for deadline := time.Now().Add(20 * time.Second); len(audited(t, log)) < 2_000; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("2,000 uses wait for the minute to end")
		}
	}
	note(3_000, 18_000)
	began := time.Now()
	stop()
	must(t, <-ended)
	if entries := audited(t, log); len(entries) != 18_000 {
		t.Errorf("%d of 18,000 are written", len(entries))
	}
	t.Logf("the rest was written in %s", time.Since(began).Round(time.Millisecond))
}

func TestChangesOfAccountsAreKnown(t *testing.T) {
	log := kafkatest.New(t)
	_, admin := process(t, log.Kafka)
	ctx := t.Context()
	must(t, admin.CreateAccount(ctx, "acme"))
	_, kept, err := admin.CreateKey(ctx, "acme", account.KeyLimits{})
	must(t, err)
	_, secret, err := admin.CreateSigningSecret(ctx, "acme", time.Hour)
	must(t, err)
	must(t, admin.EndSigningSecret(ctx, "acme", secret.ID))
	must(t, admin.RevokeKey(ctx, "acme", kept.ID))
	must(t, admin.RevokeKey(ctx, "acme", kept.ID)) // changes nothing
	must(t, admin.SetActive(ctx, "acme", false))
	must(t, admin.SetActive(ctx, "acme", true))
	var got []string
	for _, e := range audited(t, log) {
		if e.Account != "acme" {
			t.Errorf("an entry of %q", e.Account)
		}
		got = append(got, e.Action+" "+e.KeyID)
	}
	want := []string{"account created ", "key created " + kept.ID, "signing secret created ", "signing secret ended ", "key revoked " + kept.ID, "account disabled ", "account enabled "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
