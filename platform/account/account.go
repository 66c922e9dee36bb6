// Package account knows the accounts of an installation and the API keys that
// speak for them.
//
// The compacted topic `accounts` is the one place they are kept; every process
// tails it into memory (Directory), so that a change is in force everywhere as
// fast as the log delivers it, and a request is authenticated without asking
// anybody. Admin and Bootstrap write to it.
//
// A key is never kept. What is kept is HMAC-SHA256 under a key derived from the
// installation's secret, over the account, a salt and the API key: the keys are
// random and long, so that a slow hash would add no strength, and it would cost
// 50 ms of a core for each of the requests that a batch producer sends.
//
// Every record carries a code over its account and its bytes (signature.go): who
// can write the topic cannot make an account or a key, nor give one to another.
package account

import (
	"bytes"
	"crypto/hmac"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
)

// State is what a presented key stands for.
type State int

const (
	Unknown  State = iota // no such key, or revoked, or expired
	Inactive              // a key of an account that is disabled
	Active
)

var (
	// ErrNoAccount says that an account does not exist.
	ErrNoAccount = errors.New("no such account")
	// ErrNoKey says that an account has no such key.
	ErrNoKey = errors.New("no such key")
	// ErrExists says that an account exists already.
	ErrExists = errors.New("account exists already")
	// ErrName says that a text cannot be the name of an account.
	ErrName = errors.New("an account's name has 1 to 64 letters, digits, dots, dashes or underscores")
)

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// hasher ties API keys to what is kept of them.
type hasher struct{ keys *secret.Keys }

func (h hasher) hash(account, keyID string, salt []byte, key string) []byte {
	return h.keys.MAC(secret.AccountKey, account, keyID, string(salt), key)
}

// matches also knows the codes of builds before, which do not name the account: the
// record that they stand in does.
func (h hasher) matches(account string, k event.Key, key string) bool {
	return hmac.Equal(k.Hash, h.hash(account, k.ID, k.Salt, key)) ||
		hmac.Equal(k.Hash, h.keys.MAC(secret.APIKey, string(k.Salt), key))
}

// chosenID is the id of a key that its owner chose. It is made from the key, so
// that an arbitrary string finds its entry in one step; without the secret it
// says nothing of the key.
func (h hasher) chosenID(key string) string {
	return "b" + hex.EncodeToString(h.keys.MAC(secret.APIKeyIndex, key)[:10])
}

// generatedPrefix starts every key made here: lavra_<key id>_<random>.
const generatedPrefix = "lavra_"

// generatedID reads the id out of a key made here.
func generatedID(key string) (string, bool) {
	rest, ok := strings.CutPrefix(key, generatedPrefix)
	if !ok {
		return "", false
	}
	id, _, ok := strings.Cut(rest, "_")
	return id, ok
}

func revoked(k event.Key) bool { return k.RevokedAt != nil }

func expired(k event.Key) bool { return k.ExpiresAt != nil && !time.Now().Before(*k.ExpiresAt) }

// hint is the end of a key, to tell keys apart in a list. A short key, which
// only an owner can have chosen, gives none: four of its characters are too much.
func hint(key string) string {
	if len(key) < 16 {
		return ""
	}
	return key[len(key)-4:]
}

// clone keeps what a change is made on apart from what readers hold.
func clone(a event.Account) event.Account {
	keys := make([]event.Key, len(a.Keys))
	for i, k := range a.Keys {
		k.Salt, k.Hash = bytes.Clone(k.Salt), bytes.Clone(k.Hash)
		keys[i] = k
	}
	a.Keys = keys
	a.SigningSecrets = slices.Clone(a.SigningSecrets)
	return a
}
