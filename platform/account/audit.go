package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Audit counts what keys are used for, and writes it to the log once a minute, or sooner where
// much was counted: a row for each key, route and status, so that a flood of requests costs as
// little as one. No request waits for it. What a process that is killed has counted since then
// is lost.
type Audit struct {
	kafka *kafka.Kafka
	log   *slog.Logger
	much  chan struct{} // wakes Run

	mu   sync.Mutex
	uses map[use]*event.AuditEntry
}

// use is what is counted together.
type use struct {
	account, key, action string
	status               int
}

const (
	auditEvery = time.Minute
	// manyUses are written before the minute is over. They take some 200 bytes each.
	manyUses = 2_000
	// mostUses are told apart while the log takes none. Those beyond count as one.
	mostUses = 20_000
	// usesAtOnce go to the log together, well below what its client holds (10,000).
	usesAtOnce = 1_000
	// auditPatience is how long the last minute may take to be written when a process stops.
	auditPatience = 5 * time.Second
)

// NewAudit makes an audit; Run writes it.
func NewAudit(k *kafka.Kafka, log *slog.Logger) *Audit {
	return &Audit{kafka: k, log: log, much: make(chan struct{}, 1), uses: map[use]*event.AuditEntry{}}
}

// Note counts an answered request. A key that is nobody's has no account.
func (a *Audit) Note(g Grant, action string, status int) {
	at := now()
	a.mu.Lock()
	defer a.mu.Unlock()
	u := use{g.Account, g.KeyID, action, status}
	if a.uses[u] == nil && len(a.uses) >= mostUses {
		u = use{action: "more than can be told apart"}
	}
	entry := a.uses[u]
	if entry == nil {
		entry = &event.AuditEntry{EventID: rand.Text(), Account: u.account, KeyID: u.key, Action: u.action, Status: int32(u.status), FirstAt: at}
		a.uses[u] = entry
		if len(a.uses) == manyUses {
			select {
			case a.much <- struct{}{}:
			default: // it was told already
			}
		}
	}
	entry.Uses++
	entry.LastAt = at
}

// Run writes what was counted each minute, where it is much before, and once more when ctx ends.
func (a *Audit) Run(ctx context.Context) error {
	ticker := time.NewTicker(auditEvery)
	defer ticker.Stop()
	for last := false; !last; {
		select {
		case <-ticker.C:
		case <-a.much:
		case <-ctx.Done():
			last = true
		}
		// Not cut off by the end of ctx: what is half written would be written again.
		patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), auditPatience)
		a.Write(patient)
		cancel()
	}
	return nil
}

// Write writes what was counted so far. What the log does not take is counted on.
func (a *Audit) Write(ctx context.Context) {
	a.mu.Lock()
	uses := a.uses
	a.uses = map[use]*event.AuditEntry{}
	a.mu.Unlock()
	for some := range slices.Chunk(slices.Collect(maps.Keys(uses)), usesAtOnce) {
		if err := a.writeSome(ctx, uses, some); err != nil {
			a.log.Warn("writing what keys were used for failed, will be tried again", "error", err)
			break
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for u, entry := range uses {
		if later := a.uses[u]; later != nil {
			entry.Uses, entry.LastAt = entry.Uses+later.Uses, later.LastAt
		}
		a.uses[u] = entry
	}
}

// writeSome writes some of the uses, and takes out those that were written.
func (a *Audit) writeSome(ctx context.Context, uses map[use]*event.AuditEntry, some []use) (err error) {
	messages := make([]kafka.Message, len(some))
	for i, u := range some {
		messages[i] = kafka.Message{Topic: topic.Audit, Key: u.account, Event: *uses[u]}
	}
	failed := a.kafka.ProduceAll(ctx, messages)
	for i, u := range some {
		if failed[i] != nil {
			err = failed[i]
			continue
		}
		delete(uses, u)
	}
	return err
}

// auditKept is how far back the last use of a key is looked for: as far as the topic goes.
const auditKept = 30 * 24 * time.Hour

// LastUses says when the keys of an account were last used, of those that were within 30 days.
func (a *Admin) LastUses(ctx context.Context, id string) (map[string]time.Time, error) {
	last := map[string]time.Time{}
	for rec, err := range a.directory.kafka.ScanSince(ctx, topic.Audit, time.Now().Add(-auditKept)) {
		if errors.Is(err, kerr.UnknownTopicOrPartition) {
			return last, nil // no service of a build that writes it has started yet
		}
		if err != nil {
			return nil, fmt.Errorf("reading the audit: %w", err)
		}
		var entry event.AuditEntry
		if string(rec.Key) != id {
			continue
		}
		if err := a.directory.kafka.Decode(ctx, rec, &entry); err != nil {
			return nil, err
		}
		if entry.Status > 0 && entry.LastAt.After(last[entry.KeyID]) {
			last[entry.KeyID] = entry.LastAt
		}
	}
	return last, nil
}

// audit writes what a change did. The change stands whether or not it is written here.
func (a *Admin) audit(ctx context.Context, before, after event.Account) {
	if after.ID == installation {
		return // the mark of the secret: nobody's account
	}
	for _, entry := range changesOf(before, after) {
		entry.EventID, entry.Account, entry.Uses, entry.FirstAt, entry.LastAt = rand.Text(), after.ID, 1, after.UpdatedAt, after.UpdatedAt
		if _, err := a.directory.kafka.Produce(ctx, topic.Audit, after.ID, entry); err != nil {
			a.directory.log.Error("an account was changed, but not noted in the audit", "account", after.ID, "action", entry.Action, "error", err)
		}
	}
}

// changesOf names what is another in an account.
func changesOf(before, after event.Account) (changes []event.AuditEntry) {
	add := func(key, action string) { changes = append(changes, event.AuditEntry{KeyID: key, Action: action}) }
	switch {
	case before.ID == "":
		add("", "account created")
	case before.Active && !after.Active:
		add("", "account disabled")
	case !before.Active && after.Active:
		add("", "account enabled")
	}
	keys := map[string]event.Key{}
	for _, k := range before.Keys {
		keys[k.ID] = k
	}
	for _, k := range after.Keys {
		old, known := keys[k.ID]
		if !known {
			add(k.ID, "key created")
		}
		if revoked(k) && !revoked(old) {
			add(k.ID, "key revoked")
		}
	}
	secrets := map[string]event.SigningSecret{}
	for _, s := range before.SigningSecrets {
		secrets[s.ID] = s
	}
	for _, s := range after.SigningSecrets {
		old, known := secrets[s.ID]
		if !known {
			add("", "signing secret created")
		} else if s.EndsAt != nil && old.EndsAt == nil {
			add("", "signing secret ended")
		}
	}
	return changes
}
