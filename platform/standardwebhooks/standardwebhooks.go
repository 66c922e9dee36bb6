// Package standardwebhooks signs callbacks, and checks them, as the Standard Webhooks
// specification 1.0.0 says: HMAC-SHA256 over identifier, time and body.
//
// In come secrets, a message and when it is sent; out go the three headers. Nothing is kept.
package standardwebhooks

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of a signed message.
const (
	HeaderID        = "webhook-id"
	HeaderTimestamp = "webhook-timestamp"
	HeaderSignature = "webhook-signature"
)

const (
	secretPrefix = "whsec_"
	secretBytes  = 32 // the specification wants 24 to 64
	version      = "v1,"
	// tolerance is how far sender's and receiver's clocks may differ.
	tolerance = 5 * time.Minute
)

var (
	// ErrSecret says that a text is no secret of the specification.
	ErrSecret = errors.New("want whsec_ and 24 to 64 bytes in base64")
	// ErrSignature says that a message was not signed with the secret, or changed since.
	ErrSignature = errors.New("another signature")
	// ErrTimestamp says that a message was not sent now.
	ErrTimestamp = errors.New("sent at another time")
)

// NewSecret makes one in the form that receivers know.
func NewSecret() string {
	random := make([]byte, secretBytes)
	rand.Read(random) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(random)
}

// ParseSecret gives the bytes of a secret, with or without prefix.
func ParseSecret(text string) ([]byte, error) {
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, secretPrefix))
	if err != nil || len(secret) < 24 || len(secret) > 64 {
		return nil, ErrSecret
	}
	return secret, nil
}

// Sign sets the headers. There is a signature for each secret: a receiver knows one of them.
func Sign(h http.Header, secrets [][]byte, id string, at time.Time, body []byte) {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	signatures := make([]string, len(secrets))
	for i, secret := range secrets {
		signatures[i] = version + base64.StdEncoding.EncodeToString(code(secret, id, timestamp, body))
	}
	h.Set(HeaderID, id)
	h.Set(HeaderTimestamp, timestamp)
	h.Set(HeaderSignature, strings.Join(signatures, " "))
}

// Verify is the reverse.
func Verify(h http.Header, secret []byte, now time.Time, body []byte) error {
	timestamp := h.Get(HeaderTimestamp)
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Unix(seconds, 0).Sub(now).Abs() > tolerance {
		return ErrTimestamp
	}
	want := code(secret, h.Get(HeaderID), timestamp, body)
	for signature := range strings.FieldsSeq(h.Get(HeaderSignature)) {
		text, known := strings.CutPrefix(signature, version)
		got, err := base64.StdEncoding.DecodeString(text)
		if known && err == nil && hmac.Equal(got, want) {
			return nil
		}
	}
	return ErrSignature
}

func code(secret []byte, id, timestamp string, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return mac.Sum(nil)
}
