package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"

	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
)

// ErrSecret says that this process has another secret than the installation.
var ErrSecret = errors.New("the secret key is not the one that this installation was made with")

// installation is the key of the record that the secret's fingerprint stands in.
// No account can have the name.
const installation = ".installation"

// CheckSecret makes sure that this process has the installation's secret: with
// another one it would be healthy and take every API key for a wrong one. The
// first process of an installation writes the fingerprint, and the first of this build
// signs what builds before left.
func (a *Admin) CheckSecret(ctx context.Context) error {
	err := a.keepSecret(ctx, func(same bool) (bool, error) {
		if !same {
			return false, ErrSecret
		}
		return false, nil
	})
	if err != nil {
		return err
	}
	return a.signAll(ctx)
}

// AdoptSecret makes this process's secret the installation's, where the old one
// is lost. What was made with that is void: API keys, identifiers, sealed tokens. The
// accounts stay, as whoever wrote them left them: the Directory has to TakeAll.
func (a *Admin) AdoptSecret(ctx context.Context) error {
	if err := a.keepSecret(ctx, func(same bool) (bool, error) { return !same, nil }); err != nil {
		return err
	}
	return a.signAll(ctx)
}

// keepSecret writes the fingerprint where there is none, or where replace says so
// of the one there is.
func (a *Admin) keepSecret(ctx context.Context, replace func(same bool) (bool, error)) error {
	return a.change(ctx, installation, func(acc *event.Account, exists bool) (bool, error) {
		if exists && len(acc.Keys) == 1 {
			kept := acc.Keys[0]
			same := hmac.Equal(kept.Hash, a.directory.hasher.fingerprint(kept.Salt))
			if write, err := replace(same); !write || err != nil {
				return false, err
			}
		}
		*acc = newAccount(installation)
		acc.Active = false
		salt := make([]byte, 16)
		rand.Read(salt) // never fails
		acc.Keys = []event.Key{{ID: "fingerprint", Salt: salt, Hash: a.directory.hasher.fingerprint(salt), CreatedAt: now()}}
		return true, nil
	})
}

func (h hasher) fingerprint(salt []byte) []byte { return h.keys.MAC(secret.Fingerprint, string(salt)) }
