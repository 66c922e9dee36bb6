package blob

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/minio/sio"
)

// Keys encrypt blobs at rest, and records of the log: the first one what is put, all of them
// what is opened, so that a new one can stand in front of those before. A blob's own key is
// derived from one of these, random bytes and its name: it opens under that name only, whole and
// in order. A record's is derived in the same way, of what it belongs to.
type Keys struct{ ring []dataKey }

type dataKey struct {
	name   string
	secret []byte
}

// ErrKey says that a blob or record was encrypted with a key that is not there.
var ErrKey = errors.New("encrypted with a key that LAVRA_DATA_KEYS does not have")

// ErrChanged says that a record was changed, or belongs to something else.
var ErrChanged = errors.New("encrypted record does not open")

var keyName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,32}$`)

// ParseKeys reads name:key,name:key with keys of 64 hexadecimal digits; nil of an empty
// list. Its errors quote no key.
func ParseKeys(list string) (*Keys, error) {
	var keys Keys
	seen := map[string]bool{}
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, digits, _ := strings.Cut(item, ":")
		secret, err := hex.DecodeString(digits)
		if !keyName.MatchString(name) || err != nil || len(secret) != sha256.Size || seen[name] {
			return nil, fmt.Errorf("entry %d: want name:key, each name once, with a key as `openssl rand -hex 32` prints", len(keys.ring)+1)
		}
		seen[name] = true
		keys.ring = append(keys.ring, dataKey{name, secret})
	}
	if len(keys.ring) == 0 {
		return nil, nil
	}
	return &keys, nil
}

// Derive gives for each key, the first one first, one for a purpose of its own, in hexadecimal
// digits.
func (k *Keys) Derive(purpose string) ([]string, error) {
	var keys []string
	for _, d := range k.all() {
		key, err := hkdf.Expand(sha256.New, d.secret, "lavra "+purpose, sha256.Size)
		if err != nil {
			return nil, fmt.Errorf("deriving a key: %w", err)
		}
		keys = append(keys, hex.EncodeToString(key))
	}
	return keys, nil
}

// WithKeys encrypts what is put. What was put before, in plain or with another key of these,
// still opens.
func WithKeys(k *Keys) Option { return func(s *Store) { s.keys = k } }

// An encrypted blob is magic, the length of its key's name, the name, salt, and DARE 2.0
// (AES-256-GCM in packages of 64 KiB). No format that is let in begins so, nor does zstd.
const (
	magic     = "LAVRA\x01"
	saltBytes = 32
)

// seal gives a writer whose Close ends the blob and leaves w open.
func (k *Keys) seal(w io.Writer, blobKey string) (io.WriteCloser, error) {
	if k == nil {
		return plainWriter{w}, nil
	}
	head, salt := k.head(magic)
	if _, err := w.Write(head); err != nil {
		return nil, err
	}
	settings, err := k.ring[0].settings(salt, blobKey)
	if err != nil {
		return nil, err
	}
	return sio.EncryptWriter(struct{ io.Writer }{w}, settings) // it would close what can be closed
}

// head begins what the first key encrypts; its end is the salt.
func (k *Keys) head(magic string) (head, salt []byte) {
	name := k.ring[0].name
	head = append(append([]byte(magic), byte(len(name))), name...)
	salt = make([]byte, saltBytes)
	rand.Read(salt) // never fails
	return append(head, salt...), salt
}

// recordMagic begins an encrypted record: a head as that of a blob, and one sealed text of
// AES-256-GCM. ownKeyMagic begins one whose key is the request's own: salt and the sealed text. A
// record in plain begins with a zero.
const (
	recordMagic = "LAVRA\x02"
	ownKeyMagic = "LAVRA\x03"
)

// SealRecord encrypts a record's value, to be opened for the same owner only.
func (k *Keys) SealRecord(value []byte, owner string) ([]byte, error) {
	head, salt := k.head(recordMagic)
	return k.ring[0].sealRecord(head, salt, value, owner)
}

// IsSealedRecord reports whether a SealRecord made a value.
func IsSealedRecord(value []byte) bool {
	return bytes.HasPrefix(value, []byte(recordMagic)) || HasOwnKey(value)
}

// OpenRecord is the reverse of SealRecord: ErrKey where the key is not there, else ErrChanged.
func (k *Keys) OpenRecord(sealed []byte, owner string) ([]byte, error) {
	rest, found := bytes.CutPrefix(sealed, []byte(recordMagic))
	if !found || len(rest) == 0 || len(rest) < 1+int(rest[0])+saltBytes {
		return nil, ErrChanged
	}
	name, rest := string(rest[1:1+rest[0]]), rest[1+rest[0]:]
	for _, key := range k.all() {
		if key.name == name {
			return key.openRecord(rest, owner)
		}
	}
	return nil, ErrKey
}

// OwnKey encrypts the records of one request: where it is deleted, they open no more. It is kept
// as a blob, which the data keys encrypt.
type OwnKey [sha256.Size]byte

// NewOwnKey makes a random one.
func NewOwnKey() (k OwnKey) {
	rand.Read(k[:]) // never fails
	return k
}

// HasOwnKey reports whether an OwnKey's SealRecord made a value.
func HasOwnKey(value []byte) bool { return bytes.HasPrefix(value, []byte(ownKeyMagic)) }

// SealRecord is that of Keys.
func (k OwnKey) SealRecord(value []byte, owner string) ([]byte, error) {
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	return dataKey{secret: k[:]}.sealRecord(append([]byte(ownKeyMagic), salt...), salt, value, owner)
}

// OpenRecord is that of Keys, without ErrKey.
func (k OwnKey) OpenRecord(sealed []byte, owner string) ([]byte, error) {
	rest, found := bytes.CutPrefix(sealed, []byte(ownKeyMagic))
	if !found || len(rest) < saltBytes {
		return nil, ErrChanged
	}
	return dataKey{secret: k[:]}.openRecord(rest, owner)
}

// sealRecord appends to the head, which ends with the salt.
func (d dataKey) sealRecord(head, salt, value []byte, owner string) ([]byte, error) {
	aead, err := d.record(salt, owner)
	if err != nil {
		return nil, err
	}
	return aead.Seal(head, make([]byte, aead.NonceSize()), value, nil), nil // the key is for this one text
}

// openRecord opens what stands behind the salt.
func (d dataKey) openRecord(salted []byte, owner string) ([]byte, error) {
	aead, err := d.record(salted[:saltBytes], owner)
	if err != nil {
		return nil, err
	}
	value, err := aead.Open(nil, make([]byte, aead.NonceSize()), salted[saltBytes:], nil)
	if err != nil {
		return nil, ErrChanged
	}
	return value, nil
}

// record is the cipher of one record.
func (d dataKey) record(salt []byte, owner string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, d.secret, salt, "lavra record "+owner, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("deriving a record's key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("making a record's cipher: %w", err)
	}
	return cipher.NewGCM(block)
}

// open is the reverse of seal. A blob in plain comes as it is.
func (k *Keys) open(r io.Reader, blobKey string) (io.Reader, error) {
	start := make([]byte, len(magic))
	n, err := io.ReadFull(r, start)
	if string(start[:n]) != magic {
		if err == io.EOF || err == io.ErrUnexpectedEOF { // all there is
			return bytes.NewReader(start[:n]), nil
		}
		return io.MultiReader(bytes.NewReader(start[:n]), r), err
	}
	var length [1]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, fmt.Errorf("reading the head of an encrypted blob: %w", err)
	}
	rest := make([]byte, int(length[0])+saltBytes)
	if _, err := io.ReadFull(r, rest); err != nil {
		return nil, fmt.Errorf("reading the head of an encrypted blob: %w", err)
	}
	sealed := bufio.NewReader(r)
	if _, err := sealed.Peek(1); err == io.EOF {
		return sealed, nil // of nothing there is nothing to encrypt
	}
	name, salt := string(rest[:length[0]]), rest[length[0]:]
	for _, key := range k.all() {
		if key.name != name {
			continue
		}
		settings, err := key.settings(salt, blobKey)
		if err != nil {
			return nil, err
		}
		return sio.DecryptReader(sealed, settings)
	}
	return nil, ErrKey
}

func (k *Keys) all() []dataKey {
	if k == nil {
		return nil
	}
	return k.ring
}

func (d dataKey) settings(salt []byte, blobKey string) (sio.Config, error) {
	key, err := hkdf.Key(sha256.New, d.secret, salt, "lavra blob "+blobKey, sha256.Size)
	if err != nil {
		return sio.Config{}, fmt.Errorf("deriving a blob's key: %w", err)
	}
	return sio.Config{MinVersion: sio.Version20, CipherSuites: []byte{sio.AES_256_GCM}, Key: key}, nil
}

type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }
