// Package secret holds the keys of an installation, all derived from one master
// secret, and the only two things done with them: message authentication codes
// and sealing of what must not be readable in the log.
//
// Every process of an installation needs the same master secret: what one has
// sealed another opens, and a request id made by one is checked by another.
// Changing it makes API keys, request ids and sealed callback tokens void.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// Purpose separates uses: no code made for one is valid for another. The names
// are part of what is stored; changing one voids it.
type Purpose string

const (
	RequestID    Purpose = "request-id"
	APIKey       Purpose = "api-key"
	APIKeyIndex  Purpose = "api-key-index"
	AccountKey   Purpose = "account-key"
	Account      Purpose = "account-record"
	SignedFrom   Purpose = "accounts-signed"
	Idempotency  Purpose = "idempotency"
	WebhookLane  Purpose = "webhook-lane"
	Fingerprint  Purpose = "fingerprint"
	callbackSeal Purpose = "callback-token"
)

// minLength of the master secret. It is stretched by HKDF, which adds no
// strength, so what is too short to be random is refused.
const minLength = 16

// Keys derives and uses the subkeys. It is safe for concurrent use.
type Keys struct {
	prk  []byte // HKDF's pseudorandom key
	seal cipher.AEAD
	macs map[Purpose][]byte
}

// ErrUnsealable says that something was not sealed with these keys, or was
// changed since.
var ErrUnsealable = errors.New("sealed value does not open")

// New derives the subkeys from the master secret.
func New(master string) (*Keys, error) {
	if len(master) < minLength {
		return nil, fmt.Errorf("secret key is shorter than %d characters", minLength)
	}
	prk, err := hkdf.Extract(sha256.New, []byte(master), []byte("lavra.v1"))
	if err != nil {
		return nil, fmt.Errorf("deriving keys: %w", err)
	}
	k := &Keys{prk: prk, macs: map[Purpose][]byte{}}
	for _, p := range []Purpose{RequestID, APIKey, APIKeyIndex, AccountKey, Account, SignedFrom, Idempotency, WebhookLane, Fingerprint} {
		if k.macs[p], err = k.derive(p); err != nil {
			return nil, err
		}
	}
	key, err := k.derive(callbackSeal)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("making cipher: %w", err)
	}
	if k.seal, err = cipher.NewGCMWithRandomNonce(block); err != nil {
		return nil, fmt.Errorf("making cipher: %w", err)
	}
	return k, nil
}

func (k *Keys) derive(p Purpose) ([]byte, error) {
	key, err := hkdf.Expand(sha256.New, k.prk, string(p), sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("deriving key %s: %w", p, err)
	}
	return key, nil
}

// MAC is the HMAC-SHA256 of the parts under the purpose's key. Each part is
// preceded by its length, so that moving a byte between parts changes it.
func (k *Keys) MAC(p Purpose, parts ...string) []byte {
	h := hmac.New(sha256.New, k.macs[p])
	var length [8]byte
	for _, part := range parts {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		h.Write(length[:])
		h.Write([]byte(part))
	}
	return h.Sum(nil)
}

// Seal encrypts a callback token for one request: it opens under the same
// request id only, so that it cannot be moved into another event.
func (k *Keys) Seal(plain, requestID string) []byte {
	return k.seal.Seal(nil, nil, []byte(plain), []byte(requestID))
}

// Open is the reverse of Seal.
func (k *Keys) Open(sealed []byte, requestID string) (string, error) {
	plain, err := k.seal.Open(nil, nil, sealed, []byte(requestID))
	if err != nil {
		return "", ErrUnsealable
	}
	return string(plain), nil
}

// generate makes a master secret of 256 random bits.
func generate() string { return rand.Text() + rand.Text() }
