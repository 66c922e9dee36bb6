package blob

import (
	"bufio"
	"bytes"
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

// Keys encrypt blobs at rest: the first one what is put, all of them what is opened, so that
// a new one can stand in front of those before. A blob's own key is derived from one of these,
// random bytes and its name: it opens under that name only, whole and in order.
type Keys struct{ ring []dataKey }

type dataKey struct {
	name   string
	secret []byte
}

// ErrKey says that a blob was encrypted with a key that is not there.
var ErrKey = errors.New("the blob is encrypted with a key that LAVRA_DATA_KEYS does not have")

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
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	first := k.ring[0]
	head := append(append([]byte(magic), byte(len(first.name))), first.name...)
	if _, err := w.Write(append(head, salt...)); err != nil {
		return nil, err
	}
	settings, err := first.settings(salt, blobKey)
	if err != nil {
		return nil, err
	}
	return sio.EncryptWriter(struct{ io.Writer }{w}, settings) // it would close what can be closed
}

// open is the reverse. A blob in plain comes as it is.
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
