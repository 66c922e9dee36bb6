package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Admin changes accounts. Its Directory must be running.
//
// A change is a whole new record of the account. Two made at the same moment
// would overwrite one another, so each looks at what its record replaced and
// is made again on top of that where it was not what it started from.
type Admin struct{ directory *Directory }

// NewAdmin changes what the directory reads.
func NewAdmin(d *Directory) *Admin { return &Admin{directory: d} }

// CreateAccount makes an active account without keys.
func (a *Admin) CreateAccount(ctx context.Context, id string) error {
	if !nameForm.MatchString(id) {
		return ErrName
	}
	return a.change(ctx, id, func(acc *event.Account, exists bool) (bool, error) {
		if exists {
			return false, ErrExists
		}
		*acc = newAccount(id)
		return true, nil
	})
}

// SetActive enables or disables an account.
func (a *Admin) SetActive(ctx context.Context, id string, active bool) error {
	return a.change(ctx, id, func(acc *event.Account, exists bool) (bool, error) {
		if !exists {
			return false, ErrNoAccount
		}
		changed := acc.Active != active
		acc.Active = active
		return changed, nil
	})
}

// KeyLimits bound what a key is good for.
type KeyLimits struct {
	Scopes    []Scope   // none: all
	ExpiresAt time.Time // zero: never
}

// CreateKey adds a key to an account and gives it, this once.
func (a *Admin) CreateKey(ctx context.Context, id string, limits KeyLimits) (key string, kept event.Key, err error) {
	keyID := strings.ToLower(rand.Text()[:12]) // 60 bits: an id, not a secret
	key = generatedPrefix + keyID + "_" + strings.ToLower(rand.Text())
	kept = a.directory.hasher.keep(id, keyID, key)
	for _, s := range limits.Scopes {
		kept.Scopes = append(kept.Scopes, string(s))
	}
	if !limits.ExpiresAt.IsZero() {
		ends := limits.ExpiresAt.UTC().Truncate(time.Millisecond)
		kept.ExpiresAt = &ends
	}
	err = a.change(ctx, id, func(acc *event.Account, exists bool) (bool, error) {
		if !exists {
			return false, ErrNoAccount
		}
		return addKey(acc, kept), nil
	})
	if err != nil {
		return "", event.Key{}, err
	}
	return key, kept, nil
}

// RevokeKey ends a key for good. Revoking it again changes nothing.
func (a *Admin) RevokeKey(ctx context.Context, id, keyID string) error {
	return a.change(ctx, id, func(acc *event.Account, exists bool) (bool, error) {
		if !exists {
			return false, ErrNoAccount
		}
		i := slices.IndexFunc(acc.Keys, func(k event.Key) bool { return k.ID == keyID })
		if i < 0 {
			return false, ErrNoKey
		}
		if revoked(acc.Keys[i]) {
			return false, nil
		}
		at := now()
		acc.Keys[i].RevokedAt = &at
		return true, nil
	})
}

// Accounts lists all accounts by name.
func (a *Admin) Accounts(ctx context.Context) ([]event.Account, error) {
	if err := a.directory.Ready(ctx); err != nil {
		return nil, err
	}
	all := a.directory.Accounts()
	slices.SortFunc(all, func(x, y event.Account) int { return strings.Compare(x.ID, y.ID) })
	return all, nil
}

// Account gives one account with its keys, revoked ones too.
func (a *Admin) Account(ctx context.Context, id string) (event.Account, error) {
	if err := a.directory.Ready(ctx); err != nil {
		return event.Account{}, err
	}
	e, ok := a.directory.find(id)
	if !ok {
		return event.Account{}, ErrNoAccount
	}
	return clone(e.Account), nil
}

func newAccount(id string) event.Account {
	at := now()
	return event.Account{ID: id, Active: true, CreatedAt: at, UpdatedAt: at}
}

func addKey(acc *event.Account, key event.Key) bool {
	if slices.ContainsFunc(acc.Keys, func(k event.Key) bool { return k.ID == key.ID }) {
		return false
	}
	acc.Keys = append(acc.Keys, key)
	return true
}

func (h hasher) keep(account, keyID, key string) event.Key {
	salt := make([]byte, 16)
	rand.Read(salt) // never fails
	return event.Key{ID: keyID, Salt: salt, Hash: h.hash(account, keyID, salt, key), Hint: hint(key), CreatedAt: now()}
}

// changing edits an account in place and reports whether it changed anything. It
// may run several times, each on another version of the account.
type changing func(acc *event.Account, exists bool) (bool, error)

// attempts at one change before it is given up: each one needs another writer
// at the same moment, so a second is rare and a third rarer.
const attempts = 8

var errContended = errors.New("the account is being changed by others all the time")

func (a *Admin) change(ctx context.Context, id string, edit changing) error {
	if err := a.directory.Ready(ctx); err != nil {
		return err
	}
	base, exists := a.directory.find(id)
	mend := false // our record stands over another's: write even what edit finds unchanged
	for range attempts {
		acc := clone(base.Account)
		changed, err := edit(&acc, exists)
		if mend && errors.Is(err, ErrExists) {
			changed, err = true, nil // another created it meanwhile, and is not to lose what it did
		}
		if err != nil || !changed && !mend {
			return err
		}
		acc.UpdatedAt = now()
		newest, _ := a.directory.find(id)
		acc.Revision = max(acc.Revision, newest.Revision) + 1
		written, err := a.write(ctx, acc)
		if err != nil {
			return err
		}
		current, _ := a.directory.find(id)
		switch {
		case current.at != written:
			// Somebody wrote after us and mends what it overwrote. Ours stands
			// if edit finds nothing to do.
			base, mend = current, false
		case current.before.at == base.at:
			a.audit(ctx, base.Account, acc)
			return nil
		default:
			base, mend = entry{version: version{Account: current.before.Account, at: current.at}}, true
		}
		exists = true
	}
	return errContended
}

// write produces the account and waits until the directory has read it back.
func (a *Admin) write(ctx context.Context, acc event.Account) (event.Pointer, error) {
	rec, err := a.directory.kafka.NewRecord(ctx, kafka.Message{Topic: topic.Accounts, Key: acc.ID, Event: acc})
	if err != nil {
		return event.Pointer{}, fmt.Errorf("making account's record: %w", err)
	}
	a.directory.hasher.sign(rec)
	at, err := a.directory.kafka.ProduceRecord(ctx, rec)
	if err != nil {
		return at, fmt.Errorf("writing account: %w", err)
	}
	if err := a.directory.reach(ctx, at.Partition, at.Offset+1); err != nil {
		return at, fmt.Errorf("reading account back: %w", err)
	}
	at.Topic = topic.Accounts
	return at, nil
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
