package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lavra.dev/platform/standardwebhooks"
	"lavra.dev/schemas/event"
)

// maxSigningSecrets that are in use at once: each adds a signature to every callback.
const maxSigningSecrets = 4

var (
	// ErrNoSigningSecret says that an account has no such secret.
	ErrNoSigningSecret = errors.New("no such signing secret")
	// ErrSigningSecrets says that an account has too many.
	ErrSigningSecrets = fmt.Errorf("the account signs with %d secrets already: end one", maxSigningSecrets)
)

// sealedFor keeps a secret from being moved to another account.
func sealedFor(account string) string { return "signing secret of " + account }

func ended(s event.SigningSecret, at time.Time) bool { return s.EndsAt != nil && !at.Before(*s.EndsAt) }

// CreateSigningSecret makes the secret that an account's callbacks are signed with, and
// gives it, this once. Those before are used beside it for the time of the overlap.
func (a *Admin) CreateSigningSecret(ctx context.Context, id string, overlap time.Duration) (text string, kept event.SigningSecret, err error) {
	text = standardwebhooks.NewSecret()
	at := now()
	kept = event.SigningSecret{ID: strings.ToLower(rand.Text()[:12]), CreatedAt: at,
		Sealed: a.directory.hasher.keys.Seal(text, sealedFor(id))}
	end := at.Add(overlap)
	err = a.change(ctx, id, func(acc *event.Account, exists bool) (bool, error) {
		if !exists {
			return false, ErrNoAccount
		}
		if slices.ContainsFunc(acc.SigningSecrets, func(s event.SigningSecret) bool { return s.ID == kept.ID }) {
			return false, nil
		}
		acc.SigningSecrets = slices.DeleteFunc(acc.SigningSecrets, func(s event.SigningSecret) bool { return ended(s, at) })
		for i, s := range acc.SigningSecrets {
			if !ended(s, end) {
				acc.SigningSecrets[i].EndsAt = &end
			}
		}
		if acc.SigningSecrets = append(acc.SigningSecrets, kept); len(acc.SigningSecrets) > maxSigningSecrets && overlap > 0 {
			return false, ErrSigningSecrets
		}
		return true, nil
	})
	if err != nil {
		return "", event.SigningSecret{}, err
	}
	return text, kept, nil
}

// EndSigningSecret ends a secret at once. An account without any gets unsigned callbacks.
func (a *Admin) EndSigningSecret(ctx context.Context, id, secretID string) error {
	return a.change(ctx, id, func(acc *event.Account, exists bool) (bool, error) {
		if !exists {
			return false, ErrNoAccount
		}
		i := slices.IndexFunc(acc.SigningSecrets, func(s event.SigningSecret) bool { return s.ID == secretID })
		if i < 0 {
			return false, ErrNoSigningSecret
		}
		if at := now(); !ended(acc.SigningSecrets[i], at) {
			acc.SigningSecrets[i].EndsAt = &at
			return true, nil
		}
		return false, nil
	})
}

// SigningSecrets are those that an account's callbacks are signed with now, the newest first.
// It waits for nothing: the Directory has to be Ready.
func (d *Directory) SigningSecrets(id string) ([][]byte, error) {
	e, _ := d.find(id)
	var secrets [][]byte
	at := now()
	for _, s := range slices.Backward(e.SigningSecrets) {
		if ended(s, at) {
			continue
		}
		text, err := d.hasher.keys.Open(s.Sealed, sealedFor(id))
		if err != nil {
			return nil, fmt.Errorf("opening a signing secret: %w", err)
		}
		secret, err := standardwebhooks.ParseSecret(text)
		if err != nil {
			return nil, fmt.Errorf("reading a signing secret: %w", err)
		}
		secrets = append(secrets, secret)
	}
	return secrets, nil
}
