package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"lavra.dev/platform/config"
	"lavra.dev/schemas/event"
)

// BootstrapKey is an account with a key that its owner chose.
type BootstrapKey struct {
	Account string
	Key     config.Secret
}

// ParseBootstrap reads account:key,account:key (LAVRA_BOOTSTRAP_KEYS). Its
// errors count entries and never quote them.
func ParseBootstrap(list config.Secret) ([]BootstrapKey, error) {
	var all []BootstrapKey
	var faults []error
	owner := map[string]string{}
	n := 0
	for item := range strings.SplitSeq(list.Reveal(), ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		n++
		account, key, _ := strings.Cut(item, ":")
		switch other, seen := owner[key]; {
		case !nameForm.MatchString(account):
			faults = append(faults, fmt.Errorf("entry %d: %w", n, ErrName))
		case key == "" || strings.ContainsAny(key, " \t\r\n"):
			faults = append(faults, fmt.Errorf("entry %d: the key is empty or holds white space", n))
		case guessable(key):
			faults = append(faults, fmt.Errorf("entry %d: %w", n, ErrGuessable))
		case seen && other != account:
			faults = append(faults, fmt.Errorf("entry %d: the key stands for two accounts", n))
		case !seen:
			owner[key] = account
			all = append(all, BootstrapKey{account, config.Secret(key)})
		}
	}
	return all, errors.Join(faults...)
}

// ErrGuessable says that a chosen key is too weak, and how to make one.
var ErrGuessable = fmt.Errorf("the key is too easy to guess: want at least %d characters, %d of them different, such as `openssl rand -hex 24` prints",
	minChosen, minDifferent)

// A key that nobody can guess has 128 random bits. What is random cannot be seen; what is
// short or says the same again surely is not.
const (
	minChosen    = 16
	minDifferent = 8
)

func guessable(key string) bool {
	different := map[rune]bool{}
	for _, r := range key {
		different[r] = true
	}
	return utf8.RuneCountInString(key) < minChosen || len(different) < minDifferent
}

// Bootstrap makes the accounts and keys that are missing. It may run at every
// start and in every process: what exists stays as it is, so that a key that
// was revoked, or an account that was disabled, does not come back. Once it
// returns the directory is ready, whether or not there were any keys.
func (a *Admin) Bootstrap(ctx context.Context, keys []BootstrapKey) error {
	if err := a.directory.Ready(ctx); err != nil {
		return err
	}
	missing := map[string][]event.Key{}
	var order []string
	for _, b := range keys {
		keyID := a.directory.hasher.chosenID(b.Key.Reveal())
		if owner, ok := a.directory.owner(keyID); ok {
			if owner != b.Account {
				return fmt.Errorf("bootstrapping account %s: its key belongs to another account", b.Account)
			}
			continue
		}
		if missing[b.Account] == nil {
			order = append(order, b.Account)
		}
		missing[b.Account] = append(missing[b.Account], a.directory.hasher.keep(b.Account, keyID, b.Key.Reveal()))
	}
	for _, id := range order {
		err := a.change(ctx, id, func(acc *event.Account, exists bool) (bool, error) {
			if !exists {
				*acc = newAccount(id)
			}
			changed := !exists
			for _, key := range missing[id] {
				changed = addKey(acc, key) || changed
			}
			return changed, nil
		})
		if err != nil {
			return fmt.Errorf("bootstrapping account %s: %w", id, err)
		}
	}
	return nil
}
